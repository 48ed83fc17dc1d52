"""The game of the tutorial under another name, and with one thing missing or wrong in it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from boche.testing.tutorial import NAME, files_for
from tests.plugins.push.test_own_game import Shell, begin, shell

__all__ = ["shell"]


def test_a_game_of_another_name_is_begun(tmp_path: Path) -> None:
    done = begin(tmp_path, "mygame")
    assert (done.returncode, done.stderr) == (0, "")
    shell = Shell(tmp_path / "mygame", tmp_path / "home")
    shell.run("pip install -e .")
    assert shell.run("boche perft --game mygame --depth 3") == "504\n"
    assert "GM[Mygame]" in shell.run("boche new --game mygame")
    texts = [(shell.folder / file).read_text() for file in files_for("mygame")]
    assert not any("tictactoe" in text.lower() for text in texts)


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
