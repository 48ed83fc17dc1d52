"""Races: quick games, and the positions beside them in which nearly every move loses at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from typing import Any

import numpy as np

from boche.engine.game import Game, Move, Position
from boche.engine.native.kernels import encoding_of, kernels, kernels_over_search
from boche.engine.puzzles.quick import Desk
from boche.engine.puzzles.recipe import Recipe
from boche.engine.puzzles.scan import YES
from boche.engine.puzzles.solver import Aim, OutOfBudgetError, Path, Solver, Turn
from boche.engine.search.rng import seed_word
from boche.engine.search.steps import Steps

QUICK = "boche.engine.puzzles.quick"

LONGEST_MOVE = 200
"""More steps than any move has."""

LONGEST_GAME = 1200
"""Steps after which a game ends."""

BUDGET = 40_000
"""Positions that may be looked at to see whether one position is a candidate."""

DEEP_BUDGET = 150_000
"""The same for the only move that does not lose at once."""


class Race:
    """A source of positions that may be puzzles, beside quick games by one recipe."""

    def __init__(self, start: Position, recipe: Recipe, seed: int) -> None:
        self._start, self._recipe, self._solver = start, recipe, Solver(start)
        self._compiled = kernels_over_search(start.game, QUICK)
        self._desk = _desk(start, seed)
        self._ends = list[int]()

    def play(self, opening: int) -> None:
        """Play the next game, which begins with some random moves."""
        self._solver.set_position(self._start, BUDGET)
        desk, length, self._ends = self._desk, 0, []
        while length + LONGEST_MOVE < LONGEST_GAME and (not self._ends or desk.trail[-1] < 0):
            samples = 1 if len(self._ends) < opening else self._recipe.samples
            count = int(self._compiled.best_move(desk, length, samples))
            desk.line[length : length + count] = desk.best[:count]
            length += count
            self._ends.append(length)

    def candidates(self) -> Iterator[Path]:
        """Yield the paths of positions one move beside the game that seem to be puzzles."""
        recipe, desk = self._recipe, self._desk
        for end in reversed(self._ends[-1 - recipe.back : -1]):
            before = tuple(desk.line[:end].tolist())
            for i in range(recipe.beside):
                length = int(self._compiled.best_move(desk, end, 1 + 2 * i))
                path = (*before, *desk.best[:length].tolist())
                if desk.trail[-1] < 0 and self.is_candidate(path):
                    yield path

    def moves(self, path: Path) -> list[Move]:
        """Return the whole moves of a path."""
        return self._solver.moves(path)

    def prepare(self, solver: Solver) -> None:
        """Prove the win at a candidate, so that other proofs need not look for it."""
        with suppress(OutOfBudgetError):
            turns, aim = solver.survivors((), self._recipe.narrow) or [], Aim(solver.seat, False)
            if not any(solver.forces(turn, aim, 2) == YES for turn in turns):
                any(solver.forces(turn, aim, 4) == YES for turn in turns)

    def is_candidate(self, path: Path) -> bool:
        """Return whether few moves do not lose at once, and one wins while the others lose."""
        solver = self._solver
        solver.budget = BUDGET
        try:
            if not solver.is_threatened(path):
                return False
            turns = solver.survivors(path, self._recipe.narrow) or []
            return all(turn.result < 0 for turn in turns) and self._one_wins(turns)
        except OutOfBudgetError:
            return False

    def _one_wins(self, turns: list[Turn]) -> bool:
        """Return whether exactly one of some moves wins, and the others lose."""
        solver = self._solver
        wins = [turn for turn in turns if solver.survivors(turn.path, 0) == []]
        if not wins and len(turns) == 1:
            solver.budget = DEEP_BUDGET
            aim = Aim(1 - solver.seat_at(turns[0].path), False)
            return self._recipe.most > 4 and solver.forces(turns[0], aim, 4) == YES
        return len(wins) == 1 and all(turn in wins or self._loses(turn) for turn in turns)

    def _loses(self, turn: Turn) -> bool:
        """Return whether the opponent wins soon after a move."""
        self._solver.budget = BUDGET
        aim = Aim(self._solver.seat_at(turn.path), False)
        try:
            return any(self._solver.forces(turn, aim, far) == YES for far in (1, 3))
        except OutOfBudgetError:
            return False


def compiled_calls(game: Game) -> Iterator[tuple[Any, ...]]:
    """Yield the compiled function that a race calls, with arguments as they are passed."""
    yield kernels_over_search(game, QUICK).best_move, _desk(game.new(), 0), 0, 0


def _desk(start: Position, seed: int) -> Desk:
    """Return the memory for games from a position; in them, playouts only look at the board."""
    encoding = encoding_of(start.game)
    first = Steps(encoding).begin(start)
    state = encoding.make_state(first, kernels(start.game).game)
    looks = state._replace(horizon=0) if hasattr(state, "horizon") else state
    return Desk(
        looks, deepcopy(looks), deepcopy(looks),
        numbers=np.zeros(encoding.most_moves(first), np.int64),
        tried=np.zeros(LONGEST_MOVE, np.int64), best=np.zeros(LONGEST_MOVE, np.int64),
        line=np.zeros(LONGEST_GAME, np.int64),
        trail=np.zeros(encoding.longest(first) + 2, np.int64),
        source=np.array([seed_word(seed, 0)], np.uint64),
    )  # fmt: skip
