"""Navigation between places in screen directions.

The four neighbours of each place make every place reachable from every other (a test checks this).
Boards on pages use the same rule, in ``assets/live/keyboard_navigation.js``: a change here is one
there. Both compare squares, since a square root may be rounded differently.
"""

from __future__ import annotations

import numpy as np

from boche.viewer.camera.rays import Points

DIRECTIONS: dict[str, tuple[float, float]] = {
    "left": (-1.0, 0.0),
    "right": (1.0, 0.0),
    "up": (0.0, 1.0),
    "down": (0.0, -1.0),
}


def neighbour(places: Points, start: int, direction: str) -> int | None:
    """Return the index of the place next to ``start`` in a direction.

    This is the nearest place within 45 degrees of the direction. If there is none, it is the first
    place met by a circle that grows from ``start`` in that direction; None at the edge.
    """
    # Tiny offsets distinguish places that coincide on the screen.
    apart = np.arange(len(places))[:, None] * np.array([1e-6, 0.7e-6])
    way = (places - places[start]) + (apart - apart[start])
    dx, dy = DIRECTIONS[direction]
    along, aside = way @ (dx, dy), np.abs(way @ (-dy, dx))
    square = along * along + aside * aside
    ahead = along > 0.0
    near = np.where(ahead & (aside <= along), square, np.inf)
    if not np.isfinite(near).any():
        near = np.where(ahead, square / np.where(ahead, along, 1.0), np.inf)
    best = int(near.argmin())
    return best if np.isfinite(near[best]) else None


def nearest(places: Points, spot: tuple[float, float]) -> int:
    """Return the index of the place nearest to a spot; there must be at least one place."""
    return int(((places - np.asarray(spot)) ** 2).sum(axis=1).argmin())
