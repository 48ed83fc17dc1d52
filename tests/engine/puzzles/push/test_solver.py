"""The solver against a plain one that only plays positions."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from boche.engine.games.registry import find
from boche.engine.puzzles.plain import PlainSolver
from boche.engine.puzzles.solver import Aim, Solver
from boche.engine.search.steps import seat_to_move

ENDINGS = [
    ("boche", {"size": 3}, 6, 3),
    ("boche", {"size": 2}, 1, 3),
    ("boku", {}, 14, 2),
    ("che", {"num_tiles": 4}, 2, 1),
]


@pytest.mark.parametrize(("name", "options", "plies", "turns"), ENDINGS)
def test_the_solver_agrees_with_plain_play(
    name: str, options: dict[str, Any], plies: int, turns: int
) -> None:
    rng, game = Random(1), find(name)
    solver, compared = Solver(game.new(**options)), 0
    while compared < 6:
        position: Any = game.new(**options)
        for _ in range(plies):
            if position.outcome is None:
                position = position.play(position.random_move(rng))
        if position.outcome is not None:
            continue
        compared += 1
        solver.set_position(position, 10_000_000)
        for aim in ("win", "draw"):
            seat = seat_to_move(position)
            answer = solver.distance((), Aim(seat, aim == "draw"), turns)
            plain = PlainSolver(10**9)
            expected = plain.forces(position, position.turn, aim, turns)  # type: ignore[arg-type]
            assert (answer is not None and answer <= turns) == expected
