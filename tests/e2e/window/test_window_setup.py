"""The position editor in a real window, by mouse and keys, in all games."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine.record import load, sample_files
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]


def saved(desk: Desk, path: Path) -> None:
    """Save the game on the table under a new name."""
    desk.do("key", "ctrl+s", "sleep", 0.6, "key", "ctrl+a")
    desk.do("type", "--delay", 4, str(path))
    desk.do("sleep", 0.2, "key", "Return", "sleep", 0.6)


@pytest.mark.parametrize("game", ["che"])
def test_a_position_is_set_up_and_played_from(game: str, desk: Desk, tmp_path: Path) -> None:
    name, data = next(iter(sample_files(game).items()))
    source, path = tmp_path / name, tmp_path / "from-here.sgf"
    source.write_bytes(data)
    desk.settings(hints_seen=True)
    desk.start(source, "--move", "4")
    before = load(source)
    shown = before.position(before.main_line()[4])
    desk.do("mousemove", 900, 1190, "key", "ctrl+b", "sleep", 0.6)
    desk.keys("Right", "Return", "Right", "Return")  # in some games a piece takes two steps
    desk.do("sleep", 0.4, "key", "ctrl+z", "sleep", 0.3)
    desk.keys("ctrl+z", "ctrl+z", "ctrl+z")
    desk.do("key", "ctrl+Return", "sleep", 0.8)
    saved(desk, path)
    record = load(path)
    assert not record.problems
    assert record.start.text_board() == shown.text_board()
    assert record.start.turn == shown.turn
    assert source.read_bytes() == data
