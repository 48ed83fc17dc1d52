"""The games of a browser without an account: the server reports their state."""

from __future__ import annotations

import json
from typing import Any

from boche.engine.durations import DAY
from tests.server.web.pages.browser import Browser, Page, Site, secrets_in
from tests.server.web.pages.test_plain import made, seated


def asked(browser: Browser, *seats: Any) -> Page:
    """Return the server's answer about seats that a browser keeps."""
    body = json.dumps({"seats": list(seats)}).encode()
    browser.page = browser.site.run(browser.answer("POST", "/seats", body, {}))
    return browser.page


def kept(number: int, link: str) -> dict[str, Any]:
    (secret,) = secrets_in(link)
    return {"board": number, "secret": secret}


def test_a_browser_is_told_of_its_games(site: Site) -> None:
    one, own, friend = made(site)
    two, other, _ = made(site, "boku")
    browser = site.browser()
    seated(site, one, friend)
    page = asked(browser, kept(one, own), kept(two, other))
    rows = {each.attributes["data-board"]: each.text for each in page.all("li")}
    assert list(rows) == [str(one), str(two)]
    assert "Your turn" in rows[str(one)]
    assert "Your turn" not in rows[str(two)]
    assert not secrets_in(page.text)
    page = asked(browser, kept(one, friend))
    assert "guest to move" in page.text.replace("<bdi>", "").replace("</bdi>", "")


def test_what_is_nobodys_or_long_over_is_not_among_them(site: Site) -> None:
    number, own, friend = made(site)
    browser = seated(site, number, own)
    seated(site, number, friend)
    wrong = [
        {"board": number, "secret": "x" * 43},
        {"board": 9999, "secret": "x"},
        7,
        {"board": []},
    ]
    assert asked(browser, *wrong).all("li") == []
    browser.get(f"/board/{number}/plain")
    browser.post(f"/board/{number}/plain/act", {"what": "resign", "sure": "1"})
    assert "You lost." in asked(browser, kept(number, own)).text
    assert "You won." in asked(browser, kept(number, friend)).text
    site.now += 8 * DAY
    assert asked(browser, kept(number, own)).all("li") == []
    assert asked(browser, *[kept(number, own)] * 1000).status in (200, 413)


def test_a_rematch_stands_among_them_as_soon_as_it_exists(site: Site) -> None:
    number, own, friend = made(site)
    browser, other = seated(site, number, own), seated(site, number, friend)
    browser.post(f"/board/{number}/plain/act", {"what": "resign", "sure": "1"})
    for each in (browser, other):
        each.post(f"/board/{number}/plain/act", {"what": "rematch"})
    page = asked(browser, kept(number, own))
    rows = [
        (row.attributes["data-board"], row.attributes.get("data-before")) for row in page.all("li")
    ]
    assert rows == [(str(number + 1), str(number)), (str(number), None)]
    assert not secrets_in(page.text)
    again = asked(browser, kept(number, own), kept(number + 1, own))
    assert len(again.all("li")) == 2
    assert len(asked(browser, {"board": number, "secret": "x" * 43}).all("li")) == 0


def test_a_drawn_game_is_told_from_one_without_a_result(site: Site) -> None:
    for what, said in [("draw", "A draw by agreement"), ("end", "Ended by agreement")]:
        number, own, friend = made(site)
        one, two = seated(site, number, own), seated(site, number, friend)
        one.post(f"/board/{number}/plain/move", {"move": "c:b2", "ply": "1"})
        two.post(f"/board/{number}/plain/move", {"move": "c:c2", "ply": "2"})
        one.post(f"/board/{number}/plain/act", {"what": what})
        two.post(f"/board/{number}/plain/act", {"what": "accept"})
        (state,) = [
            each.text.strip()
            for each in asked(one, kept(number, own)).all("span")
            if each.attributes.get("class") == "state"
        ]
        assert state.startswith(said)


def test_who_signs_out_is_gone_at_once(site: Site) -> None:
    ann, bob = site.browser("ann"), site.browser("bob")
    ann.get("/lobby")
    assert "ann" in bob.get("/lobby").shown
    ann.post("/sign-out", {})
    assert "ann" not in bob.get("/lobby").shown
