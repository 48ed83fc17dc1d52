"""Walking from place to place in screen directions.

The four neighbours of all places lead from each to every other (a test holds them to it).
"""

from __future__ import annotations

import numpy as np

from viewer.camera.rays import Points

DIRECTIONS: dict[str, tuple[float, float]] = {
    "left": (-1.0, 0.0),
    "right": (1.0, 0.0),
    "up": (0.0, 1.0),
    "down": (0.0, -1.0),
}


def neighbour(places: Points, start: int, direction: str) -> int | None:
    """The place next to ``start`` in a direction.

    That is the nearest within 45 degrees of it; where there is none, the one that a circle meets
    first that grows from ``start`` in that direction; None at the edge of all.
    """
    # A hair's breadth apart, so that places that appear as one can be told from each other.
    apart = np.arange(len(places))[:, None] * np.array([1e-6, 0.7e-6])
    way = (places - places[start]) + (apart - apart[start])
    dx, dy = DIRECTIONS[direction]
    along, aside = way @ (dx, dy), np.abs(way @ (-dy, dx))
    far = np.hypot(along, aside)
    ahead = along > 0.0
    near = np.where(ahead & (aside <= along), far, np.inf)
    if not np.isfinite(near).any():
        near = np.where(ahead, far * far / np.where(ahead, along, 1.0), np.inf)
    best = int(near.argmin())
    return best if np.isfinite(near[best]) else None


def nearest(places: Points, spot: tuple[float, float]) -> int:
    """The place (of at least one) nearest to a spot."""
    return int(np.hypot(*(places - np.asarray(spot)).T).argmin())
