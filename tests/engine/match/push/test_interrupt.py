"""Ctrl+C: handled once, never lost, and without losing any work done before."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from boche.engine.record import load
from boche.engine.search import analysis
from tests import ROOT

RECORDS = ROOT / "assets" / "records"

SWALLOWED = """
import signal, sys, time
from boche.engine.interrupt import stop_again
sys.unraisablehook = stop_again
class Trap:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    Trap()
    time.sleep(600)
except KeyboardInterrupt:
    print("stopped")
"""


def test_it_comes_again_where_it_was_swallowed() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SWALLOWED], capture_output=True, text=True, timeout=300
    )
    assert (done.stdout, done.stderr) == ("stopped\n", "")


HANGING = "import sys, time\nfor line in sys.stdin:\n    'gen' in line and time.sleep(600)\n"
HANGING += "    print('=\\n', flush=True)"


# The tests may have been started with SIGINT ignored.
COMMAND = """
import signal, sys
from boche.viewer.cli import main
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_match_ends_at_once_with_all_its_processes(tmp_path: Path) -> None:
    """Signal only the first process, as the program that started it would."""
    hanging = "gtp:" + shlex.join([sys.executable, "-c", HANGING])
    args = ["match", hanging, "random", "--games", "2", "--jobs", "2", "-o", str(tmp_path / "m")]
    running = subprocess.Popen(
        [sys.executable, "-c", COMMAND, *args],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    until = time.monotonic() + 120
    while not (tmp_path / "m" / "match.json").exists():
        assert time.monotonic() < until
        time.sleep(0.05)
    time.sleep(0.5)  # into the first games
    os.kill(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=300)
    assert (running.returncode, out, err) == (130, "", "boche match: stopped\n")
    assert os.listdir(tmp_path / "m") == ["match.json"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_it_says_how_many_games_of_a_match_are_kept(tmp_path: Path) -> None:
    folder = tmp_path / "m"
    args = ["match", "random", "random", "--games", "100000", "--jobs", "1", "-o", str(folder)]
    running = subprocess.Popen(
        [sys.executable, "-c", COMMAND, *args],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    until = time.monotonic() + 120
    # By then all is imported; Ctrl+C in an import ends the program without a count.
    while not (folder / "game-0050.sgf").exists():
        assert time.monotonic() < until
        time.sleep(0.05)
    os.kill(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=300)
    count = len(list(folder.glob("game-*.sgf")))
    said = f"{count} games are kept in {str(folder)!r}; the same command goes on"
    assert (running.returncode, out, err) == (130, "", f"boche match: stopped; {said}\n")


def test_what_was_analysed_is_kept(boche, tmp_path: Path, monkeypatch) -> None:
    real = analysis.analyse

    def interrupted(*args, **more):
        for count, found in enumerate(real(*args, **more)):
            if count == 3:
                raise KeyboardInterrupt
            yield found

    monkeypatch.setattr(analysis, "analyse", interrupted)
    path, out = str(RECORDS / "boche-figure-size-4.sgf"), tmp_path / "out.sgf"
    code, rows, err = boche("analyse", path, "--playouts", "20", "--write", str(out))
    table = rows.partition("\n\n")[0]  # the missed chances come after it
    assert (code, len(table.splitlines())) == (130, 1 + 3)
    assert err.endswith("boche analyse: stopped\n")
    marked = ["[boche] " in node.comment for node in load(out).main_line()]
    assert marked == [True] * 3 + [False] * 18
