"""Search for puzzles in quick self-play."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Sequence
from importlib import import_module, util
from typing import Any, NamedTuple

from boche.engine.game import Game, Move
from boche.engine.games import registry as games
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


class KeyedPuzzle(NamedTuple):
    """A puzzle, the key of its position, and the moves from there to the end of its solution."""

    record: Record
    key: str
    length: int


class Chooser:
    """A choice among the puzzles that games contain: none twice, and not too many short ones.

    ``lengths`` and ``keys`` are those of the puzzles that there are already.
    """

    def __init__(self, lengths: Iterable[int], keys: Iterable[str]) -> None:
        self._lengths, self._keys = list(lengths), set(keys)

    def choose(self, found: Sequence[KeyedPuzzle]) -> Record | None:
        """Return the first puzzle of a game that is wanted, or None; it has no name yet."""
        for each in found:
            share = SHORT_SHARES.get(each.length, 1.0)
            enough = self._lengths.count(each.length) + 1 > share * (len(self._lengths) + 5)
            if each.key not in self._keys and not enough:
                self._keys.add(each.key)
                self._lengths.append(each.length)
                return each.record
        return None


def in_game(game: str, seed: int, number: int, keys: Collection[str]) -> list[KeyedPuzzle]:
    """Play game ``number`` of those with a seed; return puzzles in it, in the order found.

    There is one of each length at most for the short ones, and one longer one, with which the
    search of the game ends. Positions with ``keys`` are left out. The result depends on nothing
    else, wherever the game is played.
    """
    return _Maker(games.find(game), seed, number, keys).found()


class _Maker:
    """A source of the puzzles in one game."""

    def __init__(self, game: Game, seed: int, number: int, keys: Collection[str]) -> None:
        self.game, self.keys = game, keys
        self._rng = random.Random(f"{game.name} {seed} {number}")
        self._found: list[KeyedPuzzle] = []

    def found(self) -> list[KeyedPuzzle]:
        """Play the game, and return what is found in it."""
        known = tuple(recipes(self.game))
        recipe = self._rng.choices(known, [recipe.share for recipe in known])[0]
        start, seed = self.game.new(**recipe.options), self._rng.getrandbits(31)
        if recipe.samples:
            self._in_a_race(recipe, Solver(start), Race(start, recipe, seed))
        else:
            searcher = Searcher(start, SearchParams(nodes=100_000, learned=False), seed=seed)
            self._in_a_game(recipe, Solver(start), searcher)
        return self._found

    def _in_a_game(self, recipe: Recipe, solver: Solver, searcher: Searcher) -> None:
        """Play a game and look for puzzles in it."""
        moves, positions = self._play(recipe, searcher)
        for at in reversed(range(max(0, len(moves) - recipe.back), len(moves))):
            solver.set_position(positions[at], recipe.budget)
            solver.forced = recipe.forced
            if self._at(solver, moves[:at], recipe):
                return

    def _in_a_race(self, recipe: Recipe, solver: Solver, race: Race) -> None:
        """Play a quick game and look for puzzles in it and beside it."""
        race.play(self._rng.randint(*recipe.random_moves))
        for path in race.candidates():
            position: Any = self.game.new(**recipe.options)
            moves = race.moves(path)
            for move in moves:
                position = position.play(move)
            solver.set_position(position, recipe.budget)
            race.prepare(solver)
            if self._first(solver, [((), 1.0)], moves, recipe):
                return

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

    def _at(self, solver: Solver, moves: Sequence[Move], recipe: Recipe) -> bool:
        """Look at the solver's position and beside it; return whether the search may end."""
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
    ) -> bool:
        """Look behind some paths, each with its share of quiet moves, until there is enough.

        ``moves`` lead to the solver's position.
        """
        for path, quiet in candidates:
            try:
                solver.budget = recipe.budget
                branches = only_move(solver, path, recipe.most, quiet)
                if branches and self._record(solver, path, branches, moves, recipe):
                    return True
            except (OutOfBudgetError, UnfitError):
                continue
        return False

    def _record(
        self,
        solver: Solver,
        path: Path,
        branches: Sequence[Branch],
        moves: Sequence[Move],
        recipe: Recipe,
    ) -> bool:
        """Add the puzzle of a proven position; return whether it is enough for one game."""
        if len(branches) < FEWEST_MOVES:
            return False
        position: Any = solver.position
        for move in solver.moves(path):
            position = position.play(move)
        key = position.canonical_key()
        if key in self.keys:
            return False
        solver.budget = BUILDING_BUDGET
        record = Builder(solver, path, branches).record(moves, recipe.most)
        node = record.main_line()[len(moves) + len(solver.moves(path))]
        length = len(node.line_from()) - 1
        if length not in [each.length for each in self._found]:
            node.set_text(RATING, str(rating_of(position, right_moves(node), moves_to_find(node))))
            self._found.append(KeyedPuzzle(record, key, length))
        return length not in SHORT_SHARES


def _threatens(solver: Solver, path: Path) -> bool:
    """Return whether the first move that one thinks of behind a path loses at once."""
    turn = solver.turns(path)[0]
    aim = Aim(1 - solver.seat_at(path), False)
    return turn.result < 0 and solver.forces(turn, aim, 1) == YES


def moves_to_find(node: Node) -> int:
    """Return the number of moves to find from a node on."""
    return sum(bool(right_moves(step)) for step in node.line_from())


def length_of(record: Record) -> int:
    """Return the number of moves from the puzzle to the end of its solution."""
    node = puzzle_node(record)
    return 0 if node is None else len(node.line_from()) - 1
