"""Programs with sessions of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from boche.engine import new
from boche.engine.players.registry import make_player
from tests.engine.players.test_program_ends import DAEMON, LINUX, PLAYS, command_of, pids, runs


@LINUX
def test_a_session_of_its_own_ends_with_the_game(tmp_path: Path) -> None:
    """Check that programs in other sessions are ended, but a stranger and our own child are not."""
    mark, start = tmp_path / "pids", new("boche", size=3)
    ours = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    other = make_player(command_of(f"import sys{PLAYS}"), start)
    hiding = f"{DAEMON}\nfor _ in range(3): daemon({str(mark)!r})\n{PLAYS}"
    player = make_player(command_of(hiding), start)
    try:
        assert str(player.choose(start, [])) == "a:a1"
        hidden = pids(mark, 3)
        assert all(map(runs, hidden))
        assert all(os.getsid(pid) != os.getsid(0) for pid in hidden)
        player.close()
        assert not any(map(runs, hidden))
        assert ours.poll() is None
        assert str(other.choose(start, [])) == "a:a1"
    finally:
        player.close()
        other.close()
        ours.kill()
        ours.wait()
