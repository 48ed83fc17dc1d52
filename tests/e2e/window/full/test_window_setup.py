"""The position editor in a real window, in the other games."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine.games.registry import GAMES
from tests.e2e.window import test_window_setup as push
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]


@pytest.mark.parametrize("game", [name for name in GAMES if name != "che"])
def test_a_position_is_set_up_and_played_from(game: str, desk: Desk, tmp_path: Path) -> None:
    push.test_a_position_is_set_up_and_played_from(game, desk, tmp_path)
