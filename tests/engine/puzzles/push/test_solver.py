"""The solver against a plain one that only plays positions."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from boche.engine.games.registry import find
from boche.engine.puzzles.checking import PlainSolver
from boche.engine.puzzles.scan import CUT, YES
from boche.engine.puzzles.solver import Aim, OutOfBudgetError, Solver
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


@pytest.mark.parametrize(
    ("name", "options", "plies"),
    [("boche", {"size": 3}, 5), ("boche", {"size": 4}, 14), ("boku", {}, 45),
     ("che", {"num_tiles": 6}, 2)],
)  # fmt: skip
def test_the_moves_that_do_not_lose_at_once_are_those_of_plain_play(
    name: str, options: dict[str, Any], plies: int
) -> None:
    rng, game = Random(2), find(name)
    solver, seen = Solver(game.new(**options)), set[str]()
    for _ in range(200):
        position = _after(game.new(**options), plies, rng)
        if position is None:
            continue
        moves = position.legal_moves()
        solver.set_position(position, 10_000_000)
        found = solver.survivors((), len(moves))
        after = [position.play(move) for move in moves]
        if any(next_.outcome and next_.outcome.winner == position.turn for next_ in after):
            seen.add("wins")
            assert found is None
            continue
        kept = [
            solver.mark_at(solver.path_of([move]))
            for move, next_ in zip(moves, after, strict=True)
            if not _loses_at_once(next_, position.turn)
        ]
        seen.add("all" if len(kept) == len(moves) else "some" if kept else "none")
        assert found is not None
        assert sorted(turn.mark for turn in found) == sorted(set(kept))
        assert solver.survivors((), 0) == (None if kept else [])
        if len(seen) > 1:
            return
    raise AssertionError(f"only {seen} of 200 positions")


def _after(position: Any, plies: int, rng: Random) -> Any:
    """Return a position after random moves, or None if the game ended before."""
    for _ in range(plies):
        if position.outcome is not None:
            return None
        position = position.play(position.random_move(rng))
    return position if position.outcome is None else None


def _loses_at_once(position: Any, colour: str) -> bool:
    """Return whether a colour has lost, or its opponent to move can win with the next move."""
    if position.outcome is not None:
        return position.outcome.winner not in (None, colour)
    replies = (position.play(move) for move in position.legal_moves())
    return any(reply.outcome and reply.outcome.winner == position.turn for reply in replies)


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
