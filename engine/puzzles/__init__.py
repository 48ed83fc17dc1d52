"""Puzzles: positions in which one move only wins, or saves, by force.

The format of the files is described in ``docs/records.md``. ``puzzles`` and ``daily`` read those
that ship with the program, ``judge`` answers a move, ``refute`` asks the solver.
"""

from __future__ import annotations

from boche.engine.puzzles.catalogue import daily, find_puzzle, puzzles
from boche.engine.puzzles.judging import Verdict, asks, judge, refute, right_moves
from boche.engine.puzzles.puzzle import Puzzle, PuzzleError, puzzle_node, read_puzzles

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
