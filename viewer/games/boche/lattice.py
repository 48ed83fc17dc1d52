"""The cubic lattice of Boche in the world: its long diagonal is vertical."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

import numpy as np

from boche.viewer.scene.model import Array
from boche.viewer.scene.solids import quaternion

#: Columns are the lattice's unit vectors in the world: x points west, y south-south-east, z
#: north-north-east, and each rises by 1 / sqrt(3).
AXES_IN_WORLD = np.array(
    [
        [-sqrt(2 / 3), sqrt(1 / 6), sqrt(1 / 6)],
        [0.0, -sqrt(1 / 2), sqrt(1 / 2)],
        [sqrt(1 / 3), sqrt(1 / 3), sqrt(1 / 3)],
    ]
)


def to_world(corners: Array, centre: Array) -> Array:
    """Return the world places (N, 3) of lattice points (N, 3); ``centre`` maps to the origin."""
    return np.asarray((corners - centre) @ AXES_IN_WORLD.T)


@lru_cache(maxsize=6)
def face_turn(turn: int) -> Array:
    """Return the quaternion that lays a unit square on a face of the lattice.

    Turns 0 to 2 are the faces that look along +x, +y, +z, with (u, v) the next two axes in turn;
    3 to 5 look along -x, -y, -z, with (u, v) exchanged, so that the frame stays right-handed.
    """
    n, u, v = (AXES_IN_WORLD[:, (turn + step) % 3] for step in range(3))
    return quaternion(np.stack([u, v, n] if turn < 3 else [v, u, -n], axis=1))
