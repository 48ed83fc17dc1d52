"""Random games of Boche, compiled for a test."""

from __future__ import annotations

from typing import Any

from boche.engine.games.boche import rules
from boche.engine.search import rng


def games(
    geometry: Any, board: Any, fresh: Any, variant: Any, count: int,
    moves: Any, totals: Any, source: Any,
) -> None:  # fmt: skip
    """Play games with uniformly random placements; add up their moves and their enclosures."""
    for _ in range(count):
        rules.reset(board, fresh)
        result = rules.UNDECIDED
        while result == rules.UNDECIDED:
            number = rules.generate(geometry, board, variant, moves)
            if rules.can_swap(board):
                number -= 1  # the swap would not change the game
            move = moves[rng.below(rng.draw(source), number)]
            result = rules.play(geometry, board, variant, move)
            totals[0] += 1
        totals[1] += result < 2
