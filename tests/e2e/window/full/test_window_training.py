"""Exercises in the real window, in the other games and on a large screen."""

from __future__ import annotations

import pytest

from boche.engine.games.registry import GAMES
from tests.e2e.window import test_window_training as push
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]


@pytest.mark.parametrize("game", [name for name in GAMES if name != "che"])
def test_a_mistake_is_retried_by_keys(desk: Desk, game: str) -> None:
    push.test_a_mistake_is_retried_by_keys(desk, game)


@pytest.mark.parametrize(("width", "height", "scale"), [(1900, 1150, 3.0)])
def test_every_text_can_be_read(desk: Desk, width: int, height: int, scale: float) -> None:
    push.test_every_text_can_be_read(desk, width, height, scale)
