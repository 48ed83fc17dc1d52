"""The difficulty of a puzzle: how many playouts the search needs to find the move."""

from __future__ import annotations

from collections.abc import Collection
from math import log2
from statistics import median

from boche.engine.game import Position
from boche.engine.search.params import Budget, SearchParams
from boche.engine.search.searcher import Searcher

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
