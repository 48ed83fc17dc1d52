"""Results as the search counts them, for tests to hold the compiled games to."""

from __future__ import annotations

from typing import Any

from engine.search import interface as contract


def result_of(position: Any) -> int:
    """What ``engine.search.interface`` calls the result of a position."""
    if position.outcome is None:
        return contract.UNDECIDED
    if position.outcome.winner is None:
        return contract.DRAW
    return position.game.colours.index(position.outcome.winner) ^ int(position.swapped)
