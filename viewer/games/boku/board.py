"""The wooden board of Boku: a rounded hexagon with 80 drilled hollows.

World coordinates: cells are 1 apart, a column of the notation runs from west to east with ``a`` in
the north, as on the text board, and the middle of the board is the origin.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import sqrt

import numpy as np

from boche.engine.games.boku.geometry import CELLS, Cell
from boche.viewer.games.boku.solids import HEIGHT, RADIUS
from boche.viewer.scene.model import Array, Floats, Mesh, mesh
from boche.viewer.scene.solids import Part, in_two, off_round

ROW = sqrt(3.0) / 2.0  # distance between two rows
SIDE = 1.0 / sqrt(3.0)  # side of the hexagon around a cell
RIM = 1.28  # from the middles of the outer cells to the board's edge
BELOW = 0.72  # height of the board above the table
EASE = 0.1  # radius of its upper edge
ARC, FINE = 12, 30  # steps of each round corner, far off and near by
STRAIGHT = 4  # steps of each side
OVERLAP = 1.002  # scale of cells of one plane and colour, so that no pixel shows through the seams
QUARTER = np.radians([0.0, 30.0, 60.0, 90.0])  # angles of the round edge
FINE_QUARTER = np.radians(np.arange(0.0, 91.0, 15.0))


@dataclass(frozen=True, eq=False)
class Board:
    """The meshes, the height of the table and the points that must be in the frame."""

    rim: Mesh
    plate: Mesh
    ground: float
    bounds: Floats


def place_of(cell: Cell) -> tuple[float, float]:
    """Return the middle of a cell in the world, (x, y)."""
    return cell.n - cell.c / 2 - 3.0, (5 - cell.c) * ROW


@lru_cache(maxsize=1)
def places() -> Array:
    """Return the middles of all cells in ``CELLS`` order, (80, 3), at the board's surface."""
    return np.array([(*place_of(cell), 0.0) for cell in CELLS])


@lru_cache(maxsize=1)
def board() -> Board:
    """Return the board; there is only one size."""
    foot, top = outline(RIM), outline(RADIUS)
    heights = ((foot, 0.0), (foot, -BELOW), (top, HEIGHT + RADIUS))
    bounds = [np.column_stack([points, np.full(len(points), z)]) for points, z in heights]
    return Board(_rim(), _plate(), -BELOW, np.concatenate(bounds).astype(np.float32))


def outline(out: float, arc: int = ARC) -> Array:
    """Return the hexagon of the outer cells' middles grown by ``out``, counterclockwise (N, 2).

    Each round corner has ``arc`` steps.
    """
    corners = []
    for index, corner in enumerate(("f10", "a5", "a1", "f1", "k6", "k10")):
        middle = np.array(place_of(Cell("abcdefghijk".index(corner[0]), int(corner[1:]))))
        angles = np.radians(-30.0 + 60.0 * index + np.linspace(0.0, 60.0, arc + 1))
        corners.append(middle + out * np.stack([np.cos(angles), np.sin(angles)], axis=1))
    part = np.linspace(0.0, 1.0, STRAIGHT + 1)[1:-1, None]
    sides = [one[-1] + part * (two[0] - one[-1]) for one, two in pairwise([*corners, corners[0]])]
    lines = [line for pair in zip(corners, sides, strict=True) for line in pair]
    return np.concatenate(lines)


def zigzag() -> Array:
    """Return the outer corners of the cells' hexagons, counterclockwise (N, 2).

    They form the inner edge of the rim.
    """
    turn = np.radians(30.0 + 60.0 * np.arange(6))
    around = SIDE * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    corners = (places()[:, None, :2] + around).reshape(-1, 2)
    found, count = np.unique(np.round(corners, 6), axis=0, return_counts=True)
    outer = found[count < 3]
    return np.asarray(outer[np.argsort(np.arctan2(outer[:, 1], outer[:, 0]))])


def _rim() -> Mesh:
    """Return the rim."""
    rough, fine = _rim_parts(ARC, QUARTER), _rim_parts(FINE, FINE_QUARTER)
    off = max(off_round(RIM, ARC, np.pi / 3), off_round(EASE, len(QUARTER) - 1, np.pi / 2))
    return replace(in_two("boku rim", [], fine, rough, off), foot=outline(RIM))


def _rim_parts(arc: int, tilts: Array) -> list[Part]:
    """Return the rim's flat top, the round edge and the wall."""
    inner, flat = zigzag(), outline(RIM - EASE, arc)
    top = np.concatenate([inner, flat])
    outward = outline(1.0, arc) - outline(0.0, arc)
    edge = [(RIM - EASE * (1 - np.sin(tilt)), EASE * (np.cos(tilt) - 1), tilt) for tilt in tilts]
    profile = [*edge, (RIM, -BELOW, tilts[-1])]
    rings = np.concatenate([_raised(outline(out, arc), z) for out, z, _ in profile])
    normals = np.concatenate([_turned(outward, tilt) for _, _, tilt in profile])
    strips = [_strip(len(outward)) + i * len(outward) for i in range(len(profile) - 1)]
    return [(_raised(top, 0.0), _turned(top, 0.0), _between(inner, flat)),
            (rings, normals, np.concatenate(strips))]  # fmt: skip


def _raised(points: Array, z: float) -> Array:
    """Return points (N, 2) at a height, (N, 3)."""
    return np.column_stack([points, np.full(len(points), z)])


def _turned(outward: Array, tilt: float) -> Array:
    """Return normals tilted by an angle from straight up towards ``outward`` (N, 2)."""
    return np.column_stack([outward * np.sin(tilt), np.full(len(outward), np.cos(tilt))])


def _between(inner: Array, outer: Array) -> Array:
    """Return the triangles between two closed lines (N, 2) and (M, 2) around the origin.

    Both run once around it counterclockwise; the line whose next point comes first advances.
    """
    turns = [np.unwrap(np.arctan2(line[:, 1], line[:, 0])) for line in (inner, outer)]
    first = int(np.argmin(np.abs(np.angle(np.exp(1j * (turns[1] - turns[0][0]))))))
    order = (np.arange(len(outer)) + first) % len(outer)
    ahead = np.unwrap(turns[1][order])
    ahead -= 2 * np.pi * np.round((ahead[0] - turns[0][0]) / (2 * np.pi))
    found, i, j = [], 0, 0
    count, total = len(inner), len(inner) + len(outer)
    while i + j < total:
        here = turns[0][i + 1] if i + 1 < count else turns[0][0] + 2 * np.pi
        there = ahead[j + 1] if j + 1 < len(outer) else ahead[0] + 2 * np.pi
        one, two = i % count, count + order[j % len(outer)]
        if j >= len(outer) or (i < count and here <= there):
            found.append((one, two, (i + 1) % count))
            i += 1
        else:
            found.append((one, two, count + order[(j + 1) % len(outer)]))
            j += 1
    return np.array(found).reshape(-1)


def _strip(around: int) -> Array:
    """Return the triangles between two closed lines, the upper or inner first, facing outwards."""
    here = np.arange(around)
    following = (here + 1) % around
    one, two = here + around, following + around
    return np.stack([here, one, two, here, two, following], axis=1).reshape(-1)


def _plate() -> Mesh:
    """Return the surface of one cell, flat: a hexagon whose uv is the position in it.

    The material drills the hollow, see ``shaders/drilled.frag``.
    """
    turn = np.radians(30.0 + 60.0 * np.arange(6))
    corners = OVERLAP * SIDE * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    fan = np.array([[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]])
    return mesh("boku plate", _raised(corners, 0.0), _turned(corners, 0.0), corners, fan)
