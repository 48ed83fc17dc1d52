"""The wooden board of Octi: 81 squares in a frame, and a tray east of them for each side's stores.

World coordinates: square ``xy`` has its middle at (x - 5, y - 5), so that Black's homes are in the
north. On a board without edges a ring of squares around it repeats the opposite edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

import numpy as np

from boche.engine.games.octi.geometry import SIZE
from boche.viewer.games.octi.solids import HEIGHT, PITCH
from boche.viewer.scene.model import Array, Floats, Mesh
from boche.viewer.scene.solids import GROOVE_DEPTH, Part, in_two, joined, off_round

HALF = SIZE / 2
RIM = 0.66  # width of the wood around the squares
TRAY = (0.4, 3.24)  # distances from the rim's inner edge to the tray's western and eastern ends
TRAY_DEEP = 0.07
BELOW = 0.5  # height of the board above the table
ARC, CORNER, EASE = 12, 0.34, 0.09
STEPS = 4  # of the round upper edge
FINER = 3  # times as many steps of both near by
MARGIN = CORNER  # width of the wood outside the tray, which ends where the frame begins
COLUMNS, ROWS = 10, 5  # of a rack of prongs
ECHO = 1.0  # width of the ring that repeats the opposite edge

Box = tuple[float, float, float, float]
"""West, east, south, north."""

Lines = tuple[list[float], list[float]]
"""Lines that run north, by their x, and lines that run east, by their y, in ascending order."""


@dataclass(frozen=True, eq=False)
class Board:
    """The meshes, the height of the table and the points that must be in the frame."""

    wood: Mesh
    floor: Mesh
    ground: float
    bounds: Floats
    half: float  # distance from the middle to the edge of the outermost squares


def place_of(square: int) -> tuple[float, float]:
    """Return the middle of a square in the world."""
    return square // 10 - 5.0, square % 10 - 5.0


def square_at(x: float, y: float) -> int | None:
    """Return the square that a point of the board lies on, or None beside the squares."""
    column, row = int(np.floor(x + 5.5)), int(np.floor(y + 5.5))
    return 10 * column + row if 1 <= column <= SIZE and 1 <= row <= SIZE else None


def half_of(wrap: bool) -> float:
    """Return the distance from the middle of the board to the edge of its outermost squares."""
    return HALF + (ECHO if wrap else 0.0)


def tray(colour: str, wrap: bool) -> Box:
    """Return the inside of a side's tray: Black's is the northern one."""
    west = half_of(wrap) + TRAY[0]
    south = 0.12 if colour == "black" else -HALF
    return west, west + TRAY[1] - TRAY[0], south, south + HALF - 0.12


def place_in_tray(colour: str, wrap: bool, row: int) -> tuple[float, float]:
    """Return the place of the first pod of a row in a tray."""
    west, _, _, north = tray(colour, wrap)
    return west + 0.76, north - 0.42 - 0.84 * row


def part_of_tray(y: float, colour: str, wrap: bool) -> str:
    """Return what lies at a height of a tray: ``reserve``, ``captured`` or ``prongs``."""
    if y > place_in_tray(colour, wrap, 0)[1] - 0.42:
        return "reserve"
    return "captured" if y > rack_places(colour, wrap)[0][1] + 0.2 else "prongs"


def rack_places(colour: str, wrap: bool) -> Array:
    """Return the holes of a side's rack, row by row from the north-west, (50, 3)."""
    west, _, south, _ = tray(colour, wrap)
    column, row = np.arange(COLUMNS * ROWS) % COLUMNS, np.arange(COLUMNS * ROWS) // COLUMNS
    x = west + 0.66 + 0.2 * column + 0.1 * (column // 5)
    return np.stack([x, south + 1.3 - 0.25 * row, np.full(len(x), -TRAY_DEEP)], axis=1)


@lru_cache(maxsize=2)
def board(wrap: bool) -> Board:
    """Return the board, or the one without edges."""
    half = half_of(wrap)
    trays = [tray(colour, wrap) for colour in ("black", "white")]
    squares = (-half, half, -half, half)
    outer = (-half - RIM, trays[0][1] + MARGIN, -half - RIM, half + RIM)
    inside = _shrunk(outer, CORNER)
    cut = [squares, *trays]
    # All pieces of the wood share their corners, also with the squares, so that no gap opens
    # between them and figures treat them as one.
    lines = _lines(inside, cut, np.arange(-half, half + 1.0))
    rough, fine = (_rim(outer, lines, times) for times in (1, FINER))
    both = [*_plates(lines, cut), *_walls(cut, lines)]
    off = max(off_round(CORNER, ARC, np.pi / 2), off_round(EASE, STEPS, np.pi / 2))
    wood = in_two(f"octi board {wrap}", both, [fine], [rough], off)
    west, east, south, north = inside
    foot = np.array([[west, south], [east, south], [east, north], [west, north]])
    # Squares hide the floor below them, which would be drawn nonetheless. So only its edge is
    # kept, which is visible from the ring around them.
    hidden = HALF - 0.5 if wrap else HALF
    middle = (-hidden, hidden, -hidden, hidden)
    ring = _plates(_lines(squares, [middle]), [middle], -GROOVE_DEPTH)
    floor = joined(f"octi floor {wrap}", [*ring, *(_flat(box, -TRAY_DEEP) for box in trays)])
    return Board(replace(wood, foot=foot), floor, -BELOW, _bounds(outer, half), half)


def _shrunk(box: Box, by: float) -> Box:
    return box[0] + by, box[1] - by, box[2] + by, box[3] - by


def _bounds(outer: Box, half: float) -> Floats:
    """Return the outline at the table and at the top, and room for stacks over the squares."""
    west, east, south, north = outer
    corners = [(x, y) for x in (west, east) for y in (south, north)]
    points = [(x, y, z) for x, y in corners for z in (-BELOW, 0.0)]
    high = 2 * PITCH + HEIGHT
    points += [(x, y, high) for x in (-half, half) for y in (-half, half)]
    return np.array(points, np.float32)


def _flat(box: Box, z: float) -> Part:
    """Return a rectangle at a height, facing up."""
    west, east, south, north = box
    places = np.array([[west, south, z], [east, south, z], [east, north, z], [west, north, z]])
    return places, np.tile([0.0, 0.0, 1.0], (4, 1)), np.array([0, 1, 2, 0, 2, 3])


def _lines(inside: Box, cut: Sequence[Box], more: Iterable[float] = ()) -> Lines:
    """Return where edges of rectangles lie within another, with its own edges and ``more``."""
    west, east, south, north = inside
    xs = {west, east, *more, *(x for box in cut for x in box[:2] if west < x < east)}
    ys = {south, north, *more, *(y for box in cut for y in box[2:] if south < y < north)}
    return sorted(map(float, xs)), sorted(map(float, ys))


def _plates(lines: Lines, cut: Sequence[Box], z: float = 0.0) -> list[Part]:
    """Return the wood at a height between the outermost lines, without what is cut out of it."""
    xs, ys = lines
    return [
        _flat((west, east, south, north), z)
        for west, east in pairwise(xs)
        for south, north in pairwise(ys)
        if not any(
            box[0] <= west and east <= box[1] and box[2] <= south and north <= box[3] for box in cut
        )
    ]


def _sides(box: Box, lines: Lines) -> list[list[tuple[float, float]]]:
    """Return the corners of a rectangle's sides, and the points where ``lines`` meet them.

    They run counterclockwise from the north-east.
    """
    west, east, south, north = box
    xs = [x for x in lines[0] if west <= x <= east]
    ys = [y for y in lines[1] if south <= y <= north]
    return [
        [(x, north) for x in reversed(xs)],
        [(west, y) for y in reversed(ys)],
        [(x, south) for x in xs],
        [(east, y) for y in ys],
    ]


def _walls(boxes: Iterable[Box], lines: Lines) -> Iterator[Part]:
    """Yield the walls of the cutouts, facing inwards."""
    for box in boxes:
        for (x, y), (x2, y2) in (ends for side in _sides(box, lines) for ends in pairwise(side)):
            inward = np.array([-(y2 - y), x2 - x, 0.0])
            places = [[x, y, -0.1], [x, y, 0.0], [x2, y2, 0.0], [x2, y2, -0.1]]
            normals = np.tile(inward / np.linalg.norm(inward), (4, 1))
            yield np.array(places), normals, np.array([0, 1, 2, 0, 2, 3])


def _rim(outer: Box, lines: Lines, finer: int = 1) -> Part:
    """Return the frame's outside: a flat strip, the rounded upper edge, the wall to the table.

    What is round has ``finer`` times as many steps.
    """
    inner, outward = _corners(_shrunk(outer, CORNER), lines, finer * ARC)
    radius = CORNER
    profile = [(0.0, 0.0, 90.0), (radius - EASE, 0.0, 90.0)]
    for angle in np.linspace(90.0, 0.0, finer * STEPS + 1)[1:]:
        a = np.radians(angle)
        profile.append((radius - EASE + EASE * np.cos(a), EASE * np.sin(a) - EASE, angle))
    profile.append((radius, -BELOW, 0.0))
    places, normals = [], []
    for out, z, angle in profile:
        a, count = np.radians(angle), len(inner)
        places.append(np.column_stack([inner + out * outward, np.full(count, z)]))
        normals.append(np.column_stack([outward * np.cos(a), np.full(count, np.sin(a))]))
    return np.concatenate(places), np.concatenate(normals), _rings(len(inner), len(profile))


def _corners(box: Box, lines: Lines, arc: int) -> tuple[Array, Array]:
    """Return places around a rectangle, its corners repeated, and the outward direction at each.

    A corner is repeated for ``arc`` steps round it.
    """
    turn = np.linspace(0.0, np.pi / 2, arc + 1)
    places, angles = [], []
    for i, side in enumerate(_sides(box, lines)):
        places += [side[0]] * len(turn) + side[1:-1]
        angles += [*(turn + np.pi / 2 * i), *[np.pi / 2 * (i + 1)] * len(side[1:-1])]
    return np.array(places), np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _rings(around: int, rings: int) -> Array:
    """Return the triangles between successive closed rings, each farther out, facing outwards."""
    here = np.arange(around)
    following = (here + 1) % around
    found = []
    for ring in range(rings - 1):
        one, two = ring * around, (ring + 1) * around
        found.append(np.stack([one + here, two + here, two + following], axis=1))
        found.append(np.stack([one + here, two + following, one + following], axis=1))
    return np.concatenate(found).reshape(-1)
