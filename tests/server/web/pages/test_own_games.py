"""One's own games, in every page's title and menu, and as an app on a phone."""

from __future__ import annotations

import json
import re

from boche.engine.durations import DAY
from boche.server.database.store import Transaction
from boche.server.people import accounts
from boche.server.play import setup
from boche.server.play.actor import Actor
from boche.server.play.clocks import Clock
from boche.server.play.moves import move
from tests.server.web.pages.browser import Browser, Page, Site
from tests.server.web.pages.test_lists import numbers, play


def begin(site: Site, first: str, second: str, days: float | None = None) -> int:
    """Set up a running game of boku between two accounts; the first one is to move."""

    def work(transaction: Transaction) -> int:
        one, two = (setup.SeatTaker(accounts.named(transaction, name)) for name in (first, second))
        clock = None if days is None else Clock.days_a_move(days)
        terms = setup.Terms.of("boku", {}, clock)
        return setup.make(transaction, terms, (one, two), site.now).number

    return site.store.write(work)


def pair(site: Site) -> tuple[Browser, Browser]:
    return site.browser("ann"), site.browser("bob")


def parts(page: Page) -> dict[str, list[int]]:
    """Return the boards of each part of the page of one's own games."""
    found: dict[str, list[int]] = {}
    for piece in page.text.split("<h2>")[1:]:
        boards = map(int, re.findall(r'class="to" href="/board/(\d+)"', piece))
        found[piece.partition(" <")[0].partition("</")[0]] = list(boards)
    return found


def test_the_nearest_deadline_comes_first_and_the_opponents_turns_after(site: Site) -> None:
    ann, bob = pair(site)
    play(site)
    untimed, slow, fast = (begin(site, "ann", "bob", days) for days in (None, 5, 2))
    other_slow, other_fast = (begin(site, "bob", "ann", days) for days in (4, 1))
    bob.get("/?against=name&name=ann&game=che")
    bob.send("/")
    ann.get("/?against=open&game=octi")
    ann.send("/")
    page = ann.get("/games?show=mine")
    assert parts(page) == {
        "You are asked": [7], "Your turn": [fast, slow, untimed],
        "Waiting for the opponent": [other_fast, other_slow], "Not begun": [8], "Finished": [1],
    }  # fmt: skip
    assert "Your turn, until 2027-01-1" in " ".join(page.shown.split())
    plain = " ".join(ann.get(f"/board/{fast}/plain").shown.split())
    assert ": You, until 2027-01-1" in plain
    assert ": bob, 2 days left" in plain
    assert parts(ann.get("/games?show=mine&game=octi"))["Not begun"] == [8]
    assert ann.get("/games?show=mine&game=nothing").status == 404
    assert site.browser().get("/games?show=mine").path.startswith("/sign-in")
    assert parts(bob.get("/games?show=mine"))["Your turn"] == [other_fast, other_slow]


def test_each_running_game_has_its_picture_which_the_browser_keeps(site: Site) -> None:
    ann, _ = pair(site)
    number = begin(site, "ann", "bob")
    play(site)
    (address,) = (e.attributes["src"] for e in ann.get("/games?show=mine").all("img"))
    assert all(e.attributes["loading"] == "lazy" for e in ann.page.all("img"))
    picture = ann.get(address)
    assert picture.text.startswith("<svg ")
    assert "immutable" in picture.headers["cache-control"]

    def work(transaction: Transaction) -> None:
        user = accounts.named(transaction, "ann")
        move(transaction, Actor(user.id), number, "f5", site.now)

    site.store.write(work)
    (other,) = (e.attributes["src"] for e in ann.get("/games?show=mine").all("img"))
    assert other != address
    assert ann.get(address).headers["cache-control"] == "no-cache", "it is no longer the last one"


def test_every_title_counts_what_awaits_the_reader(site: Site) -> None:
    ann, bob = pair(site)
    begin(site, "ann", "bob")
    bob.get("/?against=name&name=ann&game=che")
    bob.send("/")
    for path in ("/", "/games", "/standings/boku", "/help", "/account", "/games?show=mine"):
        page = ann.get(path)
        assert page.all("title")[0].text.startswith("(2) "), path
        assert "My games (2)" in page.one("header")
        (icon,) = (e.attributes for e in page.all("link") if e.attributes["rel"] == "icon")
        assert icon["href"] == icon["data-turn"]
    assert not bob.get("/").all("title")[0].text.startswith("(")
    assert "My games" not in site.browser().get("/").text


def test_a_phone_can_keep_the_pages_as_an_app(site: Site) -> None:
    guest = site.browser()
    for path in ("/", "/board/1"):
        if path != "/":
            site.browser("ann"), site.browser("bob")
            begin(site, "ann", "bob")
        page = guest.get(path)
        assert 'href="/manifest.webmanifest"' in page.text
        assert page.text.count('name="theme-color"') == 2
        assert "manifest-src 'self'" in page.headers["content-security-policy"]
        assert "worker-src 'self'" in page.headers["content-security-policy"]
    manifest = guest.get("/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
    data = json.loads(manifest.text)
    assert {(icon["sizes"], icon["purpose"]) for icon in data["icons"]} == {
        ("192x192", "any"), ("512x512", "any"), ("512x512", "maskable"),
    }  # fmt: skip
    for icon in data["icons"]:
        found = guest.get(icon["src"])
        side = int(icon["sizes"].partition("x")[0])
        assert found.content[:8] == b"\x89PNG\r\n\x1a\n"
        assert int.from_bytes(found.content[16:20], "big") == side
        assert len(found.content) < 300_000
    for shortcut in data["shortcuts"]:
        assert guest.get(shortcut["url"]).status in (200, 401)
    assert guest.get(data["start_url"]).status == 200


def test_the_list_for_when_one_is_off_line_has_times_that_stay_true(site: Site) -> None:
    ann, _ = pair(site)
    begin(site, "ann", "bob", 3)
    play(site)
    page = ann.get("/offline")
    shown = " ".join(page.shown.split())
    assert "You are off line. This is the list as it was at 2027-01-15 08:01 UTC" in shown
    assert "until 2027-01-18 08:00 UTC" in shown
    assert "left" not in shown
    assert not page.all("img"), "no board that may have gone on"
    assert [e.attributes["href"] for e in page.all("a")] == [""]
    assert "Finished" not in shown
    guest = site.browser().get("/offline")
    assert "You are off line. The page opens by itself" in guest.shown
    assert "ann" not in guest.shown
    assert [e.attributes["href"] for e in guest.all("a")] == [""]


def test_going_on_to_the_next_game_is_a_choice(site: Site) -> None:
    ann, _ = pair(site)
    number = begin(site, "ann", "bob")
    assert 'data-onward="no"' in ann.get(f"/board/{number}").text
    sent = {"content_type": "application/json", "origin": "http://table.local"}
    for value, kept in ((b"true", "yes"), (b"false", "no")):
        assert ann.ask("PATCH", "/api/me", b'{"onward": %s}' % value, sent).status == 200
        page = ann.get(f"/board/{number}")
        assert f'data-onward="{kept}"' in page.text
        assert 'data-confirm=""' in page.text
    assert ann.ask("PATCH", "/api/me", b'{"onward": 3}', sent).status == 400
    assert numbers(ann.get("/games?show=turn")) == [number]
    site.now += DAY


def test_options_and_what_follows_them_are_told_apart(site: Site) -> None:
    ann, bob = pair(site)
    ann.get("/?against=name&name=bob&game=boche")
    ann.send("/", **{"option-size": "3", "rated": "1"})
    assert "Size: 3, rated" in " ".join(bob.get("/games?show=mine").shown.split())
