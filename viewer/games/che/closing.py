"""Regions of Che that are closed or nearly so, and who wins by that."""

from __future__ import annotations

from boche.engine.games.che.geometry import Colour, Region, other
from boche.engine.games.che.position import Position

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


def endangered(position: Position) -> list[Region]:
    """Return the regions that a move of ``tiles_wanted`` tiles, or the one after it, can close.

    Those with the fewest open cells come first, then the largest.
    """
    left = position.tiles_left
    near = NEAR if left is None else min(NEAR, left)
    found = [r for r in position.regions() if 0 < len(r.empty) <= near]
    return sorted(found, key=lambda r: (len(r.empty), -r.size, r.corners))
