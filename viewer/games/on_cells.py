"""Round pieces on the cells of a flat board: ray tests for pieces and cells."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from boche.viewer.camera.rays import Points, Ray, first_ball, plane_distance


class Met(NamedTuple):
    """The first hit of a ray: a piece or a cell, by its index, and the point in the world.

    Both indices are None if that is the board beside its cells, or the plane that it lies in.
    """

    piece: int | None
    cell: int | None
    point: tuple[float, float, float]


def met(
    ray: Ray, pieces: Points, radii: tuple[float, float, float], cells: Points, reach: float
) -> Met | None:
    """Return what a ray from above hits on a board at z = 0, or None if it hits nothing.

    ``pieces`` (N, 3) are the middles of ellipsoids, ``cells`` (M, 3) those of the cells: a point
    belongs to the nearest of them, unless that is farther away than ``reach``.
    """
    piece, far = first_ball(pieces, radii, ray)
    surface = plane_distance(ray)
    nearest = min(far, surface)
    if nearest == np.inf:
        return None
    x, y, z = (float(each) for each in ray.at(nearest))
    if far <= surface:
        return Met(piece, None, (x, y, z))
    away = np.hypot(cells[:, 0] - x, cells[:, 1] - y)
    cell = int(away.argmin())
    return Met(None, cell if away[cell] <= reach else None, (x, y, z))
