"""Lines of the computer in a window, in the other games."""

from __future__ import annotations

import pytest

from boche.engine.games.registry import GAMES
from tests.e2e.window import test_window_engine as push
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]


@pytest.mark.parametrize("game", [name for name in GAMES if name != "octi"])
def test_lines_are_tried_and_kept_by_pointer_and_by_keys(desk: Desk, game: str) -> None:
    push.test_lines_are_tried_and_kept_by_pointer_and_by_keys(desk, game)
