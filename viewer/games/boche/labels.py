"""Letters on and beside the board of Boche: coordinates, and the names of levels taken apart.

A picture has them where they are read from the views that its levels are arranged for. In the
window they are laid anew for each view, by ``labels_seen``: beside what they name, in the picture,
and over nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from boche.engine.games.boche.geometry import LETTER_OF_COLUMN, Cell
from boche.engine.languages.current import translate
from boche.viewer.camera.camera import LOWEST, Camera, Vector, basis, eye
from boche.viewer.camera.rays import Viewport, project
from boche.viewer.games.boche.apart import (
    AROUND,
    CUBE,
    NAME,
    NEARER,
    RINGS,
    ROUND,
    WIDE,
    corner_cubes,
    edge_places,
    normals_of,
    own_boards,
)
from boche.viewer.games.boche.board import RIM, board, outline, to_lattice_centre
from boche.viewer.games.boche.coordinates import (
    SLANTED,
    USUAL,
    Sides,
    coordinates,
    sides_away,
)
from boche.viewer.games.boche.lattice import AXES_IN_WORLD, to_world
from boche.viewer.games.boche.words import LEVEL
from boche.viewer.scene.apart import Apart, shifts
from boche.viewer.scene.figures import figures
from boche.viewer.scene.model import Array, Label

WITHIN = 0.75  # the part of a cube's radius that hides letters
OPPOSITE = {("y", "x"): ("z", "z"), ("y", "z"): ("z", "x"), ("z", "x"): ("y", "z")}
"""The sides at the other ends of columns and rows, by those with the letters and the numbers."""
BESIDE = 0.35  # from a level to its name, in heights of a letter
WAYS_ROUND = np.radians([-90.0, *(-90.0 + s * d for d in range(15, 181, 15) for s in (-1, 1))])
"""The directions from a level to its name, the first if possible."""
INNER = 0.3  # height of a letter on a cube
SIDEWAYS = 0.22  # from a cube's tip to a letter to the left of it
HOLE = 0.4  # height of a letter in an open cell, as a fraction of each of the three edges
LEAVES = 0.02  # a line of sight that begins on a cube has left it that far off


def board_labels(size: int, apart: Apart) -> tuple[Label, ...]:
    """Return the coordinates of the board, and the names and coordinates of levels taken apart.

    The latter stand as the window has them in the view that the levels are arranged for. Those of
    levels without a rim are left out from where they would lie on cubes, or on a board.
    """
    return _board_labels(size, apart, level_names(apart))


def level_names(apart: Apart) -> tuple[str, ...]:
    """Return the names of the levels in the present language, which results kept depend on."""
    return tuple(translate(LEVEL(layer=level)) for level in range(len(apart.names)))


@lru_cache(maxsize=16)
def _board_labels(size: int, apart: Apart, names: tuple[str, ...]) -> tuple[Label, ...]:
    sides = sides_away(apart.seen_from[0]) if apart.seen_from is not None else USUAL
    whole = bool(apart) and sides == SLANTED
    boards = list(_ends(size, 0, apart, sides, whole))
    labels: list[Label] = []
    levels: list[int] = []
    for level, (name, place) in enumerate(zip(names, apart.names, strict=True)):
        labels += figures([name], np.array([place]), apart.letter)
        if level and not apart.boards:
            labels += _ends(size, level, apart, sides, whole)
        levels += [level] * (len(labels) - len(levels))
    if apart.seen_from is not None:
        labels = list(seen_clearly(size, apart, labels, levels))
    for level, _ in own_boards(apart):
        boards += _ends(size, level, apart, sides, whole)
    return (*boards, *labels)


def seen_clearly(
    size: int, apart: Apart, labels: Sequence[Label], levels: Sequence[int]
) -> Iterator[Label]:
    """Yield the labels of levels, each visible only from where it lies beside all cubes and boards.

    That is so from all directions within some angle of the one for which the levels are arranged.
    """
    assert apart.seen_from is not None
    view = Camera(azimuth=apart.seen_from[0], elevation=apart.seen_from[1])
    across, up, back = basis(view)
    clear = [_clear(size, apart, labels, levels, view, back)]
    for ring in RINGS[1:]:
        aside = [np.cos(turn) * across + np.sin(turn) * up for turn in AROUND]
        ways = (np.cos(ring) * back + np.sin(ring) * each for each in aside)
        found = [_clear(size, apart, labels, levels, view, way) for way in ways]
        clear.append(clear[-1] & np.all(found, axis=0))
    count = np.sum(clear, axis=0)
    x, y, z = (float(part) for part in back)
    for label, rings in zip(labels, count, strict=True):
        if rings:
            least = float(np.cos(RINGS[rings - 1] + np.radians(0.5)))
            yield replace(label, facing=(x, y, z), least=least)


def _clear(
    size: int,
    apart: Apart,
    labels: Sequence[Label],
    levels: Sequence[int],
    view: Camera,
    way: Vector,
) -> Array:
    """Return which labels (N,) lie beside all levels, seen from a direction.

    From under the table, where nobody looks from, all do.
    """
    if way[2] < np.sin(np.radians(LOWEST)):
        return np.ones(len(labels), bool)
    flat = float(np.hypot(way[0], way[1]))
    azimuth = float(np.degrees(np.arctan2(way[1], way[0]))) if flat > 1e-6 else view.azimuth
    right, up, _ = basis(Camera(azimuth=azimuth, elevation=float(np.degrees(np.arcsin(way[2])))))
    turns = normals_of(right, up)
    normals = turns.T @ np.stack([right, up])
    far = np.array([(each @ normals.T).max(axis=0) for each in _solids(size, apart)])
    height = np.array([label.height for label in labels])
    wide = np.array([max(WIDE * len(label.text) - ROUND, 0.0) for label in labels]) * height
    reach = ROUND * height[:, None] + wide[:, None] * np.abs(turns[0])
    places = np.array([label.position for label in labels]) @ normals.T
    other = np.array(levels)[:, None] != np.arange(len(far))
    # A label may touch its own level, as long as it begins beside it.
    free = places[:, None] - far[None] - other[:, :, None] * reach[:, None]
    return np.asarray((free.max(axis=2) > 0.0).all(axis=1))


@lru_cache(maxsize=16)
def _solids(size: int, apart: Apart) -> tuple[Array, ...]:
    """Return points (N, 3) around each level in use, with its board if it has one."""
    found = [corner_cubes(size, k) + shifts(apart, [k]) for k in range(apart.levels)]
    for level, place in [(0, np.zeros(3)), *own_boards(apart)][: len(found)]:
        foot = board(size - level).bounds[:-1].astype(float) + place
        found[level] = np.concatenate([found[level], foot])
    return tuple(found)


# -- for one view


class Written(NamedTuple):
    """A letter, number or name that may be written, with its level."""

    label: Label
    level: int


class Sheet:
    """A picture with what has been written in it, in pixels from the lower left corner."""

    def __init__(self, camera: Camera, viewport: Viewport) -> None:
        self.camera, self.viewport = camera, viewport
        self.right, self.up, self.back = basis(camera)
        self._tall = max(float(np.sin(np.radians(camera.elevation))), 0.1)
        self.boxes = np.zeros((0, 4))
        self.owners: list[int] = []

    def pixels(self, places: Array) -> Array:
        """Return the pixels (N, 2) of places (N, 3)."""
        return project(self.camera, np.reshape(places, (-1, 3)), self.viewport)

    def unit(self, places: Array) -> Array:
        """Return how many pixels are as long as a cube's edge at places (N, 3): (N,)."""
        places = np.reshape(places, (-1, 3))
        along = self.pixels(places + self.right) - self.pixels(places)
        return np.asarray(np.linalg.norm(along, axis=1))

    def halves(self, labels: Sequence[Label]) -> Array:
        """Return half the widths and heights of labels in pixels, (N, 2)."""
        height = np.array([each.height for each in labels])
        wide = np.array([max(WIDE * len(each.text), ROUND) for each in labels])
        unit = self.unit(np.array([each.position for each in labels], float))
        return np.stack([wide * height * unit, ROUND * self._tall * height * unit], axis=1)

    def boxes_of(self, labels: Sequence[Label]) -> Array:
        """Return left, bottom, right, top of labels, (N, 4)."""
        middle = self.pixels(np.array([each.position for each in labels], float))
        half = self.halves(labels)
        return np.concatenate([middle - half, middle + half], axis=1)

    def holds(self, boxes: Array) -> Array:
        """Return which boxes (N, 4) lie wholly in the picture, (N,)."""
        return np.asarray(
            (boxes[:, :2] >= 0.0).all(axis=1) & (boxes[:, 2:] <= self.viewport).all(axis=1)
        )

    def is_free(self, box: Array) -> bool:
        """Return whether a box (4,) overlaps nothing that has been written."""
        apart = (self.boxes[:, 2:] <= box[:2]) | (self.boxes[:, :2] >= box[2:])
        return bool(apart.any(axis=1).all())

    def write(self, box: Array, level: int) -> None:
        """Take the room of a label."""
        self.boxes = np.concatenate([self.boxes, box[None]])
        self.owners.append(level)


def away(boxes: Array, points: Array) -> Array:
    """Return how far points (M, 2) are from boxes (N, 4), (N, M); 0 inside."""
    short = boxes[:, None, :2] - points[None]
    beyond = points[None] - boxes[:, None, 2:]
    short = np.maximum(np.maximum(short, beyond), 0.0)
    return np.asarray(np.hypot(short[:, :, 0], short[:, :, 1]))


class Solids(NamedTuple):
    """The cells that letters must not hide: their levels, and their middles in world and picture.

    ``radius`` (N,) is in pixels.
    """

    level: Array
    places: Array
    seen: Array
    radius: Array


def labels_seen(
    position: Any, apart: Apart, camera: Camera, viewport: Viewport
) -> tuple[Label, ...]:
    """Return the coordinates and the names of levels for one view, each level's name first.

    A letter or number stands at that end of its column or row that is seen to the left or below,
    else at the other end, else on the first of its cells from there that is seen. Where both run
    aslant through levels apart, the eye would follow the lines across, so that each of them is the
    whole name of the cell there. A level's name stands
    below its level, else around it, else on it.
    """
    return _labels_of(position, apart, camera, viewport, level_names(apart))


@lru_cache(maxsize=4)
def _labels_of(
    position: Any, apart: Apart, camera: Camera, viewport: Viewport, names: tuple[str, ...]
) -> tuple[Label, ...]:
    sheet, levels = Sheet(camera, viewport), len(apart.names) if apart else 1
    level, places, radius = _solids_of(position, apart, levels)
    solids = Solids(level, places, sheet.pixels(places), radius * sheet.unit(places))
    found = _coordinates_seen(position, apart, sheet, solids, levels)
    if apart.names:
        found = [*_names_seen(position.size, apart, names, sheet, solids, found), *found]
    return tuple(each.label for each in sorted(found, key=lambda each: each.level))


@lru_cache(maxsize=4)
def _solids_of(position: Any, apart: Apart, levels: int) -> tuple[Array, Array, Array]:
    """Return levels (N,), middles (N, 3) and radii (N,) of what letters must not lie on.

    Of levels taken apart these are all cells, and discs along the rims of their boards.
    """
    size = position.size
    cells = [cube.cell for cube in position.cubes] if not apart else [
        Cell(c, r, k)
        for k in range(max(levels, 1))
        for c, r in product(range(size - k), repeat=2)
        if c + r + k < size
    ]  # fmt: skip
    level = np.array([cell.k for cell in cells], int)
    middles = np.array([cell.corner for cell in cells], float).reshape(-1, 3) + 0.5
    places = _in_world(size, middles) + shifts(apart, level)
    radius = np.full(len(cells), CUBE)
    for k, place in ((0, np.zeros(3)), *own_boards(apart)) if apart else ():
        around = _rim(size - k) + place
        level = np.append(level, np.full(len(around), k))
        places = np.concatenate([places, around])
        radius = np.append(radius, np.full(len(around), RIM / 2))
    return level, places, radius


def _rim(size: int) -> Array:
    """Return points (N, 3) along the middle of a board's rim, close to each other."""
    corners = outline(size, RIM / 2, 2)
    after = np.roll(corners, -1, axis=0)
    steps = np.linspace(0.0, 1.0, 2 * size + 2, endpoint=False)
    flat = (corners[:, None] + steps[:, None] * (after - corners)[:, None]).reshape(-1, 2)
    return np.column_stack([flat, np.zeros(len(flat))])


def _in_world(size: int, corners: Array) -> Array:
    return to_world(corners.reshape(-1, 3), to_lattice_centre(size))


def _coordinates_seen(
    position: Any, apart: Apart, sheet: Sheet, solids: Solids, levels: int
) -> list[Written]:
    sides = sides_away(sheet.camera.azimuth)
    whole = bool(apart) and sides == SLANTED
    rows = [(k, at) for k in range(levels) for at in range(2 * (position.size - k))]
    found: list[Written] = []
    for ends in (sides, OPPOSITE[sides]):
        every = [_ends(position.size, k, apart, ends, whole) for k in range(levels)]
        choices = [Written(every[k][at], k) for k, at in rows]
        chosen = _written(choices, position, apart, sheet, solids)
        found += [choices[at] for at in chosen]
        rows = [row for at, row in enumerate(rows) if at not in chosen]
        if not rows:
            return found
    for k, at in rows:
        inside = _inside(position, k, apart, sheet, sides, at)
        chosen = _written(inside, position, apart, sheet, solids, on_cubes=True)
        found += [inside[at] for at in chosen]
    return found


@lru_cache(maxsize=64)
def _ends(size: int, level: int, apart: Apart, sides: Sides, whole: bool) -> tuple[Label, ...]:
    """Return the letters and numbers of a level along two sides, or ``whole`` names of cells."""
    told = tuple(coordinates(size - level, apart.letter, sides, whole=whole))
    if level and not apart.boards:
        places, height = edge_places(size, level, apart.letter, sides)
        texts = [label.text for label in told]
        return figures(texts, places + shifts(apart, [level]), height)
    x, y, z = dict(own_boards(apart)).get(level, np.zeros(3))
    return tuple(
        replace(each, position=(each.position[0] + x, each.position[1] + y, each.position[2] + z))
        for each in told
    )


def _inside(
    position: Any, level: int, apart: Apart, sheet: Sheet, sides: Sides, at: int
) -> list[Written]:
    """Return a letter or number on each cell of its column or row, from the end at its side.

    A letter lies rather on the left of its cell, a number on the right: one cell has room for both.
    """
    size, index, is_number = position.size - level, at // 2, at % 2
    cells = []
    for other in range(size - index):
        c, r = (other, index) if is_number else (index, other)
        k = level if apart else max(position.next_cell(c, r).k - 1, 0)
        cells.append(Cell(c, r, k))
    if sides[is_number] == "z":
        cells.reverse()
    full = {cube.cell for cube in position.cubes}
    tips = np.array([np.array(c.corner) + (1.0 if apart or c in full else HOLE) for c in cells])
    places = _in_world(position.size, tips) + shifts(apart, [cell.k for cell in cells])
    beside = (SIDEWAYS if is_number else -SIDEWAYS) * sheet.right
    every = (places[:, None] + np.stack([beside, 0.0 * beside, -beside])).reshape(-1, 3)
    text = str(index + 1) if is_number else LETTER_OF_COLUMN[index]
    whole = bool(apart) and sides == SLANTED
    texts = [cell.name if whole else text for cell in cells for _ in range(3)]
    return [Written(each, level) for each in figures(texts, every, INNER)]


def _written(
    choices: Sequence[Written],
    position: Any,
    apart: Apart,
    sheet: Sheet,
    solids: Solids,
    *,
    on_cubes: bool = False,
) -> list[int]:
    """Write those labels that are read there, and return their indices; ``on_cubes`` the first."""
    labels = [each.label for each in choices]
    boxes = sheet.boxes_of(labels)
    good = sheet.holds(boxes)
    if apart:
        over = away(boxes, solids.seen) < solids.radius * (WITHIN if on_cubes else 1.0)
        own = np.array([each.level for each in choices])[:, None] == solids.level
        good &= ~(over & ~own).any(axis=1)
    else:
        good &= ~_hidden(np.array([each.position for each in labels], float), sheet, position)
    found: list[int] = []
    for at in map(int, np.flatnonzero(good)):
        if sheet.is_free(boxes[at]):
            sheet.write(boxes[at], choices[at].level)
            found.append(at)
            if on_cubes:
                break
    return found


def _hidden(places: Array, sheet: Sheet, position: Any) -> Array:
    """Return which places (N, 3) are behind a cube, (N,)."""
    lows = np.array([cube.cell.corner for cube in position.cubes], float).reshape(-1, 1, 3)
    camera = sheet.camera
    way = eye(camera) - places if camera.projection == "perspective" else sheet.back[None]
    along = np.broadcast_to(way, places.shape) @ AXES_IN_WORLD
    along = np.where(np.abs(along) < 1e-9, 1e-9, along)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    start = places @ AXES_IN_WORLD + to_lattice_centre(position.size)
    near, far = (lows - start) / along, (lows + 1.0 - start) / along
    enters = np.minimum(near, far).max(axis=2)
    leaves = np.maximum(near, far).min(axis=2)
    return np.asarray(((leaves > np.maximum(enters, 0.0)) & (leaves > LEAVES)).any(axis=0))


def _names_seen(
    size: int,
    apart: Apart,
    names: Sequence[str],
    sheet: Sheet,
    solids: Solids,
    others: Sequence[Written],
) -> list[Written]:
    """Return the name of each level, nearer to that than to any other one, and write it."""
    level = np.concatenate([solids.level, [each.level for each in others]]).astype(int)
    placed = np.array([each.label.position for each in others], float).reshape(-1, 3)
    points = np.concatenate([solids.seen, sheet.pixels(placed)])
    found = []
    for k, text in enumerate(names):
        own = solids.level == k
        for places, outside in _name_places(size, k, apart, sheet, solids):
            choices = figures([text] * len(places), places, apart.letter)
            boxes = sheet.boxes_of(choices)
            over = away(boxes, solids.seen) < solids.radius * (1.0 if outside else WITHIN)
            far = away(boxes, points)
            good = sheet.holds(boxes) & ~(over if outside else over & ~own).any(axis=1)
            nearest = far[:, level == k].min(axis=1) * (NEARER if outside else 1.0)
            good &= nearest < far[:, level != k].min(axis=1, initial=np.inf)
            at = next((at for at in np.flatnonzero(good) if sheet.is_free(boxes[at])), None)
            if at is not None:
                sheet.write(boxes[at], k)
                found.append(Written(choices[at], k))
                break
    return found


def _name_places(
    size: int, k: int, apart: Apart, sheet: Sheet, solids: Solids
) -> Iterator[tuple[Array, bool]]:
    """Yield places (N, 3) for a level's name, the best first, and whether they lie outside it.

    First where it is arranged, then around the level, then on its cubes from below.
    """
    yield np.array([apart.names[k]]), True
    own, boards = solids.level == k, dict(own_boards(apart)) | {0: np.zeros(3)}
    written = sheet.boxes[np.array(sheet.owners, int) == k].reshape(-1, 2)
    foot = np.zeros((0, 3))
    if k in boards:
        foot = board(size - k).bounds[:-1].astype(float) + boards[k]
    body = np.concatenate([solids.seen[own], written, sheet.pixels(foot)])
    radius = np.concatenate([solids.radius[own], np.zeros(len(body) - own.sum())])
    middle = solids.places[own].mean(axis=0)
    unit, start = sheet.unit(middle)[0], sheet.pixels(middle)[0]
    half = np.array([NAME, ROUND]) * apart.letter * unit
    around = []
    for way in np.stack([np.cos(WAYS_ROUND), np.sin(WAYS_ROUND)], axis=1):
        reach = body @ way + radius
        outer = body[reach > reach.max() - 1.0].mean(axis=0)
        out = reach.max() + np.abs(way) @ half + BESIDE * apart.letter * unit
        x, y = (outer + (out - outer @ way) * way - start) / unit
        around.append(middle + x * sheet.right + y * sheet.up)
    yield np.array(around), True
    cubes = solids.places[own][: (size - k) * (size - k + 1) // 2]
    tips = cubes + np.array([0.0, 0.0, np.sqrt(3) / 2])
    yield tips[np.argsort(sheet.pixels(tips)[:, 1])], False
