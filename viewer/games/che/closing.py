"""Regions of Che that are closed or nearly so, and who wins by that."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from boche.engine.games.che.geometry import Cell, Colour, Region, other
from boche.engine.games.che.notation import parse_cell
from boche.engine.games.che.position import Position

NAMED = 4  # most cells named where a second tile may lose
NEAR = 2  # number of tiles in a move: what lacks no more can happen in the next one


def winner_of(position: Position, region: Region) -> Colour:
    """Return the colour that wins once a region is closed."""
    turned = position.options["group_area"] or position.options["group_extent"]
    return other(region.colour) if turned else region.colour


def winner_by_closed(position: Position) -> Colour | None:
    """Return who wins by the regions closed in a move, finished or not; None without any."""
    winners = {winner_of(position, region) for region in position.closed_regions()}
    if len(winners) == 2:
        return other(position.turn)
    return next(iter(winners), None)


class Settled(NamedTuple):
    """The winner once a second tile lies, and the cells where a tile may let the other side win."""

    winner: Colour
    doubtful: tuple[Cell, ...]


@lru_cache(maxsize=16)
def settled_by_first(position: Position, first: str) -> Settled | None:
    """Return who wins with almost any second tile, once the first one has closed a region.

    Each second tile is tried, since one that closes a region of the other colour, too, loses. None
    if no region is closed, or if second tiles on too many cells to name may change the winner.
    """
    winner = winner_by_closed(position.after_first(first))
    if winner is None:
        return None
    doubtful = []
    for place in position.steps(first):
        ends = (position.play(step.text).outcome for step in position.steps(place.text))
        if any(outcome is None or outcome.winner != winner for outcome in ends):
            doubtful.append(parse_cell(place.text.rpartition("+")[2]))
    return Settled(winner, tuple(doubtful)) if len(doubtful) <= NAMED else None


def endangered(position: Position) -> list[Region]:
    """Return the regions that a move of ``tiles_wanted`` tiles, or the one after it, can close.

    Those with the fewest open cells come first, then the largest.
    """
    left = position.tiles_left
    near = NEAR if left is None else min(NEAR, left)
    found = [r for r in position.regions() if 0 < len(r.empty) <= near]
    return sorted(found, key=lambda r: (len(r.empty), -r.size, r.corners))
