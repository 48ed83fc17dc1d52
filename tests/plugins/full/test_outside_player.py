"""Players from other packages: known to all commands and processes, and broken ones harmless."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from boche.engine.record import load
from tests import ROOT

CODE = '''
import random

def first(position):
    """Play the first move of a list."""
    return position.legal_moves()[0]

class Drawn:
    """Plays at random.

    And more than that need not be known.
    """
    def __init__(self, seat):
        self._rng, self._word = random.Random(seat.seed), seat.spec.argument
    def choose(self, position):
        if self._word == "fail":
            raise RuntimeError("told to fail")
        return position.random_move(self._rng)

drawn_once = Drawn.__new__(Drawn)
drawn_once._rng, drawn_once._word = random.Random(1), ""
NAME = "uct:20"
NUMBER = 7
UNKNOWN = "nobody"
'''
POINTS = {
    "first": "mine:first",
    "drawn": "mine:Drawn",
    "object": "mine:drawn_once",
    "weak": "mine:NAME",
    "3": "mine:first",
    "a:b": "mine:first",
    "gone": "nothing_of_that_name:x",
    "lacking": "mine:missing",
    "number": "mine:NUMBER",
    "leaving": "leaving:x",
    "alias": "mine:UNKNOWN",
}
BROKEN = {
    "gone": "(nothing_of_that_name:x) cannot be loaded: No module named 'nothing_of_that_name'",
    "lacking": "(mine:missing) cannot be loaded: module 'mine' has no attribute 'missing'",
    "number": "(mine:NUMBER) cannot be loaded: 'int' is not a player: pass a name, a function",
    "leaving": "(leaving:x) cannot be loaded: SystemExit",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fixture: a folder of installed packages, one of which has players."""
    folder = tmp_path_factory.mktemp("installed")
    (folder / "mine.py").write_text(CODE)
    (folder / "leaving.py").write_text("import sys; sys.exit()")
    about = folder / "mine-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n")
    points = "".join(f"{name} = {value}\n" for name, value in POINTS.items())
    (about / "entry_points.txt").write_text(f"[boche.players]\n{points}")
    return folder


def run(folder: Path, *command: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", "BOCHE_HOME": str(folder)}
    return subprocess.run(
        [sys.executable, *command],
        cwd=folder, env=env, input=stdin, capture_output=True, text=True, timeout=300,
    )  # fmt: skip


def boche(folder: Path, *args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return run(folder, "-m", "boche", *args, stdin=stdin)


def test_the_list_has_them_and_tells_of_each_broken_one(folder: Path) -> None:
    done = boche(folder, "match", "--list")
    assert done.returncode == 0
    lines = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    assert lines["first"] == "Play the first move of a list."
    assert lines["drawn"] == "Plays at random."
    assert lines["weak"] == "uct:20"
    assert lines["3"].startswith("level 3 (rating "), "its own players keep their names"
    told = done.stderr.splitlines()
    for name, reason in BROKEN.items():
        (line,) = (line for line in told if f"the player {name!r} " in line)
        assert line.startswith(f"boche: the player {name!r} {reason}")
        assert name not in lines
    assert "boche: the player '3' cannot be used: its name is that of another player" in told
    assert "boche: the player 'a:b' cannot be used: its name has a colon" in told
    assert len(told) == len(BROKEN) + 2


@pytest.mark.parametrize("name", ["first", "drawn", "object", "weak"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_match(folder: Path, tmp_path: Path, name: str, jobs: str) -> None:
    out = tmp_path / "m"
    args = ("--size", "2", "--games", "4", "--jobs", jobs, "-o", str(out))
    done = boche(folder, "match", name, "1", *args)
    assert done.returncode == 0, done.stderr
    assert "boche:" not in done.stderr  # there may be a progress bar
    assert done.stdout.startswith(f"{name} - 1: ")
    assert "failure" not in done.stdout
    records = [load(path) for path in sorted(out.glob("*.sgf"))]
    assert len(records) == 4
    assert records[0].players["light"] == f"Computer {name}"


def test_a_player_that_fails_in_a_process(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "m"
    args = ("--size", "2", "--games", "2", "--jobs", "2", "-o", str(out))
    done = boche(folder, "match", "drawn:fail", "random", *args)
    assert done.returncode == 0, done.stderr
    assert "0 won, 2 lost, 2 lost by a failure" in done.stdout
    comment = load(out / "game-0001.sgf").main_line()[-1].comment
    assert comment == "light loses: drawn:fail: RuntimeError: told to fail"
    assert "boche: game 1: light loses: drawn:fail: RuntimeError: told to fail" in done.stderr


def test_games_that_break_down_decide_no_test(folder: Path, tmp_path: Path) -> None:
    args = ("--size", "2", "--sprt", "0", "50", "--jobs", "1", "-o", str(tmp_path / "m"))
    done = boche(folder, "match", "drawn:fail", "random", *args)
    assert done.returncode == 2
    assert "3 games in a row failed: light loses: drawn:fail: RuntimeError" in done.stderr
    assert "accepted" not in done.stdout


def test_names_are_checked_before_a_game(folder: Path, tmp_path: Path) -> None:
    names = {name: f"the player {name!r} {reason}" for name, reason in BROKEN.items()}
    names["first:7"] = "player first takes nothing after a colon, not '7'"
    names["alias"] = "unknown player 'nobody' (choose from random"
    names["nobody"] = "unknown player 'nobody' (choose from random, greedy"
    for name, reason in names.items():
        done = boche(folder, "match", name, "random", "-o", str(tmp_path / "m"))
        assert done.returncode == 2
        (line,) = done.stderr.splitlines()
        assert reason in line
    assert "first, " in line, "the others are named"
    assert not (tmp_path / "m").exists()


def test_other_commands_know_them(folder: Path) -> None:
    done = boche(folder, "gtp", "--player", "first", "--size", "2", stdin="genmove w\nquit\n")
    assert done.stdout.startswith("= a:a1\n"), done.stderr
    assert done.stderr == ""


SCRIPT = """
from boche.engine.games.registry import new
from boche.engine.match.series import match
from boche.engine.players.play import player

if __name__ == "__main__":
    print(player("drawn").choose(new("boche", size=2)) is not None)
    for jobs in (1, 2):
        result = match("first", "weak", size=2, games=4, jobs=jobs)
        print(result.games, result.forfeits)
"""


def test_scripts_know_them(folder: Path, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    done = run(folder, str(script))
    assert (done.stdout.split(), done.stderr) == (["True", "4", "0", "4", "0"], "")
