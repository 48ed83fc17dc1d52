"""The tutorial ``docs/own-game.md``: its files are a game, and each step does what it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from boche.testing.tutorial import NAME, PAGE, blocks, files_for, write_package
from tests import ROOT

OFFLINE = "--quiet --no-index --no-deps --no-build-isolation --disable-pip-version-check"


class Shell:
    """A shell in a folder, with ``python``, ``boche``, and a ``pip`` that installs offline."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.folder, site, programs = folder, home / "site", home / "bin"
        python = f'exec "{sys.executable}"'
        commands = {
            "python": python,
            "boche": f"{python} -m boche",
            # Without -e, which needs a package that pip would fetch: ``folder`` is on the path.
            "pip": f'test "$*" = "install -e ."; set -- -m pip install . {OFFLINE} '
            f'--target "{site}"; {python}',
        }
        programs.mkdir(parents=True)
        for name, command in commands.items():
            (programs / name).write_text(f'#!/bin/sh -e\n{command} "$@"\n')
            (programs / name).chmod(0o755)
        old = os.environ.get("PYTHONPATH")
        path = [str(folder), str(site), str(ROOT), *([old] if old else [])]
        self.env = {
            **os.environ,
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join(path),
            "BOCHE_HOME": str(home / "boche"),
        }

    def run(self, lines: str) -> str:
        """Run lines of a shell, each of which must succeed; return what they print."""
        done = subprocess.run(["sh", "-ec", lines], cwd=self.folder, env=self.env, timeout=300,
                              capture_output=True, text=True)  # fmt: skip
        assert done.returncode == 0, f"{lines}\n{done.stdout}\n{done.stderr}"
        said = [line for line in done.stderr.splitlines() if "cannot be loaded" in line]
        assert not said, said
        return done.stdout


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """Fixture: a shell in the folder of the whole package, which is installed."""
    home = tmp_path_factory.mktemp("own game")
    shell = Shell(write_package(NAME, home), home / "home")
    shell.run("pip install -e .")
    return shell


def test_each_step_does_what_the_page_says(tmp_path: Path) -> None:
    folder = tmp_path / NAME
    folder.mkdir()
    shell, printed, kinds = Shell(folder, tmp_path / "home"), "", []
    for language, file, text in blocks():
        kinds.append("file" if file else language)
        assert not file or f"`{file}`" in PAGE.read_text("utf-8"), "not all show the title"
        if file:
            (folder / file).parent.mkdir(exist_ok=True)
            (folder / file).write_text(text)
        elif language == "sh":
            printed = shell.run(text)
        elif language == "text":
            assert printed == text
        elif language == "pycon":
            (tmp_path / "session.txt").write_text(text)
            shell.run(f"python -m doctest '{tmp_path / 'session.txt'}'")
        else:
            pytest.fail(f"a block in {language} that nobody tests")
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "file": 9, "sh": 5, "text": 2, "pycon": 3
    }  # fmt: skip


def test_commands_within_the_text_can_be_given(shell: Shell) -> None:
    commands = re.findall(r"`(boche [^`]+)`", PAGE.read_text("utf-8"))
    assert "boche play tictactoe" in commands
    for command in commands:
        assert shell.run(f"{command} --help").startswith(f"usage: {command.rpartition(' ')[0]}")


def test_pictures_show_crosses_and_noughts(shell: Shell) -> None:
    shell.run("echo b2 a1 c3 > game.txt")
    flags = "--game tictactoe"
    shell.run(f"boche shot game.txt {flags} --pixels 320x240 --view top -o game.png")
    shell.run(f"boche figure game.txt {flags} -o game.svg")
    assert (shell.folder / "game.svg").read_text().startswith("<svg")
    with Image.open(shell.folder / "game.png") as image:
        pixels = np.asarray(image.convert("RGB")).astype(int)
    assert (pixels.max(axis=2) < 90).sum() > 500, "no dark crosses"
    assert (pixels.min(axis=2) > 200).sum() > 300, "no light noughts"


def test_an_analysis_is_certain(shell: Shell) -> None:
    shell.run("echo b2 a1 c3 c1 b3 > analysed.txt")
    told = shell.run("boche analyse analysed.txt --game tictactoe --seconds 60")
    certain = dict(re.findall(r"^ +\d +(\S+) +(\S+)% .* certain$", told, re.MULTILINE))
    drawn = dict.fromkeys(("-", "b2", "a1", "c3", "c1"), "50.0")
    assert certain == {**drawn, "b3??": "0.0"}


def test_rules_are_asked_for_as_with_other_commands(shell: Shell) -> None:
    assert shell.run("boche rules --game boku") == shell.run("boche rules boku")


def begin(folder: Path, name: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "boche.testing", "new", name]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=60)


def test_a_game_of_another_name_is_begun(tmp_path: Path) -> None:
    done = begin(tmp_path, "mygame")
    assert (done.returncode, done.stderr) == (0, "")
    shell = Shell(tmp_path / "mygame", tmp_path / "home")
    shell.run("pip install -e .")
    assert shell.run("boche perft --game mygame --depth 3") == "504\n"
    assert "GM[Mygame]" in shell.run("boche new --game mygame")
    texts = [(shell.folder / file).read_text() for file in files_for("mygame")]
    assert not any("tictactoe" in text.lower() for text in texts)


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("My Game", "boche: 'My Game' cannot name a game; use lower-case letters"),
        ("4row", "boche: '4row' cannot name a game; it begins with a letter"),
        ("class", "boche: 'class' is a word of Python; choose another name"),
        ("json", "boche: there is a module 'json' already; choose another name"),
        ("numpy", "boche: there is a module 'numpy' already; choose another name"),
        ("octi", "boche: the game 'octi' already exists; choose another name"),
        ("there", "boche: there already exists; choose another name, or another folder"),
    ],
)
def test_a_name_that_cannot_be_used(tmp_path: Path, name: str, problem: str) -> None:
    (tmp_path / "there").mkdir()
    done = begin(tmp_path, name)
    assert done.returncode == 2
    assert done.stderr.startswith(problem)
    assert done.stderr.count("\n") == 1
    assert list((tmp_path / "there").iterdir()) == []


def test_the_package_may_be_imported_first(shell: Shell) -> None:
    """It imports the registry, which imports it."""
    code = "import tictactoe, boche; assert boche.GAMES['tictactoe'] is tictactoe.GAME"
    shell.run(f'python -c "{code}"')


BROKEN: dict[str, tuple[str, str, str, str]] = {
    "no function in rules": (
        "rules.py", "def generate", "def produce",
        "rules.py: the function generate(board, moves) is missing",
    ),
    "other arguments in rules": (
        "rules.py", "def check(board: Board, move: int)", "def check(board: Board)",
        "rules.py:18: check(board) must take 2 arguments: check(board, move)",
    ),
    "no turn": (
        "rules.py", "TURN, PLY = 0, 1", "MOVER, PLY = 0, 1",
        "rules.py: TURN is missing; write: TURN = 0, the place in Board.info",
    ),
    "no State": (
        "search.py", "State = rules.Board", "__builtins__['State'] = rules.Board",
        "search.py: State is missing; write: State = rules.Board",
    ),
    "another State": (
        "search.py", "State = rules.Board", "class State(__import__('typing').NamedTuple):\n"
        "    board: rules.Board\n",
        "tictactoe.search: State has other fields than the position's board (cells, info); write",
    ),
    "no function in search": (
        "search.py", "def key", "def name",
        "search.py: the function key(state, move) is missing",
    ),
    "other arguments in search": (
        "search.py", "def copy(to: State, source: State)", "def copy(to: State, source: State, n)",
        "search.py:12: copy(to, source, n) must take 2 arguments: copy(to, source)",
    ),
    "no encoding": (
        "encoding.py", "ENCODING = ", "CODE = ",
        "encoding.py: ENCODING is missing; write: ENCODING = Encoding(longest=...)",
    ),
    "no function in learning": (
        "learning.py", "def cut_off", "def is_cut_off",
        "learning.py: the function cut_off(state) is missing",
    ),
    "a slice that is copied": (
        "search.py", "    for i in range(len(source.info)):\n        to.info[i] = source.info[i]",
        "    to.info[:] = source.info",
        "search.py:16: in copy: i64[] as an element; copy an array by a loop: for i in range",
    ),
    "no phrase for a refusal": (
        "__init__.py", "{rules.OCCUPIED: ", "{7: ",
        "refusals has no phrase for 2, which check() returned",
    ),
    "a name that is taken": (
        "__init__.py", 'SgfForm("Tic-tac-toe"', 'SgfForm("Boku"',
        "not registered: the game 'tictactoe' (tictactoe:GAME) cannot be loaded: there is a game",
    ),
    "no game": (
        "__init__.py", "Position.game = GAME", "Position.match = GAME",
        "at the start: its position has no game: set Position.game = GAME",
    ),
    "no position": (
        "__init__.py", "start=Position,", "start=lambda options: 7,",
        "at the start: start returns 7, which is not a Position",
    ),
    "no turn of a position": (
        "__init__.py", "    def parse(",
        "    turn = property(lambda self: self.mover)\n\n    def parse(",
        "at the start: start returns no Position: it lacks player, turn",
    ),
    "no board of text": (
        "__init__.py", "def text_board", "def board_as_text",
        "at the start: BasePosition.text_board() is not implemented; the game must define it",
    ),
    "an outcome that fails": (
        "__init__.py", "    def parse(",
        "    outcome = property(lambda self: [1 // (5 - self.ply)] and None)\n\n    def parse(",
        "tictactoe, after a3 b3 a1 a2 c3: ZeroDivisionError: integer division",
    ),
    "generate without return": (
        "rules.py", "    return count\n", "",
        "rules.py: generate returned None; expected the number",
    ),
    "one move too many": (
        "rules.py", "return count\n", "return count + 1\n",
        "rules.py: generate returned 10, of which only 9 are moves: it lists one twice",
    ),
    "moves that are appended": (
        "rules.py", "moves[count] = cell", "moves.append(cell)",
        "rules.py: generate must not change the length of moves",
    ),
    "a move that check refuses": (
        "rules.py", "        if board.cells[cell] == EMPTY:\n", "        if True:\n",
        "rules.py: generate lists a3, which check refuses (2)",
    ),
    "an unknown result": (
        "rules.py", "return DRAW if", "return 5 if",
        "rules.py: play returned 5; expected -1, 0, 1 or 2",
    ),
    "play without return": (
        "rules.py", "    return DRAW if board.info[PLY] == 9 else UNDECIDED\n", "",
        "rules.py: play returned None; expected -1, 0, 1 or 2",
    ),
    "a turn that stays": (
        "rules.py", "    board.info[TURN] = 1 - colour\n", "",
        "at the start: cross is to move throughout a game of ",
    ),
    "a playout worth too much": (
        "search.py", "return 0.5 if result == rules.DRAW else 1.0 - result", "return 7.0",
        "search.playout() returns 7.0; expected the share won by seat 0, from 0 to 1",
    ),
    "a playout with the winners reversed": (
        "search.py", "else 1.0 - result", "else 1.0 * result",
        "search.playout() returns ",
    ),
    "two ways to win": (
        "__init__.py", 'won_by={"line":', 'won_by={"other": NOT_A_CELL, "line":',
        "tictactoe: won_by must have one kind of outcome (it has: other, line), or the position",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_missing_is_told_in_one_line(shell: Shell, tmp_path: Path, what: str) -> None:
    """Break a copy of the package, and check it as its test does."""
    file, old, new, problem = BROKEN[what]
    for path in (shell.folder / NAME).glob("*.py"):
        text = path.read_text()
        if path.name == file:
            assert text.count(old) == 1
            text = text.replace(old, new)
        (tmp_path / NAME).mkdir(exist_ok=True)
        (tmp_path / NAME / path.name).write_text(text)
    code = """if True:
        from boche.engine.games.registry import PROBLEMS
        from boche.testing import ContractError, check_game
        try:
            from tictactoe import GAME
            check_game(GAME)
        except ContractError as error:
            print(error)
        except ValueError:
            print(*PROBLEMS)
    """
    env: dict[str, Any] = shell.env | {
        "PYTHONPATH": f"{tmp_path}{os.pathsep}{shell.env['PYTHONPATH']}"
    }
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=env, timeout=300,
                          capture_output=True, text=True)  # fmt: skip
    assert done.stderr == ""
    assert problem in done.stdout, done.stdout
    assert done.stdout.count("\n") == 1
