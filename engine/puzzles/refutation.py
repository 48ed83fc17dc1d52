"""Refutations that no record lists, found by the solver."""

from __future__ import annotations

from typing import Any

from boche.engine.puzzles.puzzle import Goal
from boche.engine.puzzles.scan import EVER
from boche.engine.puzzles.solver import Aim, OutOfBudgetError, Solver, Turn
from boche.engine.puzzles.sorting import line
from boche.engine.search import interface

MOST_TURNS = 7
BUDGET = 300_000


def refutation(position: Any, move: object, aim: Goal) -> tuple[str, ...]:
    """Return the moves that show how a move misses its aim, or none if they are not found."""
    solver = Solver(position, BUDGET)
    path = solver.path_of([str(move)])
    opponent = Aim(1 - solver.seat, draws=aim == "win")
    if position.play(str(move)).outcome is not None:
        return ()
    turn = Turn(path, interface.UNDECIDED, solver.mark_at(path))
    try:
        turns = solver.distance_behind(turn, opponent, MOST_TURNS)
        if turns is None or turns > EVER:
            return ()
        end = line(solver, turn, opponent)[-1].path
    except OutOfBudgetError:
        return ()
    return tuple(str(step) for step in solver.moves(end)[1:])
