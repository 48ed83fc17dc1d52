"""Public boards on other sites; private ones are on none."""

from __future__ import annotations

import io
import json
from html import unescape
from urllib.parse import urlencode

import pytest
from PIL import Image

from boche.server import limits
from boche.server.database.store import Transaction
from boche.server.play.actor import Actor
from boche.server.play.match import load
from boche.server.play.moves import move
from tests.server.web.pages.browser import ADDRESS, Page, Site
from tests.server.web.pages.test_watch import GAME, LIVE, game, people

PARTS = (".png", ".gif", "/card.png", "/embed")


def tags(page: Page) -> dict[str, str]:
    """Return what a page tells of itself to other sites."""
    return {
        each.attributes.get("property", each.attributes.get("name", "")): each.attributes["content"]
        for each in page.all("meta")
        if "content" in each.attributes
    }


def oembed(site: Site, url: str, **query: str) -> Page:
    return site.browser().get("/oembed?" + urlencode({"url": url, **query}))


def opened(page: Page) -> Image.Image:
    assert page.status == 200
    return Image.open(io.BytesIO(page.content))


def test_a_board_is_a_picture_at_any_move(site: Site) -> None:
    people(site, "ann", "bob")
    board = game(site, "ann", "bob", plies=3)
    guest = site.browser()
    page = guest.get(f"/board/{board}.png")
    assert page.headers["content-type"] == "image/png"
    assert page.headers["cache-control"] == "public, max-age=60"
    assert page.headers["cross-origin-resource-policy"] == "cross-origin"
    assert opened(page).size[0] == 560
    assert guest.get(f"/board/{board}.png?ply=3").content == page.content
    assert guest.get(f"/board/{board}.png?ply=1").content != page.content
    assert opened(guest.get(f"/board/{board}/card.png?ply=3")).size == (1200, 630)
    assert guest.get(f"/board/{board}.png", if_none_match=page.headers["etag"]).status == 304
    assert guest.get(f"/board/{board}.png?ply=4").status == 404
    assert guest.get(f"/board/{board}.png?ply=x").status == 400


def test_the_game_so_far_is_an_animation_made_once(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    people(site, "ann", "bob")
    board, other = (game(site, "ann", "bob", plies=3, kind=kind) for kind in (GAME, "che"))
    monkeypatch.setattr(limits, "ANIMATIONS", limits.Limit("few", 1, 60.0))
    pages = [site.browser().get(f"/board/{board}.gif") for _ in range(3)]
    assert len({page.content for page in pages}) == 1
    film = opened(pages[0])
    assert (film.format, film.size[0]) == ("GIF", 360)
    assert getattr(film, "n_frames", 0) == 4
    assert site.browser().get(f"/board/{other}.gif").status == 429
    site.now += 60.0
    assert site.browser().get(f"/board/{other}.gif").status == 200


def test_a_link_says_what_it_leads_to(site: Site) -> None:
    people(site, "ann", "bob")
    board = game(site, "ann", "bob", plies=2, clock=LIVE)
    found = tags(site.browser().get(f"/board/{board}"))
    assert found["og:title"] == "Boku: ann \u2013 bob"
    assert found["og:description"] == "ann to move, move 3"
    assert found["og:url"] == f"{ADDRESS}/board/{board}"
    assert found["og:image"] == f"{ADDRESS}/board/{board}/card.png?ply=2"
    assert found["twitter:card"] == "summary_large_image"
    assert site.browser().get(found["og:image"].removeprefix(ADDRESS)).status == 200
    over = game(site, "ann", "bob", plies=2, over=True)
    found = tags(site.browser().get(f"/board/{over}"))
    assert found["og:description"].startswith("ann won. ")
    told = site.browser().get("/robots.txt").text
    assert "Disallow: /board/" in told.partition("User-agent: *")[2]
    assert "Disallow: /board/" not in told.partition("User-agent: *")[0]


def test_a_board_is_shown_in_other_sites_frames_and_nothing_else_is(site: Site) -> None:
    ann, *_ = people(site, "ann", "bob").values()
    board = game(site, "ann", "bob", plies=2)
    page = ann.get(f"/board/{board}/embed")
    assert "frame-ancestors *" in page.headers["content-security-policy"]
    assert "x-frame-options" not in page.headers
    assert "set-cookie" not in page.headers
    assert page.text == site.browser().get(f"/board/{board}/embed").text, "it is nobody's own"
    assert page.forms == []
    assert [each.attributes["target"] for each in page.all("a")] == ["_blank", "_blank"]
    assert "ann to move" in page.shown
    for path in (f"/board/{board}", "/watch", "/", f"/board/{board}/plain", "/board/999/embed"):
        headers = site.browser().get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-frame-options"] == "DENY"


def test_oembed_gives_the_frame(site: Site) -> None:
    people(site, "ann", "bob")
    board = game(site, "ann", "bob", plies=2)
    url = f"{ADDRESS}/board/{board}"
    told = json.loads(oembed(site, url).text)
    assert (told["version"], told["type"]) == ("1.0", "rich")
    assert f'<iframe src="{url}/embed" width="360" height="440"' in told["html"]
    small = json.loads(oembed(site, url, maxwidth="300", maxheight="1").text)
    assert (small["width"], small["height"]) == (300, 300)
    page = site.browser().get(f"/board/{board}")
    (link,) = (e for e in page.all("link") if e.attributes.get("type", "").endswith("oembed"))
    assert (
        json.loads(site.browser().get(link.attributes["href"].removeprefix(ADDRESS)).text) == told
    )
    (field,) = (e for e in page.elements if e.attributes.get("id") == "share-frame")
    assert unescape(field.attributes["value"]) == told["html"]
    assert oembed(site, url, format="xml").status == 501
    assert oembed(site, url, maxwidth="x").status == 400
    assert oembed(site, "").status == 400
    others = ("http://other.example/board/1", f"{ADDRESS}.evil/board/{board}", "http://[")
    for bad in (f"{ADDRESS}/board/999", f"{ADDRESS}/games", f"{url}{'9' * 30}", *others):
        assert oembed(site, bad).status == 404, bad


def test_private_boards_and_challenges_are_shared_with_nobody(site: Site) -> None:
    ann, *_ = people(site, "ann", "bob").values()
    private = game(site, "ann", "bob", plies=2, private=True)
    ann.get("/?against=name&name=bob&game=che")
    challenge = int(ann.send("/").path.rpartition("/")[2].partition("#")[0])
    for board in (private, challenge):
        for browser in (site.browser(), ann):
            for part in PARTS:
                assert browser.get(f"/board/{board}{part}").status == 404
            assert oembed(site, f"{ADDRESS}/board/{board}").status == 404
            page = browser.get(f"/board/{board}")
            assert page.status == 200
            assert not [name for name in tags(page) if name.startswith(("og:", "twitter:"))]
            assert "oembed" not in page.text
            assert "iframe" not in page.text
            (panel,) = (e for e in page.elements if e.attributes.get("id") == "share")
            assert "hidden" in panel.attributes
    missing = site.browser().get("/board/999.png").shown.replace("999", str(private))
    assert site.browser().get(f"/board/{private}.png").shown == missing


def test_the_front_page_has_a_good_game_or_a_sample(site: Site) -> None:
    people(site, "ann", "bob")
    told = json.loads(site.browser().get(f"/replay?game={GAME}").text)
    assert told["base"] == f"/samples/{GAME}"
    for part in ("shared", "positions"):
        assert site.browser().get(f"{told['base']}/{part}").status == 200
    assert site.browser().get(told["link"]).status == 200
    game(site, "ann", "bob", plies=8, over=True)  # resigned: the board does not tell why
    assert json.loads(site.browser().get(f"/replay?game={GAME}").text) == told
    board = game(site, "ann", "bob", plies=0)

    def five_in_a_row(transaction: Transaction) -> None:
        for text in ["a1", "k6", "a2", "k8", "a3", "j6", "a4", "i6", "a5"]:
            seated = load(transaction, board)
            actor = Actor(seated.seats[seated.row.turn].user)
            move(transaction, actor, board, text, site.now)

    site.store.write(five_in_a_row)
    told = json.loads(site.browser().get(f"/replay?game={GAME}").text)
    assert told == {
        "base": f"/api/boards/{board}", "about": "ann \u2013 bob: ann won",
        "link": f"/board/{board}",
    }  # fmt: skip
    page = site.browser().get(f"/?game={GAME}")
    (place,) = (e for e in page.elements if "data-replay" in e.attributes)
    assert "hidden" in place.attributes, "nothing is there until it can be drawn"
