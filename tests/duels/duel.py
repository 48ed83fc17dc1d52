"""A random game of the engine's rules against slow ones, compared after every ply."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import numpy as np

from boche.engine.native.arrays import as_arrays
from boche.engine.recent import no_compiled_moves
from tests.engine.compiled import compiled_module

SHOWN = 12


class DifferenceError(AssertionError):
    """A difference between two of the three implementations."""


class Duel:
    """A game in progress: interpreted (``position``), compiled (``fast``), and slow.

    A subclass for each game defines how moves are chosen and what is compared. The choice favours
    rare events, in each game in its own way; the rules stay unchanged.
    """

    rules_of: str
    """The module that is compiled."""

    def __init__(self, options: dict[str, Any], chance: random.Random) -> None:
        self.options, self.chance = options, chance
        self.moves: list[str] = []
        self.compiled = compiled_module(self.rules_of)
        self.position: Any = None
        self.slow: Any = None
        self.fast: Any = None

    @staticmethod
    def random_options(chance: random.Random) -> dict[str, Any]:
        """Return random options, often unusual ones; large boards are rare, as they take long."""
        return {}

    def over(self) -> bool:
        return self.position.outcome is not None

    def choose(self) -> str:
        raise NotImplementedError

    def play(self, text: str) -> None:
        """Play a move on all three sides, and compare their results."""
        raise NotImplementedError

    def compare(self) -> None:
        """Compare the positions."""
        raise NotImplementedError

    # -- what all of them do

    def begun(self) -> None:
        """Compare the start."""
        self.compare()

    def go_on(self) -> None:
        """Play one more ply."""
        text = self.choose()
        self.moves.append(text)
        self.play(text)
        self.compare()

    def compare_ends(self, winner: str | None, kind: str) -> None:
        outcome = self.position.outcome
        found = (outcome.winner, outcome.kind) if outcome else (None, "")
        same("outcome", (winner, kind), found)

    def compare_boards(self) -> None:
        self.compare_arrays(self.position.board, self.fast)

    def compare_arrays(self, board: Any, fast: Any) -> None:
        """Compare an interpreted board with a compiled one.

        What lies behind the open places in their list says nothing.
        """
        count = sum(at >= 0 for at in board.slot)
        for name, one, two in zip(board._fields, board, fast, strict=True):
            if name == "open":
                one, two = one[:count], two[:count]
            if not np.array_equal(one, two):
                same(f"compiled, {name}", list(one), two.tolist())

    def arrays_of(self, board: Any, kind: str = "Board") -> Any:
        return as_arrays(board, getattr(self.compiled, kind))


def same(what: str, slow: Any, fast: Any) -> None:
    """Raise ``DifferenceError`` with a short message if the values differ."""
    if slow == fast:
        return
    if isinstance(slow, Collection) and isinstance(fast, Collection) and not isinstance(slow, str):
        one = [each for each in slow if each not in fast]
        two = [each for each in fast if each not in slow]
        if one or two:
            raise DifferenceError(
                f"{what}: only in the definition {one[:SHOWN]}, only in the engine {two[:SHOWN]}"
            )
    raise DifferenceError(f"{what}: by the definition {slow}, by the engine {fast}")


class Played(NamedTuple):
    """The result of a game: the number of plies compared, and how it ended."""

    plies: int
    end: str


def play_game(kind: type[Duel], seed: str, plies: int) -> Played:
    """Play the random game of a seed; an error contains all data needed to reproduce it."""
    with no_compiled_moves():
        return _play_interpreted(kind, seed, plies)


def _play_interpreted(kind: type[Duel], seed: str, plies: int) -> Played:
    chance = random.Random(seed)
    options = kind.random_options(chance)
    duel = kind(options, chance)
    try:
        duel.begun()
        while not duel.over() and len(duel.moves) < plies:
            duel.go_on()
    except Exception as error:
        said = error if isinstance(error, DifferenceError) else repr(error)
        told = (
            f"{said}\n  options {duel.options}\n  moves   {' '.join(duel.moves)}\n  seed    {seed}"
        )
        raise DifferenceError(told) from error
    outcome = duel.position.outcome
    return Played(len(duel.moves), outcome.kind if outcome else "unfinished")


class Tally:
    """Counts of what was compared so far."""

    def __init__(self) -> None:
        self.plies, self.ends = 0, Counter[str]()

    def add(self, played: Played) -> None:
        self.plies += played.plies
        self.ends[played.end] += 1

    def __str__(self) -> str:
        ends = ", ".join(f"{end} {count:,}" for end, count in self.ends.most_common())
        return f"{self.plies:,} plies in {self.ends.total():,} games ({ends})"


def pick(chance: random.Random, choices: Sequence[Any], weights: Sequence[float]) -> Any:
    return chance.choices(choices, weights)[0]
