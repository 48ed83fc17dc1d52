"""One's games at a server in a real window: signed in, opened and played one after the other."""

from __future__ import annotations

import signal
import time
from pathlib import Path

from tests.e2e.server.served import Served
from tests.e2e.window.window_help import PATIENCE, Desk, desk, display
from tests.viewer.remote.rival import PASSWORD, Rival

__all__ = ["desk", "display"]


def titled(desk: Desk, title: str, limit: float = PATIENCE) -> bool:
    """Wait until the window has a title, a regular expression."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if desk.do("search", "--name", title, check=False):
            return True
        time.sleep(0.05)
    return False


def test_games_are_played_one_after_the_other_by_keys(desk: Desk, tmp_path: Path) -> None:
    served = Served("--data", str(tmp_path / "server"))
    try:
        rival = Rival(served.port).against_new()
        late, soon = rival.board(days=7), rival.board(days=2)
        desk.start("octi")
        desk.do("mousemove", 1900, 1190)
        desk.keys("ctrl+j")
        desk.do("sleep", 0.4, "type", "--delay", 8, served.address)
        desk.do("key", "Tab", "type", "--delay", 8, rival.own)
        desk.do("key", "Tab", "type", "--delay", 8, PASSWORD)
        desk.keys("Return")
        assert titled(desk, r"^\(2\) .*Octi$"), "the title counts the games that wait"
        desk.do("sleep", 1.0, "key", "Return")  # the list has come with the count, or soon after
        assert titled(desk, r"^\(2\) Your move: rival .*Boche$")
        for left, number in ((1, soon), (0, late)):
            desk.do("sleep", 0.4, "key", "slash", "type", "--delay", 15, "a:a1")
            desk.keys("Return")
            assert titled(desk, r"^\(1\) rival .*Boche$" if left else "^rival .*Boche$")
            assert rival.ask("GET", f"/api/boards/{number}")["moves"] == ["a:a1"]
            desk.keys("j")
            assert titled(desk, r"^\(1\) Your move: rival .*Boche$" if left else "^rival .*Boche$")
        rival.move(soon, "c:b1")
        assert titled(desk, r"^\(1\) rival .*Boche$"), "the count follows without being asked"
    finally:
        served.end(signal.SIGTERM)
