"""Exercises in the real window, in the other games and on a large screen."""

from __future__ import annotations

import pytest

from boche.engine.games.registry import GAMES
from tests.e2e.window import test_window_training as push
from tests.e2e.window.test_window_training import MODULE, analysed
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]


@pytest.mark.parametrize("game", [name for name in GAMES if name != "che"])
def test_a_mistake_is_retried_by_keys(desk: Desk, game: str) -> None:
    push.test_a_mistake_is_retried_by_keys(desk, game)


def test_a_mistake_is_retried_by_mouse(desk: Desk) -> None:
    path, best = analysed(desk, "boku")
    seen = desk.scenario("by_mouse", path, best, module=MODULE, timeout=120)
    assert "Find a better move" in seen["task"]
    assert "Black to move" in seen["task"]
    assert "costs 60 points" in seen["wrong"]
    assert seen["red"][1] > 100 > seen["red"][0], "no red mark on a wrong answer"
    assert seen["again"] == seen["asked"], "the wrong move and its refutation are taken back"
    assert "The move is" in seen["hint"]
    assert seen["green"][0] > 100 > seen["green"][1], "no green mark on a right answer"
    assert seen["back"]


@pytest.mark.parametrize(("width", "height", "scale"), [(1024, 640, 1.0), (1900, 1150, 3.0)])
def test_every_text_can_be_read(desk: Desk, width: int, height: int, scale: float) -> None:
    desk.settings(hints_seen=True, ui_scale=scale, animation_speed=0.0, quality="low")
    path, _ = analysed(desk, "octi")
    seen = desk.scenario("readable", path, width, height, module=MODULE, timeout=120)
    assert seen["size"] == [width, height]
    assert seen["cut"] == []
    assert seen["outside"] == []


def test_a_puzzle_is_solved_by_mouse_and_keys(desk: Desk) -> None:
    seen = desk.scenario("puzzle", module=MODULE, timeout=120)
    assert "Today's puzzle" in seen["start"]
    assert "is right" in seen["first"]
    assert "Your puzzle rating" in seen["done"]
    assert seen["tried"] == 1
    assert "Puzzle" in seen["next"]
    assert "Today's puzzle (tried)" in seen["page"], "a second hint shows the move"
