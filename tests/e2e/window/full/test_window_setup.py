"""The position editor in a real window, in the other games."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine.games.registry import GAMES
from boche.engine.record import load
from tests.e2e.window import test_window_setup as push
from tests.e2e.window.test_window_setup import saved
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]


@pytest.mark.parametrize("game", [name for name in GAMES if name != "che"])
def test_a_position_is_set_up_and_played_from(game: str, desk: Desk, tmp_path: Path) -> None:
    push.test_a_position_is_set_up_and_played_from(game, desk, tmp_path)


def test_leaving_the_editor_leaves_the_game_as_it_was(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    desk.settings(hints_seen=True)
    desk.start("boche", "--size", "4")
    desk.do("mousemove", 900, 1190, "key", "slash", "type", "--delay", 15, "c:a1")
    desk.do("key", "Return", "sleep", 0.4, "key", "ctrl+b", "sleep", 0.5)
    assert len(desk.autosaves()) == 1  # the game is safe meanwhile
    desk.keys("ctrl+Delete", "Escape", "Escape")  # it asks, and stays
    desk.do("key", "Escape", "sleep", 1.0, "key", "y", "sleep", 0.5)
    saved(desk, path)
    assert load(path).moves() == ["c:a1"]
    assert load(path).setup is None
