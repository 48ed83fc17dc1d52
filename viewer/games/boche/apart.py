"""The levels of Boche taken apart: where each is shifted, so that every cube can be seen.

All that is drawn, labelled, marked or picked on a level is shifted by ``scene.apart.shifts``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import combinations, pairwise, product
from math import remainder, sqrt
from typing import Any

import numpy as np

from boche.engine.games.boche.geometry import Cell
from boche.viewer.camera.camera import Camera, Vector, basis
from boche.viewer.camera.rays import Points
from boche.viewer.games.boche.board import board, to_lattice_centre
from boche.viewer.games.boche.coordinates import coordinates, sides_away
from boche.viewer.games.boche.lattice import AXES_IN_WORLD, to_world
from boche.viewer.games.view import SIDE_BY_SIDE, Arranged
from boche.viewer.scene.apart import Apart, Place, shifts
from boche.viewer.scene.model import Array

LOWEST_VIEW = 50.0  # degrees; seen from lower down, cubes hide others of their own level
GAP = 0.3  # cube edges between levels in the picture
SLOPES = range(30, 91, 5)  # degrees from the horizon at which the levels may follow each other
LETTER, LARGEST = 0.42, 1.0  # heights of the letters of a level's name
PART = 0.02  # of the picture's height: letters are not smaller, unless they would be too large
BELOW = 1.1  # from all else of a level down to the middle of its name, in heights of a letter
WIDE = 0.31  # half the width of a character, in heights of a letter
ROUND = 0.55  # radius of a letter
NEARER = 1.5  # a name is at least so many times nearer to its own level than to any other
CUBE = 0.8  # about the radius of a cube in any picture
NAME = 3.0  # half the width of a level's name with some room
COLUMNS = 2  # the most in which levels follow each other
FEWER = 0.95  # as large as this, they stand in fewer columns
BETWEEN = 0.25  # free space round a board
LINE = 2.4  # height of the line of its name below it, in heights of a letter
SIDES = (-60.0, 60.0, 180.0)  # azimuths that have a side of the board in front
EDGES = np.concatenate([AXES_IN_WORLD.T, AXES_IN_WORLD.T - np.roll(AXES_IN_WORLD.T, 1, axis=0)])
"""The directions (6, 3) of the edges of cubes, and of the sides of boards and levels."""
TURNS = np.radians(np.arange(0, 360, 10.0))
RINGS = np.radians(np.arange(0, 65, 5.0))  # away from a view: labels are tried from these
AROUND = np.radians(np.arange(0, 360, 45.0))


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
    apart = Apart(_places(moved), _places(names[:used]), used, letter, True, (azimuth, 90.0))
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

    They follow each other on the slope, and in the columns, that let them be drawn largest. Each
    keeps room for its coordinates to the left and below, and for its name under the middle of all:
    beside a level it could also be read as the name of the next one.
    """
    view = Camera(azimuth=azimuth, elevation=max(elevation, LOWEST_VIEW), projection="ortho")
    across, up, back = basis(view)
    seen = np.stack([across, up], axis=1)
    foot = board(size).bounds[:-1].astype(float)  # without the apex
    levels = [corner_cubes(size, level) for level in range(size)]
    sides = sides_away(azimuth)
    edges = [edge_places(size, level, letter, sides) for level in range(size)]
    solid = [np.concatenate([levels[0], foot]) @ seen, *(each @ seen for each in levels[1:])]
    signs = np.array([*product((-1.0, 1.0), repeat=2)])
    bodies = [solid[0]]
    for each, (places, height) in zip(solid[1:], edges[1:], strict=True):
        letters = (places @ seen)[:, None] + ROUND * height * signs
        bodies.append(np.concatenate([each, letters.reshape(-1, 2)]))
    names = [
        np.array([(each[:, 0].min() + each[:, 0].max()) / 2, body[:, 1].min() - BELOW * letter])
        for each, body in zip(solid, bodies, strict=True)
    ]
    # The next level keeps away from a name, or that would be read as its own.
    free = max(NEARER * BELOW * letter - GAP - CUBE, 0.0)
    reach = signs * (NAME * letter, ROUND * letter) - (signs < 0) * (0.0, free)
    boxes = [name + reach for name in names]
    moved = _placed(bodies, boxes, used, aspect, normals_of(across, up)) @ seen.T
    # Names lie in the picture's plane through the middle of their level.
    deep = np.array([each.mean(axis=0) @ back for each in levels])
    written = np.array(names) @ seen.T + deep[:, None] * back + moved
    stand = [np.concatenate([levels[at], edges[at][0]]) + moved[at] for at in range(used)]
    ends = written[:used, None] + letter * (signs * (NAME, ROUND)) @ seen.T
    apart = Apart(
        _places(moved), _places(written[:used]), used, letter, False, (azimuth, view.elevation)
    )
    return Arranged(apart, view, np.concatenate([foot, *stand, *ends]))


def _placed(
    bodies: Sequence[Array], boxes: Sequence[Array], used: int, aspect: float, normals: Array
) -> Array:
    """Return how far each level is moved in a picture (N, 2), so that none lies over another.

    ``bodies`` and ``boxes`` are the outlines of the levels and of their names. The levels in use
    are to be as large as can be in a picture ``aspect`` times as wide as high. Of two convex
    outlines that lie beside each other, some line keeps the one on either side; those across
    ``normals`` (2, M) are tried.
    """
    shapes = [np.concatenate(both) for both in zip(bodies, boxes, strict=True)]
    ends = np.array([(shape.min(axis=0), shape.max(axis=0)) for shape in shapes])
    gaps = _gaps([bodies, boxes], normals)
    best: tuple[float, Array] = (0.0, np.zeros((len(bodies), 2)))
    for degrees in SLOPES:
        way = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
        chains = _chains(gaps, way, used, normals)
        for starts in _columns(used):
            moved = _in_columns(gaps, chains, ends, starts, used, normals)
            low, high = (ends + moved[:, None])[:used, 0], (ends + moved[:, None])[:used, 1]
            wide, tall = high.max(axis=0) - low.min(axis=0)
            found = min(aspect / wide, 1.0 / tall) * FEWER ** (len(starts) - 1)
            best = max(best, (found, moved), key=lambda each: each[0])
    return best[1]


def _columns(used: int) -> Iterator[tuple[int, ...]]:
    """Yield the lowest levels of columns of levels, few columns first."""
    for count in range(COLUMNS):
        for starts in combinations(range(2, used - 1, 1 + used // 12), count):
            yield (0, *starts)


def normals_of(right: Vector, up: Vector) -> Array:
    """Return directions (2, M) in a picture, some of which are across any side of an outline.

    ``right`` and ``up`` are those of the picture.
    """
    along = EDGES @ np.stack([right, up], axis=1)
    exact = np.arctan2(along[:, 0], -along[:, 1])
    angles = np.concatenate([TURNS, exact, exact + np.pi])
    return np.stack([np.cos(angles), np.sin(angles)])


def _gaps(kinds: Sequence[Sequence[Array]], normals: Array) -> Array:
    """Return how far the outlines of each level reach beyond those of each other, (K, N, N, M)."""
    far = [[(each @ normals).max(axis=0) for each in shapes] for shapes in kinds]
    near = [[(each @ normals).min(axis=0) for each in shapes] for shapes in kinds]
    pairs = product(np.array(far), np.array(near))
    return np.array([one[:, None] - two[None] for one, two in pairs])


def _beyond(gaps: Array, way: Array, normals: Array) -> Array:
    """Return how far outlines (K, N, M, ...) must go along ``way`` to lie beyond others, (N, M)."""
    along = way @ normals
    usable = along > 0.05
    return np.asarray((gaps[..., usable] / along[usable]).min(axis=-1).max(axis=0) + GAP)


def _chains(gaps: Array, way: Array, used: int, normals: Array) -> list[Array]:
    """Return the places (N, 2) of levels that follow one another along ``way``, by the first one.

    Those below the first one stay at 0.
    """
    beyond = _beyond(gaps, way, normals)
    found = []
    for first in range(max(used - 1, 1)):
        far = np.zeros(len(beyond))
        for level in range(first + 1, len(far)):
            far[level] = max((far[first:level] + beyond[first:level, level]).max(), 0.0)
        found.append(far[:, None] * way)
    return found


def _in_columns(
    gaps: Array,
    chains: Sequence[Array],
    ends: Array,
    starts: tuple[int, ...],
    used: int,
    normals: Array,
) -> Array:
    """Return the places (N, 2) of levels in columns that begin with ``starts``, on one line.

    ``ends`` (N, 2, 2) are the lower left and upper right ends of all that belongs to a level.
    """
    moved = chains[0].copy()
    side = np.array([1.0, 0.0])
    for first, after in pairwise((*starts[1:], used)):
        column = chains[first][first:after] + ends[first:after, 0] * (0.0, 1.0)
        up = (ends[:, 0] + moved)[: starts[1], 1].min() - column[:, 1].min()
        moved[first:] = chains[first][first:] + np.array([0.0, up])
        at = moved @ normals
        between = at[:first, None] - at[None, first:after]
        moved[first:, 0] += _beyond(gaps[:, :first, first:after] + between, side, normals).max()
    return moved


def edge_places(
    size: int, level: int, letter: float, sides: tuple[Any, Any]
) -> tuple[Array, float]:
    """Return the places (N, 3) of a level's coordinates while it is not shifted, and their height.

    They lie where the rim of a board of that size would be.
    """
    labels = [*coordinates(size - level, letter, sides)]
    lift = np.array([0.0, 0.0, level / sqrt(3)])
    return np.array([label.position for label in labels]) + lift, labels[0].height


def _places(points: Array) -> tuple[Place, ...]:
    return tuple((float(x), float(y), float(z)) for x, y, z in points)


def own_boards(apart: Apart) -> Iterator[tuple[int, Array]]:
    """Yield each level with a board of its own besides the bottom one, and the board's place (3,).

    A level has as many holes per side as the board would have that lies there.
    """
    for level in range(1, apart.levels if apart.boards else 0):
        yield level, shifts(apart, [level])[0] + np.array([0.0, 0.0, level / sqrt(3)])


def name_ends(apart: Apart) -> Array:
    """Return the ends (N, 3) of the names of levels, as they are seen where these are arranged."""
    names = np.array(apart.names, float).reshape(-1, 3)
    if apart.seen_from is None:
        return names
    across = basis(Camera(azimuth=apart.seen_from[0]))[0]
    far = NAME * apart.letter * across
    return np.concatenate([names - far, names + far])
