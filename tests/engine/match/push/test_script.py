"""Players in files of Python: in matches on the command line, alone and side by side."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from boche.engine.games.registry import new
from boche.engine.match.series import match
from boche.engine.players.errors import PlayerError
from boche.engine.players.play import player
from boche.engine.players.spec import PlayerSpec
from boche.engine.record import load
from boche.viewer.session.seats import is_player
from tests import ROOT

BOT = """\
from helper import first


class Bot:
    def choose(self, position):
        return first(position)


def hasty(position):
    return position.legal_moves()[-1]


class Broken:
    def choose(self, position):
        return self.deeper(position)

    def deeper(self, position):
        return 1 // 0


NOTHING = 5
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bot.py").write_text(BOT)
    (tmp_path / "helper.py").write_text(
        "def first(position):\n    return position.legal_moves()[0]\n"
    )
    (tmp_path / "bad.py").write_text("import sys\n\n\ndef f():\n    raise KeyError('a')\n\n\nf()\n")
    (tmp_path / "worse.py").write_text("def f(:\n")
    (tmp_path / "notes.txt").write_text("x = 1\n")
    return tmp_path


def boche(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "boche", "match", *words, "--game", "boku", "--longest", "30"]
    return subprocess.run(
        command, capture_output=True, text=True, cwd=folder, timeout=300,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_class_and_a_function_play_a_match(folder: Path, jobs: str) -> None:
    done = boche(
        folder, "python:bot.py:Bot", "python:bot.py:hasty", "--games", "4", "--jobs", jobs,
        "-o", "games", "--json",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert (told["games"], told["forfeits"]) == (4, 0)
    assert "errors" not in told
    record = load(folder / "games" / "game-0001.sgf")
    assert record.names == ("Bot", "hasty")
    assert not (folder / "games" / "errors.txt").exists()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_exception_is_one_line_with_its_way_in_the_log(folder: Path, jobs: str) -> None:
    words = ("python:bot.py:Broken", "random", "--games", "2", "--jobs", jobs, "-o", "games")
    done = boche(folder, *words)
    assert done.returncode == 0
    (line,) = done.stderr.splitlines()
    assert "game 1: " in line
    assert "loses: python:bot.py:Broken: ZeroDivisionError: " in line
    assert line.endswith("(more in 'games/errors.txt')")
    log = (folder / "games" / "errors.txt").read_text("utf-8")
    assert log.count("Traceback") >= 2
    assert log.count("in deeper") == 2
    assert "loses: " in load(folder / "games" / "game-0002.sgf").main_line()[-1].comment
    done = boche(folder, *words[:-1], "others", "--json")
    errors = json.loads(done.stdout)["errors"]
    assert [error["game"] for error in errors] == [1, 2]
    assert all("in deeper" in error["traceback"] for error in errors)
    assert all("ZeroDivisionError" in error["error"] for error in errors)


def test_a_changed_file_is_another_match(folder: Path) -> None:
    words = ("python:bot.py:Bot", "random", "--games", "2", "--jobs", "1", "-o", "games")
    assert boche(folder, *words).returncode == 0
    assert "are already in" in boche(folder, *words).stderr
    (folder / "bot.py").write_text(BOT.replace("NOTHING = 5", "NOTHING = 6"))
    done = boche(folder, *words)
    assert (done.returncode, "contains another match" in done.stderr) == (2, True)


WRONG = {
    "python": "give a file and the player in it, as in 'python:bot.py:Bot'",
    "python:bot.py": "give a file and the player in it",
    "python:bot.py:": "give a file and the player in it",
    "python:none.py:Bot": "none.py: file not found",
    "python:bot.py:Missing": "bot.py: there is no 'Missing' in it",
    "python:bot.py:NOTHING": "is not a player",
    "python:bad.py:Bot": "bad.py, line 5: KeyError: ",
    "python:worse.py:Bot": "worse.py: SyntaxError: ",
    "python:notes.txt:x": "notes.txt: the name of a file of Python ends in .py",
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_player_is_refused_in_one_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", list(sys.path))
    with pytest.raises(PlayerError) as told:
        player(name)
    assert WRONG[name] in str(told.value)
    assert "\n" not in str(told.value)


def test_the_command_refuses_it_before_anything_is_played(folder: Path) -> None:
    done = boche(folder, "python:bot.py:Missing", "random", "--games", "2", "-o", "games")
    assert done.returncode == 2
    assert done.stderr == "boche match: bot.py: there is no 'Missing' in it\n"
    assert not (folder / "games").exists()


def test_the_library_takes_the_same_names(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    name = f"python:{folder / 'bot.py'}:Bot"
    with player(name) as computer:
        assert str(computer.choose(new("boku"))) == str(new("boku").legal_moves()[0])
    result = match(name, "random", "boku", games=2, longest=20)
    assert (result.games, result.forfeits) == (2, 0)
    monkeypatch.delitem(sys.modules, "helper")


def test_a_name_in_a_user_s_file_runs_nothing(folder: Path) -> None:
    """It needs consent first, like the command of another program."""
    name = f"python:{folder / 'bad.py'}:Bot"
    assert is_player(name)
    assert PlayerSpec.parse(name).foreign == f"{folder / 'bad.py'}:Bot"
    windows = PlayerSpec.parse(r"python:C:\bots\bot.py:Bot")
    assert (windows.file, windows.name_in_file) == (r"C:\bots\bot.py", "Bot")
