"""Every key in every mode, in the other games."""

from __future__ import annotations

from itertools import product

import pytest

from boche.engine.games.registry import GAMES
from tests.e2e.window.full import test_window_modes_more as push
from tests.e2e.window.full.test_window_modes_more import KEYS
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]


@pytest.mark.parametrize(("mode", "game"), sorted({*product(KEYS, GAMES)} - {("lesson", "boku")}))
def test_what_a_mode_lacks_is_refused_in_one_line(desk: Desk, mode: str, game: str) -> None:
    push.test_what_a_mode_lacks_is_refused_in_one_line(desk, mode, game)
