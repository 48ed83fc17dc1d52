"""Clocks in a real window, in the other games."""

from __future__ import annotations

import pytest

from boche.engine.games.registry import GAMES
from tests.e2e.window.full import test_window_clocks_more as push
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]


@pytest.mark.parametrize("game", [name for name in GAMES if name != "che"])
def test_a_clock_is_shown_held_and_runs_out(desk: Desk, game: str) -> None:
    push.test_a_clock_is_shown_held_and_runs_out(desk, game)
