"""A look at what is close at hand: wins that a newcomer would see, one's own and the enemy's.

However few playouts a level has, it plays a win that there is, and does not leave one to the enemy
if it can help it. What is won and what is lost is proven by the rules, in a search of its own that
tries all moves alike before it looks deeper.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.errors import BocheError
from engine.game import Move, Position
from engine.jit.kernels import encoding_of
from engine.search.params import PLAIN, Budget
from engine.search.result import SearchResult
from engine.search.searcher import Searcher
from engine.search.steps import Steps, random_move

EVEN = replace(PLAIN, tactics=True, nodes=50_000)
"""Every move is tried once before any is tried again."""

MOST_LOOKS, MOST_DRAWN = 30, 100
"""Moves whose consequences are looked at, and those that are drawn where they cannot be listed.

If all of them lose, it is as well."""


def sound_move(result: SearchResult, move: Move, playouts: int, rng: random.Random) -> Move:
    """``move``, or a better one if it misses a win close at hand or leaves one to the enemy.

    ``result`` is what a search found of the position; ``playouts`` are for each look.
    """
    position = result.position
    if result.proven is not None:
        return result.best
    lookout = Lookout(position, playouts)
    if is_stepped(position):  # else every move has been tried before the search began
        found = lookout.win(position)
        if found is not None:
            return found
    for candidate in _candidates(result, move, lookout.threats, rng):
        if lookout.looks > MOST_LOOKS:
            break
        if lookout.is_safe(position, candidate):
            return candidate
    return result.best


def is_stepped(position: Position) -> bool:
    """Whether the search sees its moves as several steps."""
    return Steps(encoding_of(position.game)).several


def _candidates(
    result: SearchResult, move: Move, threats: Sequence[Move], rng: random.Random
) -> Iterator[Move]:
    """The move, and what might be played in its place: what the search liked best, what the enemy
    threatens to play, which may stand in his way, and all others."""
    yield move
    yield result.best
    yield from (threat for threat in threats if _after(result.position, threat) is not None)
    if not is_stepped(result.position):
        yield from (found.move for found in result.moves)
    else:
        for _ in range(MOST_DRAWN):
            yield random_move(result.position, rng)


class Lookout:
    """Looks for wins from positions of one game with the options of ``position``."""

    def __init__(self, position: Position, playouts: int) -> None:
        self._searcher = Searcher(position, EVEN)
        self._budget = Budget(simulations=playouts)
        self.threats: list[Move] = []  # what won for the enemy where it was left to him
        self.looks = 0

    def win(self, position: Position) -> Move | None:
        """A move that wins for the side to move, None if none is seen."""
        self.looks += 1
        self._searcher.set_position(position)
        found = self._searcher.search(self._budget)
        return found.best if found.proven == position.turn else None

    def is_safe(self, position: Position, move: Move) -> bool:
        """Whether the enemy is not seen to win after a move."""
        after = position.play(move)
        if after.outcome is not None:
            return after.outcome.winner in (None, position.turn)
        if any(_wins(after, threat) for threat in self.threats):
            return False
        threat = self.win(after)
        if threat is not None:
            self.threats.append(threat)
        return threat is None


def _wins(position: Position, move: Move) -> bool:
    """Whether a move, if it is legal, ends the game with a win for the one who makes it."""
    after = _after(position, move)
    outcome = after.outcome if after is not None else None
    return outcome is not None and outcome.winner == position.turn


def _after(position: Position, move: Move) -> Position | None:
    """The position after a move, None if it is not legal."""
    try:
        return position.play(move)
    except BocheError:
        return None
