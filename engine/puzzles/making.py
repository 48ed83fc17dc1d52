"""Search for puzzles in quick self-play."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from importlib import import_module, util
from typing import Any

from boche.engine.game import Game, Move
from boche.engine.puzzles.building import Builder, UnfitError
from boche.engine.puzzles.judging import right_moves
from boche.engine.puzzles.puzzle import RATING, puzzle_node
from boche.engine.puzzles.races import Race
from boche.engine.puzzles.rating import rating_of
from boche.engine.puzzles.recipe import Recipe
from boche.engine.puzzles.scan import YES
from boche.engine.puzzles.solver import Aim, OutOfBudgetError, Path, Solver
from boche.engine.puzzles.sorting import Branch, only_move
from boche.engine.record import Node, Record
from boche.engine.search.params import Budget, SearchParams
from boche.engine.search.searcher import Searcher

LONGEST_GAME = 200
NOISE = 0.1
"""Share of moves that are random in self-play."""

SHORT_SHARES = {1: 0.1, 2: 0.5}
"""Greatest share of puzzles of one move, and of two."""

FEWEST_MOVES = 5
"""Least number of moves to choose from in a puzzle."""

FEW = 24
"""Number of moves up to which positions beside the game need no threat."""

BUILDING_BUDGET = 5_000_000
"""Positions that may be looked at to write the refutations of a puzzle."""

ASIDES = 60
"""Most positions beside the game that are looked at, at each position in it."""


def recipes(game: Game) -> Sequence[Recipe]:
    """Return the ways to look for puzzles of a game."""
    name = f"{game.room}.puzzles"
    if util.find_spec(name) is None:
        return (Recipe(),)
    own: Sequence[Recipe] = import_module(name).RECIPES
    return own


class Maker:
    """A source of puzzles of one game; ``keys`` are those of positions that it leaves out."""

    def __init__(
        self, game: Game, seed: int, lengths: Sequence[int], keys: Collection[str]
    ) -> None:
        self.game, self.keys, self.lengths = game, set(keys), list(lengths)
        self._rng = random.Random(f"{game.name} {seed}")
        self._seed = seed
        self._solvers: dict[int, Solver] = {}
        self._searchers: dict[int, Searcher] = {}
        self._races: dict[int, Race] = {}
        self.games = 0

    def puzzles(self) -> Iterator[Record | None]:
        """Yield puzzles without end, after each game one or None; they have no name yet."""
        known = tuple(recipes(self.game))
        while True:
            recipe = self._rng.choices(known, [recipe.share for recipe in known])[0]
            self.games += 1
            yield self._in_a_game(recipe)

    def _solver_for(self, recipe: Recipe) -> Solver:
        """Return a solver for the options of a recipe."""
        key = id(recipe)
        if key not in self._solvers:
            self._solvers[key] = Solver(self.game.new(**recipe.options))
        return self._solvers[key]

    def _searcher_for(self, recipe: Recipe) -> Searcher:
        """Return the player of the games by a recipe."""
        key = id(recipe)
        if key not in self._searchers:
            start = self.game.new(**recipe.options)
            params = SearchParams(nodes=100_000, learned=False)
            self._searchers[key] = Searcher(start, params, seed=self._seed)
        return self._searchers[key]

    def _in_a_game(self, recipe: Recipe) -> Record | None:
        """Play a game and return a puzzle from it, or None."""
        if recipe.samples:
            return self._in_a_race(recipe)
        solver = self._solver_for(recipe)
        moves, positions = self._play(recipe, self._searcher_for(recipe))
        for at in reversed(range(max(0, len(moves) - recipe.back), len(moves))):
            solver.set_position(positions[at], recipe.budget)
            solver.forced = recipe.forced
            record = self._at(solver, moves[:at], recipe)
            if record is not None:
                return record
        return None

    def _in_a_race(self, recipe: Recipe) -> Record | None:
        """Play a quick game and return a puzzle from it or from beside it, or None."""
        solver = self._solver_for(recipe)
        race = self._race_for(recipe)
        race.play(self._rng.randint(*recipe.random_moves))
        for path in race.candidates():
            position: Any = self.game.new(**recipe.options)
            moves = race.moves(path)
            for move in moves:
                position = position.play(move)
            solver.set_position(position, recipe.budget)
            race.prepare(solver)
            record = self._first(solver, [((), 1.0)], moves, recipe)
            if record is not None:
                return record
        return None

    def _race_for(self, recipe: Recipe) -> Race:
        key = id(recipe)
        if key not in self._races:
            self._races[key] = Race(self.game.new(**recipe.options), recipe, self._seed)
        return self._races[key]

    def _play(self, recipe: Recipe, searcher: Searcher) -> tuple[list[Move], list[Any]]:
        """Return the moves of a game, and the positions before them."""
        position: Any = self.game.new(**recipe.options)
        moves, positions = list[Move](), list[Any]()
        opening = self._rng.randint(*recipe.random_moves)
        while position.outcome is None and len(moves) < LONGEST_GAME:
            if len(moves) < opening or self._rng.random() < NOISE:
                move = position.random_move(self._rng)
            else:
                searcher.set_position(position)
                move = searcher.search(Budget(simulations=recipe.playouts)).best
            moves.append(move)
            positions.append(position)
            position = position.play(move)
        return moves, positions

    def _at(self, solver: Solver, moves: Sequence[Move], recipe: Recipe) -> Record | None:
        """Return a puzzle at the solver's position or beside it, or None."""
        paths, few = list[Path]([()]), False
        if recipe.asides:
            turns = [turn for turn in solver.turns() if turn.result < 0]
            self._rng.shuffle(turns)
            few = len(turns) <= FEW
            paths += [t.path for t in turns[:ASIDES] if few or _threatens(solver, t.path)]
        quiet = 1.0 if few else 0.2
        return self._first(solver, [(p, 1.0 if p == () else quiet) for p in paths], moves, recipe)

    def _first(
        self,
        solver: Solver,
        candidates: Sequence[tuple[Path, float]],
        moves: Sequence[Move],
        recipe: Recipe,
    ) -> Record | None:
        """Return the first puzzle behind some paths, each with its share of quiet moves, or None.

        ``moves`` lead to the solver's position.
        """
        for path, quiet in candidates:
            try:
                solver.budget = recipe.budget
                branches = only_move(solver, path, recipe.most, quiet)
                record = branches and self._record(solver, path, branches, moves, recipe)
            except (OutOfBudgetError, UnfitError):
                continue
            if record:
                return record
        return None

    def _record(
        self,
        solver: Solver,
        path: Path,
        branches: Sequence[Branch],
        moves: Sequence[Move],
        recipe: Recipe,
    ) -> Record | None:
        """Return the puzzle of a proven position, or None if there are enough like it."""
        if len(branches) < FEWEST_MOVES:
            return None
        position: Any = solver.position
        for move in solver.moves(path):
            position = position.play(move)
        key = position.canonical_key()
        if key in self.keys:
            return None
        solver.budget = BUILDING_BUDGET
        record = Builder(solver, path, branches).record(moves, recipe.most)
        node = record.main_line()[len(moves) + len(solver.moves(path))]
        length = len(node.line_from()) - 1
        if not self._wanted(length):
            return None
        node.set_text(RATING, str(rating_of(position, right_moves(node), asked(node))))
        self.keys.add(key)
        self.lengths.append(length)
        return record

    def _wanted(self, length: int) -> bool:
        share = SHORT_SHARES.get(length, 1.0)
        return self.lengths.count(length) + 1 <= share * (len(self.lengths) + 5)


def _threatens(solver: Solver, path: Path) -> bool:
    """Return whether the first move that one thinks of behind a path loses at once."""
    turn = solver.turns(path)[0]
    aim = Aim(1 - solver.seat_at(path), False)
    return turn.result < 0 and solver.forces(turn, aim, 1) == YES


def asked(node: Node) -> int:
    """Return the number of moves to find from a node on."""
    return sum(bool(right_moves(step)) for step in node.line_from())


def length_of(record: Record) -> int:
    """Return the number of moves from the puzzle to the end of its solution."""
    node = puzzle_node(record)
    return 0 if node is None else len(node.line_from()) - 1
