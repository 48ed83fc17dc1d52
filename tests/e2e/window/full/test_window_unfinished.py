"""Half-made moves in a real window, in the other games."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.window import test_window_unfinished as push
from tests.e2e.window.test_window_unfinished import GAMES
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]


@pytest.mark.parametrize("game", [name for name in GAMES if name != "che"])
def test_undo_goes_by_the_steps_of_a_half_made_move(desk: Desk, tmp_path: Path, game: str) -> None:
    push.test_undo_goes_by_the_steps_of_a_half_made_move(desk, tmp_path, game)
