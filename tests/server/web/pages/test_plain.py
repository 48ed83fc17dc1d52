"""A board without scripts: the drawing, the words, and a game played by forms alone."""

from __future__ import annotations

import pytest

from boche.server import limits
from boche.server.web.authentication import SEAT_COOKIE
from tests.server.desk import PASSWORD
from tests.server.web.pages.browser import ADDRESS, Browser, Site, secrets_in
from tests.server.web.site import open_to_all


def made(site: Site, game: str = "boche") -> tuple[int, str, str]:
    """Set up a board between two guests by the front page's form; return number and links.

    Everybody may watch it.
    """
    guest = site.browser()
    guest.get(f"/?game={game}")
    page = guest.send("/")
    friend, own, watch = (each for each in page.links if each.startswith(ADDRESS))
    number = int(watch.rpartition("/")[2].partition("#")[0])
    open_to_all(site.store, number)
    return number, own, friend


def seated(site: Site, number: int, link: str) -> Browser:
    """Return a browser without scripts that has taken the seat of a link."""
    browser = site.browser()
    browser.get(f"/board/{number}/plain")
    browser.send(f"/board/{number}/plain/seat", seat=link)
    return browser


def test_a_link_with_something_behind_it_leads_to_the_seat(site: Site) -> None:
    number, own, _ = made(site)
    browser = seated(site, number, f"{own}>.")
    assert browser.cookies[SEAT_COOKIE] == own.partition("#seat=")[2]


@pytest.mark.parametrize("typed", ["C: a1", "c\uff1aa1", "\u201cc:a1\u201d", "c:a1.", "c:a1\u200b"])
def test_a_move_is_read_as_a_keyboard_writes_it(site: Site, typed: str) -> None:
    number, own, friend = made(site)
    browser, _ = seated(site, number, own), seated(site, number, friend)
    page = browser.post(f"/board/{number}/plain/move", {"move": typed, "ply": "1"})
    assert page.status == 200
    assert "c:a1" in page.shown


def test_boards_are_drawn(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw all boards in one process, as it takes time to start."""
    number, own, friend = made(site)
    browser, _ = seated(site, number, own), seated(site, number, friend)
    start = browser.get(f"/board/{number}.svg")
    assert start.status == 200
    assert start.headers["content-type"].startswith("image/svg+xml")
    assert start.text.startswith("<svg ")
    tag = start.headers["etag"]
    assert browser.get(f"/board/{number}.svg", if_none_match=tag).status == 304
    browser.get(f"/board/{number}/plain")
    browser.post(f"/board/{number}/plain/move", {"move": "c:a1", "ply": "1"})
    assert browser.get(f"/board/{number}.svg").text != start.text
    assert browser.get(f"/board/{number}.svg?ply=0").text == start.text
    assert browser.get(f"/board/{number}.svg?ply=2").status == 404
    assert browser.get("/board/9999.svg").status == 404
    # The rules have boards as well, and each as a page that can be rotated.
    page = browser.get("/help/octi")
    drawn = [each.attributes["src"] for each in page.all("img")]
    assert drawn[0] == "/help/octi/0.svg"
    assert len(drawn) > 10
    assert all(each.attributes["alt"].startswith("The board: ") for each in page.all("img"))
    (live, *_) = [each.attributes["data-live"] for each in page.all("figure")]
    assert browser.get(drawn[0]).text.startswith("<svg ")
    turned = browser.get(live)
    assert turned.status == 200
    assert turned.headers["x-frame-options"] == "SAMEORIGIN"
    assert turned.headers["content-security-policy"] == "frame-ancestors 'self'"
    assert browser.get("/help/octi/999.svg").status == 404
    assert browser.get("/help/chess/0.svg").status == 404
    # One address may have only so much drawn; cached drawings cost nothing.
    monkeypatch.setattr(limits, "DRAWINGS", limits.Limit("few", 1, 60.0))
    number, _, _ = made(site, "boku")
    assert browser.get(f"/board/{number}.svg").status == 200
    assert browser.get(f"/board/{number}.svg").status == 200
    number, _, _ = made(site, "che")
    assert browser.get(f"/board/{number}.svg").status == 429


def test_a_guest_plays_by_forms_alone(site: Site) -> None:
    number, own, friend = made(site)
    here = f"/board/{number}/plain"
    one, two = seated(site, number, own), seated(site, number, friend)
    (secret,) = secrets_in(own)
    assert one.cookies[SEAT_COOKIE] == secret
    page = one.get(here)
    assert "Your turn." in page.shown
    assert secret not in page.text
    assert "the board after 0 moves: it is empty." in page.all("img")[0].attributes["alt"].lower()
    page = one.get(f"{here}?place=b2")
    kinds = [each.attributes for each in page.all("input")]
    ways = [each["value"] for each in kinds if each.get("type") == "radio"]
    assert ways == [f"{each}:b2" for each in "abcdefgh"]
    page = one.post(f"{here}/move", {"move": "c:b2", "ply": "1"})
    assert page.path == here
    assert "Moves c:b2" in page.shown
    assert "b2" in page.all("img")[0].attributes["alt"]
    assert "friend to move." in page.shown
    page = two.get(here)
    assert "Your turn." in page.shown
    page = two.post(f"{here}/move", {"move": "c:z9", "ply": "2"})
    assert page.status == 400
    assert page.reason
    assert "Your turn." in page.shown, "the form is there again"
    two.get(f"{here}?place=a1")
    page = two.post(f"{here}/act", {"what": "resign"})
    assert page.status == 400, "not without the box"
    page = two.post(f"{here}/act", {"what": "resign", "sure": "1"})
    assert "You lost." in page.shown
    assert "Your move" not in page.shown


def test_the_page_looks_again_while_one_waits_and_only_then(site: Site) -> None:
    number, own, friend = made(site)
    here = f"/board/{number}/plain"

    def looks(browser: Browser, query: str = "") -> bool:
        return 'http-equiv="refresh"' in browser.get(f"{here}{query}").text

    one, two = seated(site, number, own), seated(site, number, friend)
    assert not looks(one), "a move may be half written"
    assert looks(two)
    assert "While you wait this page looks again by itself." in two.page.shown
    assert not looks(two, "?still=1")
    assert "Look again by itself while I wait" in two.page.shown
    one.post(f"{here}/move", {"move": "c:b2", "ply": "1"})
    assert looks(one)
    assert not looks(one, "?ply=0"), "an earlier position is looked at in peace"
    assert "I give the game up" not in one.get(here).shown, "a box that is ticked would be lost"
    assert "I give the game up" in one.get(f"{here}?still=1").shown
    assert not looks(two)
    assert not looks(site.browser()), "the form for a link is there"
    refused = one.post(f"{here}/act", {"what": "resign"})
    assert 'http-equiv="refresh"' not in refused.text, "its address takes no GET"
    two.post(f"{here}/move", {"move": "c:a1", "ply": "2"})
    one.post(f"{here}/act", {"what": "undo"})
    assert not looks(two), "an offer is to be answered"
    two.post(f"{here}/act", {"what": "reject", "offer": "undo 0"})
    one.post(f"{here}/move", {"move": "c:c3", "ply": "3"})
    one.post(f"{here}/act", {"what": "draw"})
    assert looks(one), "that of the other is waited for"


def test_half_a_move_is_gone_on_with(site: Site) -> None:
    number, own, friend = made(site, "che")
    here, browser = f"/board/{number}/plain", seated(site, number, friend)
    seated(site, number, own).post(f"{here}/move", {"move": "fl:0,0", "ply": "1"})
    page = browser.get(f"{here}?place=1,0")
    onward = [each for each in page.links if "taken=" in each]
    assert onward
    page = browser.get(onward[0])
    assert "You began with" in page.shown
    page = browser.get(f"{onward[0].partition('#')[0]}&place=fr:1,0%2B0,1")
    second = [each.attributes for each in page.all("input")]
    moves = [each["value"] for each in second if each.get("type") == "radio"]
    assert moves
    assert browser.post(f"{here}/move", {"move": moves[0], "ply": "2"}).status == 200
    assert "After move 2," in browser.page.shown
    browser = seated(site, number, own)
    assert browser.get(f"{here}?taken=nothing").status == 400
    assert browser.get(f"{here}?place=99,99").status == 404
    assert browser.get(f"{here}?place={'x' * 500}").status == 400


def test_who_is_signed_in_needs_no_link(site: Site) -> None:
    marie = site.browser("Marie")
    marie.get("/?game=boku&against=level&level=1")
    marie.send("/", against="level", level="1")
    page = marie.get("/board/1/plain")
    assert "Black: You" in page.shown
    page = marie.post("/board/1/plain/move", {"move": "a1", "ply": "1"})
    assert "level-1 to move." in page.shown
    assert PASSWORD not in page.text


def test_a_wrong_link_takes_no_seat_and_a_seat_is_forgotten(site: Site) -> None:
    number, own, _ = made(site)
    here, browser = f"/board/{number}/plain", site.browser()
    browser.get(here)
    page = browser.send(f"{here}/seat", seat=own[:-5])
    assert page.status == 403
    assert page.reason
    assert "copy the whole link" in page.reason
    assert SEAT_COOKIE not in browser.cookies
    assert browser.post(f"{here}/move", {"move": "c:a1", "ply": "1"}).status == 403
    browser.get(here)
    browser.send(f"{here}/seat", seat=own)
    browser.send(f"{here}/seat")
    assert SEAT_COOKIE not in browser.cookies
    foreign = browser.post(f"{here}/seat", {"seat": own}, origin="http://evil.example")
    assert foreign.status == 403


def test_each_way_to_play_is_in_words(site: Site) -> None:
    """Also a tile that begins a move of two."""
    number, own, friend = made(site, "che")
    one, two = seated(site, number, own), seated(site, number, friend)
    here = f"/board/{number}/plain"
    assert "fl:0,0 fl, a light band from the upper left" in one.get(f"{here}?place=0,0").shown
    one.post(f"{here}/move", {"move": "fl:0,0", "ply": "1"})
    page = two.get(f"{here}?place=1,0")
    assert "bl:1,0 bl, a dark band from the upper left to the lower right; the first" in page.shown


def test_an_answer_names_the_offer_that_the_page_showed(site: Site) -> None:
    number, own, friend = made(site)
    here = f"/board/{number}/plain"
    one, two = seated(site, number, own), seated(site, number, friend)
    for browser, move, ply in ((one, "c:b2", "1"), (two, "c:a1", "2")):
        browser.post(f"{here}/move", {"move": move, "ply": ply})
    one.post(f"{here}/act", {"what": "undo"})
    assert "You propose taking back a move." in one.get(here).shown
    page = two.get(here)
    assert "proposes taking back a move" in page.shown
    shown = [each.attributes["value"] for each in page.all("input")
             if each.attributes.get("name") == "offer"]  # fmt: skip
    assert shown == ["undo 0"]
    one.post(f"{here}/act", {"what": "draw"})
    page = two.post(f"{here}/act", {"what": "accept", "offer": shown[0]})
    assert (page.status, "that offer no longer stands" in page.reason) == (409, True)
    assert "proposes a draw" in page.shown
    two.post(f"{here}/act", {"what": "accept", "offer": "draw 0"})
    assert "A draw by agreement" in two.get(here).shown


def test_conditional_moves_are_written_by_name(site: Site) -> None:
    number, own, friend = made(site)
    here = f"/board/{number}/plain"
    one, two = seated(site, number, own), seated(site, number, friend)
    assert "Conditional moves" not in one.get(here).shown, "it is their turn"
    page = two.get(here)
    assert "Conditional moves" in page.shown
    assert 'name="condition"' not in page.text, "what is typed would be lost at the next look"
    (link,) = (each for each in page.links if each.endswith("#conditions"))
    page = two.get(link)
    inputs = [each.attributes for each in page.all("input")]
    (field,) = (each for each in inputs if each.get("name") == "condition")
    assert field["placeholder"].startswith("if ")
    assert f"Write “{field['placeholder']}”" in page.shown
    page = two.send(f"{here}/plan", condition="if c:a1 then c:z9")
    assert page.status == 400
    assert page.reason
    assert "if c:a1 then c:z9" in page.text, "it stays in the field"
    page = two.send(f"{here}/plan", condition="if c:a1 then c:b1 if c:a2 then c:c1")
    assert page.path == f"{here}#conditions"
    assert "If c:a1, reply c:b1" in page.shown
    assert "If c:a1, c:b1, c:a2, reply c:c1" in page.shown
    page = one.post(f"{here}/move", {"move": "c:a1", "ply": "1"})
    assert "After move 2, c:b1" in page.shown
    assert "Your turn." in page.shown
    page = two.get(f"{here}?still=1")
    assert "If c:a2, reply c:c1" in page.shown
    page = two.post(f"{here}/act", {"what": "clear-plans"})
    assert "reply" not in page.shown
