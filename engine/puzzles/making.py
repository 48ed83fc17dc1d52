"""Search for puzzles in quick self-play."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from importlib import import_module, util
from math import log2
from statistics import median
from typing import Any, NamedTuple

from boche.engine.game import Game, Move, Position
from boche.engine.games import registry as games
from boche.engine.message import capitalized
from boche.engine.puzzles.judging import right_moves
from boche.engine.puzzles.puzzle import GOAL, RATING, REPLIES, puzzle_node
from boche.engine.puzzles.races import Race
from boche.engine.puzzles.recipe import Recipe
from boche.engine.puzzles.scan import YES
from boche.engine.puzzles.solver import Aim, OutOfBudgetError, Path, Solver, Turn
from boche.engine.puzzles.sorting import Branch, best_turn, line, only_move, sort_moves
from boche.engine.record import Node, Record, play_at
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
    return _Maker(games.find(game), seed, number, keys).play()


class _Maker:
    """A source of the puzzles in one game."""

    def __init__(self, game: Game, seed: int, number: int, keys: Collection[str]) -> None:
        self.game, self.keys = game, keys
        self._rng = random.Random(f"{game.name} {seed} {number}")
        self._found: list[KeyedPuzzle] = []

    def play(self) -> list[KeyedPuzzle]:
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


# The difficulty of a puzzle: how many playouts the search needs to find the move.

FEWEST, MOST = 4, 1 << 15
"""Least and greatest number of playouts tried."""

SEEDS = 3
PARAMS = SearchParams(nodes=200_000, learned=False)
LEAST, EACH_DOUBLING, EACH_MOVE = 350, 125, 50
"""Rating for one playout; what twice as many add, and each further move to find."""


def rating_of(position: Position, right: Collection[str], asked: int) -> int:
    """Return the rating of a position with these right moves, and ``asked`` moves to find."""
    needed = median(playouts_needed(position, right, seed) for seed in range(SEEDS))
    return round(LEAST + EACH_DOUBLING * log2(needed) + EACH_MOVE * (asked - 1))


def playouts_needed(position: Position, right: Collection[str], seed: int) -> int:
    """Return the number of playouts from which on the search prefers a right move.

    It is looked at after each doubling, up to ``MOST``.
    """
    searcher = Searcher(position, PARAMS, seed=seed)
    playouts, needed = FEWEST, 0
    while playouts <= MOST:
        result = searcher.search(Budget(simulations=playouts if needed == 0 else playouts // 2))
        is_right = str(result.best) in right
        needed = (needed or playouts) if is_right else 0
        if result.proven is not None and is_right:
            break
        playouts *= 2
    return needed or 2 * MOST


# Puzzles as records, built from proofs.

MOST_ANSWERS = 60
"""Most different refutations at one node."""

FOLLOWING_BUDGET = 300_000
"""Positions that may be looked at to see whether a further move can be asked for."""

RIGHT_SHARE = 0.25
"""Greatest share of right moves where a later move is still asked for, unless it is one."""


class UnfitError(ValueError):
    """A position whose refutations would fill pages."""


class Builder:
    """The builder of one puzzle's record from the position that a solver has proven.

    ``path`` leads from the solver's position to the puzzle, ``branches`` are all moves there.
    """

    def __init__(self, solver: Solver, path: Path, branches: Sequence[Branch]) -> None:
        self.solver, self.path, self.branches = solver, path, branches
        self.seat = solver.seat_at(path)
        self.target = max(branch.value for branch in branches if branch.value is not None)
        self.aim = Aim(self.seat, self.target == 0)

    def record(self, moves: Sequence[Move | str], most: int) -> Record:
        """Return the puzzle; ``moves`` lead from the start to the solver's position.

        Raises ``UnfitError``, and ``OutOfBudgetError``.
        """
        position = self.solver.position
        record = Record.new(games.GameName(position.game.name), **position.options)
        at: Any = position.game.start(dict(position.options))
        node = record.root
        for move in [*moves, *self.solver.moves(self.path)]:
            node, at = _added(node, str(move), at)
        node.set_text(GOAL, "win" if self.target == 1 else "draw")
        record.root.set_text("GC", goal_of(at, self.target == 1))
        self._ask(node, at, self.path, self.branches, most)
        return record

    def _ask(
        self, node: Node, at: Position, path: Path, branches: Sequence[Branch], most: int
    ) -> None:
        """Write the answers to all moves at a node that asks for one."""
        right = [branch for branch in branches if self._is_right(branch)]
        for branch in sorted(right, key=lambda branch: branch.wins or 0):
            child, after = self._write(node, at, path, branch.turn.path)
            child.set_text("TE", "1")
            if child is node.children[0] and after.outcome is None:
                self._go_on(child, after, branch.turn, most)
        self._refute(node, at, path, [b for b in branches if not self._is_right(b)])

    def _is_right(self, branch: Branch) -> bool:
        return branch.value is not None and branch.value >= self.target

    def _go_on(self, node: Node, at: Position, turn: Turn, most: int) -> None:
        """Write the reply to a right move, and ask for the next one if all moves are proven."""
        reply = best_turn(self.solver, turn.path, self.aim)
        node, at = self._write(node, at, turn.path, reply.path)
        if at.outcome is not None:
            return
        budget, self.solver.budget = self.solver.budget, FOLLOWING_BUDGET
        try:
            branches = sort_moves(self.solver, reply.path, most)
        except OutOfBudgetError:
            branches = []
        self.solver.budget = budget
        right = sum(map(self._is_right, branches))
        known = all(branch.value is not None for branch in branches)
        if branches and known and right <= max(1, RIGHT_SHARE * len(branches)) < len(branches):
            self._ask(node, at, reply.path, branches, most)
        else:
            rest = line(self.solver, reply, self.aim)
            self._write(node, at, reply.path, rest[-1].path)

    def _refute(self, node: Node, at: Position, path: Path, wrong: Sequence[Branch]) -> None:
        """Write how wrong moves fail: shared refutations, and for the others their own."""
        answers = dict[Path, list[Branch]]()
        for branch in sorted(wrong, key=lambda branch: branch.length):
            behind = branch.turn.path
            if branch.turn.result >= 0:
                continue
            steps = next((steps for steps in answers if self._fails(behind, steps)), None)
            if steps is None:
                aim = Aim(1 - self.seat, branch.value == 0)
                steps = line(self.solver, branch.turn, aim)[-1].path[len(behind) :]
            answers.setdefault(steps, []).append(branch)
            if len(answers) > MOST_ANSWERS:
                raise UnfitError("too many refutations")
        self._write_answers(node, at, path, answers)

    def _write_answers(
        self, node: Node, at: Position, path: Path, answers: Mapping[Path, Sequence[Branch]]
    ) -> None:
        """Write refutations: those of several moves once, at the node that asks."""
        texts = list[str]()
        for steps, (branch, *others) in answers.items():
            behind = branch.turn.path
            if others:
                texts.append(" ".join(self._texts(behind, (*behind, *steps))))
            else:
                child, after = self._write(node, at, path, behind)
                child.set_text("BM", "1")
                self._write(child, after, behind, (*behind, *steps))
        node.set_texts(REPLIES, texts)

    def _fails(self, path: Path, steps: Path) -> bool:
        """Return whether a refutation of another wrong move refutes the one behind a path."""
        result = self.solver.plays(path, steps)
        return result is not None and result >= 0 and not self.aim.met(result)

    def _texts(self, path: Path, end: Path) -> list[str]:
        """Return the moves that lead from a path to a longer one."""
        return [str(move) for move in self.solver.moves(end)[len(self.solver.moves(path)) :]]

    def _write(self, node: Node, at: Any, path: Path, end: Path) -> tuple[Node, Any]:
        """Add the moves from a path to a longer one; return the last node and its position."""
        for text in self._texts(path, end):
            node, at = _added(node, text, at)
        return node, at


def _added(node: Node, text: str, at: Any) -> tuple[Node, Any]:
    child, after = play_at(node, text, at)
    return child, after if after is not None else at.play(text)


def goal_of(position: Position, win: bool) -> str:
    """Return the task in one line."""
    return f"{capitalized(position.turn)} to move and {'win' if win else 'draw'}"
