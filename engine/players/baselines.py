"""Players without a tree search: a random one, and one that looks one move ahead."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from boche.engine.game import Move, Position
from boche.engine.players.player import GamePlayer, History, Seat

if TYPE_CHECKING:
    from boche.engine.search.result import SearchResult

MOST_LOOKED_AT = 300
"""Most moves that are examined one by one; from more than that, a sample is drawn."""


class RandomPlayer:
    """A player of the moves that ``choose`` draws; by default any legal move."""

    result: SearchResult | None = None

    def __init__(
        self,
        seed: int,
        choose: Callable[[Position, random.Random], Move] = lambda at, rng: at.random_move(rng),
    ) -> None:
        self._rng, self._choose = random.Random(seed), choose

    def choose(self, position: Position, history: History) -> Move:
        return self._choose(position, self._rng)

    def set_seconds(self, seconds: float) -> None:
        pass

    def close(self) -> None:
        pass


def random_player(seat: Seat) -> GamePlayer:
    """Return a player of random legal moves."""
    return RandomPlayer(seat.seed)


def greedy_player(seat: Seat) -> GamePlayer:
    """Return a player that draws one of ``best_at_once``."""
    return RandomPlayer(seat.seed, lambda position, rng: rng.choice(best_at_once(position, rng)))


def best_at_once(position: Position, rng: random.Random) -> Sequence[Move]:
    """Return the moves that win at once; if none, those that do not lose at once; else all.

    If there are more than ``MOST_LOOKED_AT`` moves, only a sample is considered.
    """
    moves, safe, wins = some_moves(position, rng), [], []
    for move in moves:
        outcome = position.play(move).outcome
        if outcome is None or outcome.winner is None:
            safe.append(move)
        elif outcome.winner == position.turn:
            wins.append(move)
    return wins or safe or moves


def some_moves(position: Position, rng: random.Random) -> Sequence[Move]:
    """Return all legal moves; if over ``MOST_LOOKED_AT``, at most so many distinct random ones."""
    # Counting them all could take minutes if they are generated on demand.
    moves = list(islice(position.legal_moves(), MOST_LOOKED_AT + 1))
    if len(moves) <= MOST_LOOKED_AT:
        return moves
    return list(dict.fromkeys(position.random_move(rng) for _ in range(MOST_LOOKED_AT)))
