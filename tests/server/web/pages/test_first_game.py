"""A first game at one click, with scripts and without, and who is offered one."""

from __future__ import annotations

import json
from urllib.parse import parse_qs

import pytest

from boche.engine.games.registry import GAMES
from boche.viewer.games.registry import view_of
from tests.server.web.pages.browser import Browser, Site, secrets_in

OFFER = "New here?"


def begin(browser: Browser, game: str, scripted: str = "") -> str:
    """Press the button of the front page; return the path that it leads to."""
    browser.get("/")
    return browser.send("/first-game", game=game, scripted=scripted).path


@pytest.mark.parametrize("game", GAMES)
def test_a_guest_plays_at_one_click_on_a_beginners_board(site: Site, game: str) -> None:
    path, _, mark = begin(site.browser(), game, "1").partition("#")
    fields, beginner = parse_qs(mark), view_of(game).beginner
    assert beginner is not None
    assert "first" in fields
    seat = f"Seat {fields['seat'][0]}"
    answer = site.browser().get(path.replace("/board/", "/api/boards/"), authorization=seat)
    board = json.loads(answer.text)
    assert board["game"] == game
    assert board["options"].items() >= beginner.options.items()
    assert (board["own"], board["state"], board["rated"]) == ([0], "active", False)
    assert board["seats"][1]["name"] == f"level-{beginner.player}"
    assert board["clock"]["start"] is None


def test_without_scripts_the_plain_board_is_ready_to_play(site: Site) -> None:
    guest = site.browser()
    assert begin(guest, "boku") == "/board/1/plain"
    assert "Your move" in guest.page.shown
    assert not secrets_in(guest.page.text)
    played = guest.send("/board/1/plain/move", move="f5")
    assert "level-1" in played.shown


def test_an_account_is_offered_one_until_it_has_played(site: Site) -> None:
    ann = site.browser("ann")
    assert OFFER in ann.get("/").shown
    assert begin(ann, "boche", "1") == "/board/1#first=1"
    assert OFFER not in ann.get("/").shown
    assert OFFER in site.browser().get("/").shown


def test_an_unknown_game_is_refused(site: Site) -> None:
    page = site.browser().post("/first-game", {"game": "<i>chess"})
    assert page.status == 400
    assert "<i>" not in page.text


def test_the_board_says_where_to_go_next(site: Site) -> None:
    guest = site.browser()
    begin(guest, "octi")
    page = guest.get("/board/1")
    links = [each.attributes["href"] for each in page.all("a") if "href" in each.attributes]
    assert "/learn#octi" in links
    assert ("/lobby" in links) == (guest.get("/lobby").status != 404)
    assert guest.get("/learn").status == 200
