"""A bad move at a real window: it is warned of, taken back by a key, and the game goes on."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from boche.engine.record import load
from tests.e2e.window.window_help import PATIENCE, Desk, desk, display

__all__ = ["desk", "display"]

GAME = "(;FF[4]GM[Boku]CA[UTF-8]PB[Anna];B[a1];W[e3];B[e7];W[e4];B[k6];W[e5];B[k7];W[e6])"
"""White, the computer, has four in a row, one end of which is free: e2."""


def wait_until(state: Callable[[], bool], act: Callable[[], object] = lambda: None) -> None:
    """Wait for a state, and do something each time it is not there yet."""
    end = time.monotonic() + 2 * PATIENCE
    while not state():
        assert time.monotonic() < end, "it does not come to this"
        act()
        time.sleep(0.2)


def test_a_warned_move_is_taken_back_and_the_game_goes_on(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text(GAME)
    desk.settings(hints_seen=True, animation_speed=0.0, warning_waits=True, told=["boku.first"])
    desk.start(path, "--white", "1")

    def is_played(move: str) -> bool:
        return any(f"[{move}]" in saved.read_text() for saved in desk.autosaves())

    def play(move: str) -> None:
        desk.keys("slash")
        desk.settle()
        desk.do("type", "--delay", 30, move)
        desk.keys("Return")

    play("f9")
    wait_until(lambda: is_played("f9"))
    # The key does nothing before the warning; the computer would win at once without it.
    wait_until(lambda: not is_played("f9"), lambda: desk.keys("z"))
    play("e2")
    wait_until(lambda: is_played("e2"))
    desk.keys("ctrl+s")

    def moves() -> list[str]:
        return [node.move for node in load(path).main_line() if node.move is not None]

    wait_until(lambda: len(moves()) > 9, lambda: desk.keys("ctrl+s"))
    assert moves()[:9] == ["a1", "e3", "e7", "e4", "k6", "e5", "k7", "e6", "e2"]
    assert "f9" not in path.read_text()
