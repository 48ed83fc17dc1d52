"""The lobby's page, and the forms that lead there, without scripts."""

from __future__ import annotations

import json
from typing import Any

from tests.server.web.pages.browser import Browser, Site, secrets_in


def board(browser: Browser, number: int) -> Any:
    return json.loads(browser.get(f"/api/boards/{number}").text)


def actions(browser: Browser) -> list[str]:
    return [form.action for form in browser.page.forms]


def test_two_accounts_meet_and_go_to_the_board(site: Site) -> None:
    ann, bob = site.browser("ann"), site.browser("bob")
    ann.get("/lobby?game=boku")
    page = ann.send("/lobby", clock="5+5", begins="other", rated="1", high="1900")
    assert page.path == "/lobby?board=1&game=boku"
    assert "Waiting for an opponent. Keep this page open" in page.shown
    assert "rated, your opponent moves first, for ratings up to 1900" in page.shown
    assert "/lobby/1/withdraw" in actions(ann)
    assert "refresh" in page.text, "without scripts the page looks again"
    shown = bob.get("/lobby").shown
    assert "ann 5 min + 5 s a move rated, you move first, for ratings up to 1900" in shown
    assert bob.send("/lobby/1/accept").path == "/board/1"
    assert [each["name"] for each in board(bob, 1)["seats"]] == ["bob", "ann"]
    assert ann.get("/lobby?board=1").path == "/board/1"
    assert "refresh" not in ann.get("/lobby").text


def test_who_opens_what_somebody_else_has_opened_plays_at_once(site: Site) -> None:
    ann, bob = site.browser("ann"), site.browser("bob")
    ann.get("/?against=open")
    assert ann.send("/", clock="3-days").path == "/lobby?board=1&game=boche"
    bob.get("/lobby")
    assert bob.send("/lobby", clock="3-days", begins="me").path == "/lobby?board=2&game=boche", (
        "both begin"
    )
    bob.send("/lobby/2/withdraw")
    assert bob.page.path == "/lobby"
    bob.get("/lobby")
    assert bob.send("/lobby", clock="days", days="3", begins="random").path == "/board/1"
    assert board(bob, 1)["clock"]["text"] == "3 days a move"


def test_guests_get_their_seats(site: Site) -> None:
    ann, guest = site.browser("ann"), site.browser()
    guest.get("/lobby")
    assert "rated" not in guest.page.form("/lobby").names
    page = guest.send("/lobby", **{"as": "Marie"})
    assert page.one("h1") == "Board 1: Boche"
    assert len(secrets_in(page.text)) == 1
    page = guest.get("/lobby")
    page = guest.send("/lobby", scripted="1", **{"option-size": "9"})
    path, _, secret = page.path.partition("#seat=")
    assert path == "/lobby?board=2&game=boche"
    assert secret not in page.text
    assert "Size: 9" in page.shown
    ann.get("/lobby")
    assert ann.send("/lobby/2/accept").path == "/board/2"


def test_what_is_wrong_is_said_and_what_was_typed_is_kept(site: Site) -> None:
    ann = site.browser("ann")
    for changed, reason in (
        ({"clock": "days", "days": "soon"}, "Days for a move: expected a number from 0.01 to 366"),
        ({"clock": "sun"}, "Choose a clock, or none"),
        ({"low": "x"}, "Lowest rating: expected a whole number"),
        ({"low": "1800", "high": "1700"},
         "Ratings 1800 to 1700: the lower one must come first"),
        ({"high": "9999"}, "High: expected a whole number from 0 to 4000"),
        ({"begins": "x"}, "Begins: choose me, other or random"),
        ({"option-size": "50"}, "Option Size (size): 50 is not between 1 and 20"),
    ):  # fmt: skip
        ann.get("/lobby")
        page = ann.send("/lobby", **{"option-fill_board": "1", **changed})
        assert (page.status, page.reason) == (400, reason)
        kept = page.form("/lobby").fields
        assert kept["option-fill_board"] == "1"
        for name in changed.keys() & {"days", "low", "high"}:
            assert kept[name] == changed[name]
    assert ann.post("/lobby", {"game": "chess"}).reason == "Choose a game"
    assert ann.post("/lobby", {"game": "boku"}, origin="http://evil.example").status == 403
    assert ann.get("/lobby?board=x").status == 400


def test_who_comes_too_late_is_told(site: Site) -> None:
    ann, bob, cid = (site.browser(name) for name in ("ann", "bob", "cid"))
    ann.get("/lobby")
    ann.send("/lobby", low="1400")
    bob.get("/lobby")
    cid.get("/lobby")
    bob.send("/lobby/1/accept")
    page = cid.send("/lobby/1/accept")
    assert (page.status, page.reason) == (409, "Board 1: there is no free seat")
    assert page.one("h1") == "Lobby"
    page = ann.post("/lobby/1/withdraw", {})
    assert (page.status, page.reason) == (409, "Board 1: the game has begun already")
    assert site.browser().post("/lobby/99/accept", {}).status == 404
    for path in ("accept", "withdraw", "computer"):
        assert cid.post(f"/lobby/1/{path}", {}, origin="http://evil.example").status == 403


def test_the_computer_offers_to_play_when_nobody_comes(site: Site) -> None:
    ann = site.browser("ann")
    ann.get("/lobby?game=boche")
    ann.send("/lobby", clock="5+5", **{"option-size": "5"})
    offers = [e for e in ann.page.all("form") if e.attributes.get("class") == "meanwhile"]
    assert ["hidden" in each.attributes for each in offers] == [True]
    site.now += 21.0
    ann.get("/lobby")
    offers = [e for e in ann.page.all("form") if e.attributes.get("class") == "meanwhile"]
    assert ["hidden" in each.attributes for each in offers] == [False]
    assert ann.send("/lobby/1/computer").path == "/board/2"
    played = board(ann, 2)
    level = next(each["name"] for each in played["seats"] if each["name"] != "ann")
    assert level in ("level-6", "level-7"), "about as strong as somebody who begins"
    assert (played["rated"], played["options"]["size"]) == (False, 5)
    assert board(ann, 1)["state"] == "open", "the game still waits"
    ann.get("/lobby")
    ann.send("/lobby", clock="1-day")
    assert len([e for e in ann.page.all("form") if e.attributes.get("class") == "meanwhile"]) == 1


def test_the_board_without_scripts_keeps_a_guest_waiting(site: Site) -> None:
    guest, late = site.browser(), site.browser()
    guest.get("/lobby")
    guest.send("/lobby", clock="3+2", begins="me")
    (secret,) = secrets_in(guest.page.text)
    guest.post("/board/1/plain/seat", {"seat": secret})
    for _ in range(3):
        site.now += 25.0
        assert "refresh" in guest.get("/board/1/plain").text
    late.get("/lobby")
    late.send("/lobby/1/accept", scripted="1")
    assert "refresh" not in guest.get("/board/1/plain").text
    assert board(guest, 1)["state"] == "active"


def test_one_may_be_invisible(site: Site) -> None:
    ann, bob = site.browser("ann"), site.browser("bob")
    ann.get("/account")
    assert "Nobody sees" in ann.send("/account/privacy", invisible="1").shown
    ann.get("/lobby")
    assert "ann" not in bob.get("/lobby").shown
    assert "checked" in next(
        each.attributes for each in ann.get("/account").all("input")
        if each.attributes.get("name") == "invisible"
    )  # fmt: skip
    assert "Others see" in ann.post("/account/privacy", {}).shown
    site.now += 100.0
    ann.get("/games")
    assert "ann" in bob.get("/lobby").shown


def test_who_is_challenged_sees_it_in_the_lobby(site: Site) -> None:
    ann, bob = site.browser("ann"), site.browser("bob")
    ann.get("/?against=name&name=bob&game=boku")
    ann.send("/", clock="3-days", begins="other", rated="1")
    shown = " ".join(bob.get("/lobby").shown.split())
    assert "ann challenges you: 3 days a move, rated, you move first" in shown
    assert "/games/1/answer" in actions(bob)
    assert "/games/1/answer" not in actions(ann)
    assert bob.send("/games/1/answer", accepted="1").path == "/board/1"
