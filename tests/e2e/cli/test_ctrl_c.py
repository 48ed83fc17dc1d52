"""Ctrl+C at any moment in real processes: code 130, one line at most, no process left behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")

FIGURE = str(ROOT / "assets" / "records" / "boche-figure-size-4.sgf")

# What the installed command does, with a sign as soon as it listens: how long Python takes to get
# there is not the program's. Whoever starts the tests may have told them not to hear Ctrl+C.
COMMAND = """
import os, signal, sys
from boche.viewer.cli import main

def listens(number, handler, set_handler=signal.signal):
    signal.signal = set_handler
    before = set_handler(number, handler)
    os.write(2, b"+")
    return before

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal = listens
    sys.exit(main())
"""

# The same where the process is told not to hear: the sign comes before the program, which leaves
# that alone, so that it cannot be late.
DEAF = """
import os, signal, sys
from boche.viewer.cli import main
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.write(2, b"+")
    sys.exit(main())
"""

MATCH = ("match", "random", "greedy", "--size", "3", "--games", "999999999")
LINES = {
    "version": ("--version",),
    "show": ("show", FIGURE),
    "perft": ("perft", "--size", "5", "--depth", "9"),
    "gtp": ("gtp", "--player", "1"),
    "analyse": ("analyse", FIGURE, "--seconds", "9"),
    "bench": ("bench", "--seconds", "99"),
    "match": (*MATCH, "--jobs", "1"),
    "match in processes": (*MATCH, "--jobs", "2"),
}


def start(*args: str, cwd: Path) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, *args], cwd=cwd, text=True, start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stderr is not None
    assert process.stderr.read(1) == "+"
    return process


def left_behind(session: int) -> list[str]:
    """Return the commands of a session that still run."""
    listing = subprocess.run(
        ["ps", "-A", "-ww", "-o", "sess=,stat=,args="], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split(None, 2) for line in listing.splitlines()]
    return [row[-1] for row in rows if row[0] == str(session) and not row[1].startswith("Z")]


def gone(session: int) -> bool:
    """Return whether all processes of a session end within some seconds."""
    until = time.monotonic() + 20
    while left_behind(session):
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


@pytest.mark.parametrize("name", ["gtp", "match in processes"])
def test_it_ends_at_any_moment(name: str, tmp_path: Path) -> None:
    """Interrupt after delays from 4 ms to a second; the first ones fall into imports."""
    interrupted(name, True, (0.004, 0.08, 0.3, 1.0), tmp_path)


def interrupted(name: str, whole_group: bool, moments: Sequence[float], folder: Path) -> None:
    """Interrupt a command alone, or as a terminal does with all its processes, after some times."""
    for moment in moments:
        process = start(*LINES[name], cwd=folder)
        time.sleep(moment)
        if process.poll() is None:
            (os.killpg if whole_group else os.kill)(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=120)
        ended = name in ("version", "show") and process.returncode == 0
        assert ended or process.returncode == 130, (moment, err)
        lines = [line for line in err.splitlines() if line.strip() and "it/s" not in line]
        told = [line for line in lines if line.startswith("boche") and "stopped" in line]
        assert len(told) == (not ended), (moment, err)
        assert "Traceback" not in err, (moment, err)
        assert "Exception ignored" not in err, (moment, err)
        assert gone(process.pid), (moment, left_behind(process.pid))


def test_a_process_told_not_to_hear_does_not(tmp_path: Path) -> None:
    """Ignore the signal from the start, as in a process that a shell runs in the background."""
    process = subprocess.Popen(
        [sys.executable, "-c", DEAF, "gtp", "--player", "random"], cwd=tmp_path, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stderr is not None
    assert process.stderr.read(1) == "+"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate("name\n", timeout=120)
    assert (process.returncode, err) == (0, "")
    assert out.startswith("= ")


def playing(process: subprocess.Popen[str], folder: Path) -> None:
    """Wait until a match has finished its first game."""
    until = time.monotonic() + 120
    while not any(folder.glob("game-*.sgf")):
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.02)


def test_a_match_of_very_many_games_begins_at_once_and_ends_so(tmp_path: Path) -> None:
    process = start(*LINES["match in processes"], "-o", "m", cwd=tmp_path)
    playing(process, tmp_path / "m")
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert re.fullmatch(r"boche match: stopped; \d+ games? (is|are) kept .*", err.splitlines()[-1])
    assert gone(process.pid)
    names = {path.name.partition("-")[0] for path in (tmp_path / "m").iterdir()}
    assert names == {"match.json", "game"}  # no partial file


def test_the_games_of_a_match_that_was_killed_end_too(tmp_path: Path) -> None:
    process = start(*LINES["match in processes"], "-o", "m", cwd=tmp_path)
    playing(process, tmp_path / "m")
    process.kill()
    process.communicate(timeout=120)
    assert gone(process.pid), left_behind(process.pid)


def test_a_process_of_a_match_that_dies_is_told_in_one_line(tmp_path: Path) -> None:
    process = start(*LINES["match in processes"], "-o", "m", cwd=tmp_path)
    playing(process, tmp_path / "m")
    listing = subprocess.run(
        ["ps", "-A", "-ww", "-o", "ppid=,pid=,args="], capture_output=True, text=True
    )
    rows = [line.split(None, 2) for line in listing.stdout.splitlines()]
    [one, *_] = [int(row[1]) for row in rows if row[0] == str(process.pid) and "spawn_" in row[2]]
    os.kill(one, signal.SIGKILL)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 2
    assert err.splitlines()[-1].startswith("boche match: a worker process ")
    assert "Traceback" not in err
    assert gone(process.pid)


def test_gtp_says_in_the_language_that_it_was_stopped(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "boche", "gtp", "--player", "random"], cwd=tmp_path, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "BOCHE_LANGUAGE": "de"},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("play nobody nothing\n")
    process.stdin.flush()
    answer = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60)[1] == "boche gtp: abgebrochen\n"
    assert answer.startswith("? ")
    assert answer.isascii()
