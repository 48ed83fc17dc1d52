"""Exact solvers beside the tree search, for the games that have one.

A game whose small boards can be solved has a module ``prover`` in its package with two functions:
``solves(options)`` says whether a board is small enough, and ``prover_of(options)`` returns a
``Prover`` for such a board.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from boche.engine.game import Move, Position
from boche.engine.search.params import CLOCK


@dataclass(frozen=True)
class Verdict:
    """What is proven of a position: the moves known to win for the side to move; if none, it loses.

    Other moves may win as well.
    """

    moves: tuple[Move, ...]


class Prover(Protocol):
    """A solver for one game with one set of options, which remembers what it has solved."""

    def attempt(self, position: Position) -> Iterator[Verdict | None]:
        """Yield None as long as an unfinished position is not solved, then the verdict.

        A step takes some thousandths of a second. Without a verdict it gives up. A new attempt ends
        the one before.
        """
        ...


def prover_of(position: Position) -> Prover | None:
    """Return a new prover for a position's game and options, or None; it may have to compile."""
    module = _module_for(position)
    return module.prover_of(position.options) if module is not None else None


def _module_for(position: Position) -> Any:
    """Return the module ``prover`` of a position's game if it solves such positions, else None."""
    name = f"{position.game.room}.prover"
    if importlib.util.find_spec(name) is None:
        return None
    module = importlib.import_module(name)
    return module if module.solves(position.options) else None


class Proving:
    """The attempt to solve one position after another, each in as many turns as one likes."""

    def __init__(self, position: Position) -> None:
        self._prover = prover_of(position)
        self._position: Position | None = None
        self._attempt: Iterator[Verdict | None] = iter(())
        self.verdict: Verdict | None = None
        self.over = self._prover is None

    def turn_to(self, position: Position) -> None:
        """Go on with a position, or begin with it."""
        if self._prover is None or position == self._position:
            return
        self._position, self.verdict, self.over = position, None, False
        self._attempt = self._prover.attempt(position)

    def go_on(self, seconds: float, stopped: Callable[[], bool]) -> None:
        """Search for a verdict for that long; afterwards ``over`` says if there is no more to do.

        It returns soon after ``stopped`` becomes true.
        """
        now = CLOCK.get()
        end = now() + seconds
        for verdict in self._attempt:
            self.verdict = verdict
            if verdict is not None:
                break
            if now() >= end or stopped():
                return
        self.over = True
