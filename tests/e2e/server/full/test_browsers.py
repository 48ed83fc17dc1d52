"""More games between people at real pages, and what is dear to draw."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

from tests.e2e.server import test_browsers as push
from tests.e2e.server.people import Game, Person, ask
from tests.e2e.server.test_browsers import account, browsers, opened, server
from tests.e2e.server.whole import DESK, Account, Browsers
from tests.server.long_games import endless

__all__ = ["account", "browsers", "opened", "server"]


MOVING = {**DESK, "reduced_motion": "no-preference"}
SLOW_MOTION = """
const now = performance.now.bind(performance), frame = requestAnimationFrame;
performance.now = () => now() / 100;
window.requestAnimationFrame = (act) => frame((time) => act(time / 100));
"""


def test_a_pointer_at_rest_chooses_what_comes_under_it(
    opened: Callable[..., Any], server: str
) -> None:
    """Point while the camera turns: its final position counts."""
    game, secrets = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    ann = Person(opened(MOVING), game, secrets[0], "mouse")
    ann.sees("#state", "your turn")
    for target, key, view in [("c2", "2", "corner2"), ("h6", "3", "corner3"), ("c2", "t", "top")]:
        ann.point_while_turning(target, key, view)
    assert ann.errors == []


def test_a_click_counts_while_a_piece_falls(opened: Callable[..., Any], server: str) -> None:
    """Click before the opponent's piece has landed: the click counts, as at the desk."""
    game, secrets = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    page = opened(MOVING)
    page.add_init_script(SLOW_MOTION)
    bob = Person(page, game, secrets[1], "mouse")
    bob.sees("#state", "Ann's turn")
    ask(server, "POST", f"/api/boards/{game.number}/moves", {"move": "f5"}, secrets[0])
    game.play("f5")
    bob.sees("#state", "your turn")
    bob.click_at_once("c2")
    bob.sees("#moves [aria-current]", "c2")
    assert page.get_attribute("#table", "aria-busy") == "true", "the piece fell all the while"
    assert bob.errors == []


def test_a_long_game_is_seen_from_its_end_to_its_beginning(
    opened: Callable[..., Any], server: str
) -> None:
    """Step back through it: the last positions come with the page, the others on demand."""
    game, secrets = Game.new(server, "octi", {})
    asked = list[str]()
    for ply, text in enumerate(islice(endless(), 100), 1):
        ask(server, "POST", f"/api/boards/{game.number}/moves", {"move": text},
            secrets[(ply + 1) % 2])  # fmt: skip
    page = opened()
    page.on("request", lambda sent: asked.append(sent.url))
    page.goto(f"{server}/board/{game.number}")
    stands = "text => document.querySelector('#state').textContent.startsWith(text)"
    page.wait_for_function(stands, arg="100. ")
    assert len([url for url in asked if "/positions" in url]) == 1
    for button, start in (("back", "99. "), ("first", "Black to move"), ("next", "1. 37+a")):
        page.click(f"#{button}")
        page.wait_for_function(stands, arg=start)
    page.fill("#slider", "20")
    page.wait_for_function(stands, arg="20. ")
    page.click("#last")
    page.wait_for_function(stands, arg="100. ")
    assert len([url for url in asked if "/positions" in url]) == 2  # all missing ones


@pytest.mark.parametrize("game", ["boche", "che", "octi"])
def test_a_whole_game_with_all_that_belongs_to_it(
    browsers: Browsers, account: Account, game: str
) -> None:
    push.test_a_whole_game_with_all_that_belongs_to_it(browsers, account, game)


@pytest.mark.parametrize("kind", ["desk", "low"])
def test_how_a_game_ended_hides_nothing_of_the_board(
    opened: Callable[..., Any], server: str, kind: str
) -> None:
    push.test_how_a_game_ended_hides_nothing_of_the_board(opened, server, kind)


@pytest.mark.parametrize(
    ("name", "options", "moves"),
    [("che", {}, "br:0,0 fl:-1,1+bl:0,1 fr:-2,1+br:0,2 bl:-1,2+fl:1,1")],
)
def test_a_game_over_a_line_that_is_late(
    opened: Callable[..., Any], server: str, name: str, options: dict[str, Any], moves: str
) -> None:
    push.test_a_game_over_a_line_that_is_late(opened, server, name, options, moves)


@pytest.mark.parametrize(
    ("name", "moves", "piece", "way"),
    [("boche", ("a:a1", "c:b1"), "a1", "c:b1: rotation c, dark on top, ")],
)
def test_a_game_can_be_heard(
    opened: Callable[..., Any], server: str, name: str, moves: tuple[str, str], piece: str, way: str
) -> None:
    push.test_a_game_can_be_heard(opened, server, name, moves, piece, way)
