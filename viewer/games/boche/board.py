"""The wooden board of Boche: a rounded triangle with teeth between its outer holes.

The holes themselves are lattice faces and come with the position, since cubes cover them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import pi, sqrt

import numpy as np

from boche.viewer.games.boche.lattice import AXES_IN_WORLD, to_world
from boche.viewer.scene.model import Array, Floats, Mesh
from boche.viewer.scene.solids import Part, in_two, off_round

RIM = 0.98  # width of the rim
BELOW = 0.86  # height of the rim above the table; the holes reach down 0.58
EASE = 0.07  # radius of the rim's upper edge
ARC, FINE = 12, 44  # steps of each round corner, far off and near by
TILTS = (60.0, 30.0, 0.0), tuple(range(75, -1, -15))
"""Degrees above the horizon in which the rim's upper edge looks, far off and near by."""
LAP = 0.001  # how far the rim overlaps the teeth, and the teeth the cubes, so that no gap opens


@dataclass(frozen=True, eq=False)
class Board:
    """The board's mesh, the height of the table, and the points that must be in the frame.

    The last of ``bounds`` is the apex of the full pyramid.
    """

    mesh: Mesh
    ground: float
    bounds: Floats


@lru_cache(maxsize=24)
def board(size: int) -> Board:
    """Return the board with ``size`` holes per side."""
    rough, fine = (rim_mesh(size, *steps) for steps in zip((ARC, FINE), TILTS, strict=True))
    off = off_round(RIM, ARC, 2 * pi / 3)
    made = in_two(f"boche board {size}", [teeth_mesh(size)], [fine], [rough], off)
    foot = outline(size, RIM)
    bounds = np.concatenate(
        [
            np.column_stack([foot, np.zeros(len(foot))]),
            np.column_stack([foot, np.full(len(foot), -BELOW)]),
            [[0.0, 0.0, (size + 1) / sqrt(3)]],
        ]
    )
    return Board(replace(made, foot=foot), -BELOW, bounds.astype(np.float32))


def to_lattice_centre(size: int) -> Array:
    """Return the lattice point at the world's origin: the middle of the board, at rim height.

    It lies below the apex of the full pyramid.
    """
    return np.array([2 - size, 2 - size, 2 * size - 1]) / 3


def inner_corners(size: int) -> Array:
    """Return the triangle (3, 2) in which the planes x = 1, y = 1, z = n meet the rim."""
    corners = np.array([[1, -size, size], [1, 1, -1], [-size, 1, size]], float)
    return to_world(corners, to_lattice_centre(size))[:, :2]


def outline(size: int, out: float, arc: int = ARC) -> Array:
    """Return the inner triangle grown by ``out``, its corners rounded in ``arc`` steps each.

    It runs counterclockwise, and its shape is (3 (arc + 1), 2).
    """
    points = []
    for index, corner in enumerate(inner_corners(size)):
        angles = pi / 3 + index * 2 * pi / 3 + np.linspace(0, 2 * pi / 3, arc + 1)
        points.append(corner + out * np.stack([np.cos(angles), np.sin(angles)], axis=1))
    return np.concatenate(points)


def rim_mesh(size: int, arc: int = ARC, tilts: Sequence[float] = TILTS[0]) -> Part:
    """Return the rim's top, its eased edge, which looks in the directions ``tilts``, and its sides.

    Each round corner has ``arc`` steps.
    """
    inner = np.repeat(inner_corners(size), arc + 1, axis=0)
    outward = outline(size, 1.0, arc) - inner
    lapped = inner * (1.0 - 2.0 * LAP / np.linalg.norm(inner, axis=1, keepdims=True))
    profile = [(0.0, 0.0, 90.0), (RIM - EASE, 0.0, 90.0)]
    for angle in tilts:
        rad = np.radians(angle)
        profile.append((RIM - EASE + EASE * np.cos(rad), EASE * np.sin(rad) - EASE, angle))
    profile.append((RIM, -BELOW, 0.0))
    rings, normals = [], []
    for out, z, angle in profile:
        place = inner + out * outward if out else lapped
        rings.append(np.column_stack([place, np.full(len(inner), z)]))
        tilt = np.radians(angle)
        up = np.full(len(inner), np.sin(tilt))
        normals.append(np.column_stack([outward * np.cos(tilt), up]))
    return np.concatenate(rings), np.concatenate(normals), ring_indices(len(inner), len(profile))


def ring_indices(around: int, rings: int) -> Array:
    """Return the triangles between successive closed rings of ``around`` points.

    They face outwards.
    """
    here = np.arange(around)
    following = (here + 1) % around
    quads = [
        np.stack([r + here, s + here, s + following, r + here, s + following, r + following], 1)
        for r, s in ((k * around, (k + 1) * around) for k in range(rings - 1))
    ]
    return np.concatenate(quads).reshape(-1)


def teeth_mesh(size: int) -> Part:
    """Return the half squares that close the outer ridges.

    On the side x = 1 each peak (1, y, z), y + z = 1, stands on (1, y, z - 1) and (1, y - 1, z);
    the other sides follow by turning a third of a turn.
    """
    centre = to_lattice_centre(size)
    peaks = range(1, -size, -1)
    side = np.array([[[1, y, 1 - y], [1, y - 1, 1 - y], [1, y, -y]] for y in peaks]) - centre
    middle = (side[:, 1:2] + side[:, 2:]) / 2
    side = middle + (1.0 + LAP) * (side - middle)
    turned = np.concatenate([np.roll(side, turn, axis=2) for turn in range(3)]).reshape(-1, 3)
    normals = np.repeat(AXES_IN_WORLD.T, 3 * len(side), axis=0)
    return to_world(turned, np.zeros(3)), normals, np.arange(len(turned))
