"""The solver against a plain one that only plays positions."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from boche.engine.games.registry import find
from boche.engine.puzzles.scan import CUT, YES
from boche.engine.puzzles.solver import Aim, OutOfBudgetError, Solver


def test_a_proof_ends_at_its_budget() -> None:
    position = find("boku").new()
    with pytest.raises(OutOfBudgetError, match="longer proof"):
        Solver(position, 100).distance((), Aim(0, False), 5)


def test_moves_and_paths_are_inverses() -> None:
    position: Any = find("che").new(num_tiles=8)
    position = position.play(position.random_move(Random(2)))
    solver = Solver(position)
    move = position.random_move(Random(3))
    assert [str(played) for played in solver.moves(solver.path_of([move]))] == [str(move)]


def test_what_is_not_within_the_turns_is_no_answer() -> None:
    solver = Solver(find("boche").new(size=3))
    assert solver.forces(solver.turns()[0], Aim(0, False), 0) == CUT
    assert YES == 1
