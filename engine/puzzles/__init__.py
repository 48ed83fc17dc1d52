"""Puzzles: positions in which one move only wins, or saves, by force.

The format of the files is described in ``docs/records.md``. ``puzzles`` and ``daily`` read those
that ship with the program, ``judge`` answers a move, ``refute`` asks the solver.
"""

from __future__ import annotations

import datetime
import random
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from boche.engine.puzzles.judging import Verdict, asks, judge, refute, right_moves
from boche.engine.puzzles.puzzle import Puzzle, PuzzleError, indexed, puzzle_node, read_puzzles

__all__ = [
    "Puzzle",
    "PuzzleError",
    "Verdict",
    "asks",
    "daily",
    "find_puzzle",
    "judge",
    "puzzle_node",
    "puzzles",
    "read_puzzles",
    "refute",
    "right_moves",
]


# The puzzles that ship with the program.


@cache
def puzzles(game_name: str) -> Sequence[Puzzle]:
    """Return the puzzles of a game in the order of their numbers; none for a game without any."""
    path = files("boche.assets").joinpath("puzzles", f"{game_name}.sgf")
    return indexed(game_name, path.read_bytes()) if path.is_file() else ()


def find_puzzle(name: str) -> Puzzle | None:
    """Return the puzzle with an id of the form ``game-0007``, or None."""
    game_name = name.rpartition("-")[0]
    if not game_name.isidentifier():
        return None
    return next((puzzle for puzzle in puzzles(game_name) if puzzle.id == name), None)


def daily(date: datetime.date, game_name: str) -> Puzzle | None:
    """Return the puzzle of a day, the same for everybody; None for a game without puzzles.

    Each comes once before one comes again.
    """
    offered = puzzles(game_name)
    if not offered:
        return None
    cycle, place = divmod(date.toordinal(), len(offered))
    order = list(range(len(offered)))
    random.Random(f"{game_name} {cycle}").shuffle(order)
    return offered[order[place]]
