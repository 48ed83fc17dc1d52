"""Results as the search counts them, for comparison with the compiled games."""

from __future__ import annotations

from typing import Any

from boche.engine.search import interface as contract


def result_of(position: Any) -> int:
    """Return the result of a position as a constant of ``engine.search.interface``."""
    if position.outcome is None:
        return contract.UNDECIDED
    if position.outcome.winner is None:
        return contract.DRAW
    return position.game.colours.index(position.outcome.winner) ^ int(position.swapped)
