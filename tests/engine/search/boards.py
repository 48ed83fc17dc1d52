"""Games for searches, and their results by brute force."""

from __future__ import annotations

import random
from functools import cache

from boche.engine import new
from boche.engine.games.boche.position import Position
from boche.engine.search.params import SearchParams

SMALL = SearchParams(nodes=20_000)


@cache
def best_result(position: Position) -> str:
    """Return the winner with best play, by brute force.

    The result is the colour now held by the person who wins, taking swaps into account.
    """
    if position.outcome is not None:
        return str(position.outcome.winner)
    mover = position.turn
    other = "dark" if mover == "light" else "light"
    for move in position.legal_moves():
        winner = best_result(position.play(move))
        # After a swap the mover holds the other colour.
        if winner == (other if str(move) == "swap" else mover):
            return mover
    return other


def game_of(seed: int, **options) -> list[Position]:
    """Return all positions of a random game."""
    rng, positions = random.Random(seed), [new("boche", **options)]
    while positions[-1].outcome is None:
        last = positions[-1]
        positions.append(last.play(rng.choice(last.legal_moves())))
    return positions  # type: ignore[return-value]
