"""The levels of Boche taken apart: where each is shifted, so that every cube can be seen.

All that is drawn, labelled, marked or picked on a level is shifted by ``scene.apart.shifts``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import product
from math import remainder, sqrt
from typing import Any

import numpy as np

from boche.engine.games.boche.geometry import Cell
from boche.viewer.camera.camera import Camera, basis
from boche.viewer.camera.rays import Points
from boche.viewer.games.boche.board import board, to_lattice_centre
from boche.viewer.games.boche.lattice import to_world
from boche.viewer.games.view import SIDE_BY_SIDE, Arranged
from boche.viewer.scene.apart import Apart, Place
from boche.viewer.scene.model import Array

LOWEST_VIEW = 50.0  # degrees; seen from lower down, cubes hide others of their own level
GAP = 0.3  # cube edges between levels in the picture
SLOPES = range(30, 91, 5)  # degrees from the horizon at which the levels may follow each other
LETTER, LARGEST = 0.42, 1.0  # heights of the letters of a level's name
PART = 0.02  # of the picture's height: letters are not smaller, unless they would be too large
BESIDE = 4.0  # from a level's corner to the middle of its name, in heights of a letter
BETWEEN = 0.25  # free space round a board
LINE = 2.4  # height of the line of its name below it, in heights of a letter
SIDES = (-60.0, 60.0, 180.0)  # azimuths that have a side of the board in front
NORMALS = np.radians(np.arange(0, 360, 2.0))


def levels_used(position: Any) -> int:
    """Return the number of levels on which something lies or may lie next."""
    highest = max((cube.cell.k for cube in position.cubes), default=-1)
    return min(highest + 2, int(position.size))


@lru_cache(maxsize=16)
def empty_cells(position: Any, levels: int) -> tuple[Cell, ...]:
    """Return the empty cells above the bottom level, up to that many levels."""
    full = {cube.cell for cube in position.cubes}
    return tuple(
        Cell(c, r, k)
        for k in range(1, levels)
        for c, r in product(range(position.size - k), repeat=2)
        if c + r + k < position.size and Cell(c, r, k) not in full
    )


def corner_cubes(size: int, level: int) -> Points:
    """Return the corners in the world of the cubes (24, 3) at the three corners of a level."""
    last = size - level - 1
    cells = [Cell(0, 0, level), Cell(last, 0, level), Cell(0, last, level)]
    box = np.array(list(product((0, 1), repeat=3)), float)
    lows = np.array([cell.corner for cell in cells], float)[:, None]
    return to_world((lows + box).reshape(-1, 3), to_lattice_centre(size))


def arranged(position: Any, way: str, camera: Camera, aspect: float) -> Arranged:
    """Return the levels taken apart in one of the ``WAYS``, as ``Picker.arranged`` has it."""
    size, used, aspect = position.size, levels_used(position), round(aspect, 2)
    if way == SIDE_BY_SIDE:
        side = min(SIDES, key=lambda each: abs(remainder(each - camera.azimuth, 360.0)))
        make = partial(_side_by_side, size, used, side, aspect)
    else:
        make = partial(_exploded, size, used, camera.azimuth, camera.elevation, aspect)
    found = make(LETTER)
    # Letters that would be small in the picture are larger, which needs more room.
    seen = found.bounds @ np.stack(basis(found.camera)[:2], axis=1)
    wide, high = np.ptp(seen, axis=0)
    letter = min(PART * max(float(high), float(wide) / aspect), LARGEST)
    return make(letter) if letter > LETTER else found


@lru_cache(maxsize=16)
def _side_by_side(size: int, used: int, azimuth: float, aspect: float, letter: float) -> Arranged:
    """Return the levels on boards of their own, in rows from the upper left, seen from above.

    The bottom level stays where it is. The rows are as long as lets the boards be drawn largest.
    """
    view = Camera(azimuth=azimuth, elevation=90.0, projection="ortho")
    across, up, _ = basis(view)
    seen = np.stack([across, up], axis=1)
    feet = [board(size - level).bounds[:-1].astype(float) for level in range(size)]
    flat = [foot @ seen for foot in feet]
    low = np.array([foot.min(axis=0) for foot in flat]) - np.array([BETWEEN, LINE * letter])
    high = np.array([foot.max(axis=0) for foot in flat]) + BETWEEN
    best: tuple[float, Array] = (0.0, np.zeros((size, 2)))
    wide = (high - low)[:used, 0]
    # Some row is as long as it can be: these are all the lengths that any row can have.
    for width in {float(wide[i:j].sum()) for j in range(used + 1) for i in range(j)}:
        moved = _in_rows(low, high, float(width))
        across_all, tall = (high + moved)[:used].max(axis=0) - (low + moved)[:used].min(axis=0)
        best = max(best, (min(aspect / across_all, 1.0 / tall), moved), key=lambda each: each[0])
    moved = (best[1] - best[1][0]) @ seen.T
    stand = [foot + by for foot, by in zip(feet[:used], moved, strict=False)]
    names = np.array([[0.0, each[1] + LINE / 2 * letter] for each in low]) @ seen.T + moved
    moved[:, 2] -= np.arange(size) / sqrt(3)
    apart = Apart(_places(moved), _places(names[:used]), used, letter, boards=True)
    return Arranged(apart, view, np.concatenate([*stand, names[:used] - LINE / 2 * letter * up]))


def _in_rows(low: Array, high: Array, width: float) -> Array:
    """Return where boxes from ``low`` to ``high`` (N, 2) go in rows of at most a width, (N, 2).

    Those of a row stand on one line.
    """
    found = np.zeros_like(low)
    x = y = 0.0
    for at, (wide, tall) in enumerate(high - low):
        if (x and x + wide > width + 1e-9) or not at:
            # The first box of a row is its highest, since levels grow smaller upwards.
            x, y = 0.0, y - tall
        found[at] = x - low[at, 0], y - low[at, 1]
        x += wide
    return found


@lru_cache(maxsize=16)
def _exploded(
    size: int, used: int, azimuth: float, elevation: float, aspect: float, letter: float
) -> Arranged:
    """Return the levels moved up and to the right in the picture, until none hides another.

    They follow each other on the slope that lets them be drawn largest.
    """
    view = Camera(azimuth=azimuth, elevation=max(elevation, LOWEST_VIEW), projection="ortho")
    across, up, back = basis(view)
    seen = np.stack([across, up], axis=1)
    foot = board(size).bounds[:-1].astype(float)  # without the apex
    levels = [corner_cubes(size, level) for level in range(size)]
    outlines = [np.concatenate([levels[0], foot]) @ seen, *(each @ seen for each in levels[1:])]
    beside = BESIDE * letter
    names = [np.array([each[:, 0].max() + beside, each[:, 1].min() + letter]) for each in outlines]
    ends = [name + beside * np.array([1.0, 0.0]) for name in names]
    rooms = [np.vstack([each, end]) for each, end in zip(outlines, ends, strict=True)]
    best: tuple[float, Array] = (0.0, np.zeros((size, 2)))
    for slope in np.radians(SLOPES):
        way = np.array([np.cos(slope), np.sin(slope)])
        moved = _distances(outlines, way)[:, None] * way
        every = np.concatenate([room + by for room, by in zip(rooms[:used], moved, strict=False)])
        wide, high = np.ptp(every, axis=0)
        best = max(best, (min(aspect / wide, 1.0 / high), moved), key=lambda each: each[0])
    moved = best[1] @ seen.T
    # Names lie in the picture's plane through the middle of their level.
    deep = np.array([each.mean(axis=0) @ back for each in levels])
    written = np.array(names) @ seen.T + deep[:, None] * back + moved
    stand = [levels[at] + moved[at] for at in range(used)]
    bounds = np.concatenate([foot, *stand, written[:used] + beside * across])
    return Arranged(Apart(_places(moved), _places(written[:used]), used, letter), view, bounds)


def _distances(outlines: Sequence[Array], way: Array) -> Array:
    """Return how far each outline (N, 2) must go along ``way`` to lie beside all those before it.

    The first one stays. Of two convex outlines that lie beside each other, some line keeps the
    one on either side; only some directions are tried, which may leave a little more room.
    """
    normals = np.stack([np.cos(NORMALS), np.sin(NORMALS)])
    normals = normals[:, way @ normals > 0.05]
    along = way @ normals
    far = np.array([(outline @ normals).max(axis=0) for outline in outlines])
    near = np.array([(outline @ normals).min(axis=0) for outline in outlines])
    found = np.zeros(len(outlines))
    for at in range(1, len(outlines)):
        beside = ((far[:at] - near[at]) / along).min(axis=1) + GAP
        found[at] = max((found[:at] + beside).max(), 0.0)
    return found


def _places(points: Array) -> tuple[Place, ...]:
    return tuple((float(x), float(y), float(z)) for x, y, z in points)
