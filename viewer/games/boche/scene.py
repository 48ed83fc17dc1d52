"""Scene of a Boche position. Every visible face of a cube is one instance of the unit square.

The pattern of a face, as ``shaders/truchet.glsl`` reads it, in the face's own frame (u, v):

==== =====================================================================
bits meaning
==== =====================================================================
0    the corner (0, 0) is dark (so is (1, 1); the other two are light)
1    the band links (1, 0) and (0, 1), not (0, 0) and (1, 1)
2-5  the corner (0, 0), (1, 0), (0, 1), (1, 1) is lit
6    the band is lit
7    what is lit has won; with bit 30, it was enclosed and has lost
8-11 the edge u = 0, u = 1, v = 0, v = 1 is round
12-15 the edge u = 0, u = 1, v = 0, v = 1 is outlined
16-23 a piece stands beyond the edge or corner, in the order of ``BEYOND``
24-27 the corner (0, 0), (1, 0), (0, 1), (1, 1) is threatened
28   the band is threatened; with bit 7, the band has won but not the corners,
     which are lit beside it; or without bit 6 the corners, but not the band
29   the edges are those of a piece that would be placed
30   the same, chosen by a hint
==== =====================================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from boche.engine.games.boche.geometry import AXES, Cell, Corner, Cube, hub_offset
from boche.viewer.games.boche.apart import empty_cells, name_ends, own_boards
from boche.viewer.games.boche.board import board, to_lattice_centre
from boche.viewer.games.boche.labels import board_labels
from boche.viewer.games.boche.lattice import AXES_IN_WORLD, face_turn, to_world
from boche.viewer.games.lighting_order import along
from boche.viewer.scene.apart import TOGETHER, Apart, shifts
from boche.viewer.scene.figures import figures
from boche.viewer.scene.heat import disc
from boche.viewer.scene.model import (
    Array,
    Batch,
    Floats,
    Label,
    Mesh,
    Scene,
    SceneOptions,
    instances,
)
from boche.viewer.scene.solids import band, square

BEYOND = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
PAIR, CORNER_LIT, BAND_LIT, WON, ALL_ROUND = 1 << 1, 1 << 2, 1 << 6, 1 << 7, 0b1111 << 8
THREATENED, GHOST, HINT, BOTH = (
    24 - 2,
    1 << 29,
    1 << 30,
    1 << 28,
)  # the first: distance of its bits above lit ones
OUTLINE_LOW = (1 << 12) | (1 << 14)
ALIGHT = 0b11111 << 2  # the corners and the band that are lit
ENCLOSED = WON | HINT  # no face is both lit by the end of a game and part of a hint's cube
BOTH_ENCLOSED = ENCLOSED | GHOST  # so is none part of a ghost: of both colours, dark is deeper
MARKED = ALIGHT | BOTH_ENCLOSED | 0b1111 << 12 | 0b11111 << 24  # what lights and outlines a face
NUMBER = 0.25  # height of a move's number
DOT = 0.13  # radius of the dot for an empty cell beside the cubes of its level
EDGE_OUT, EDGE, UNDER = 0.55, 0.09, 0.02  # from the dots to the edge, its width, its depth
UNITS: tuple[Corner, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
AROUND: tuple[tuple[Corner, ...], ...] = (
    tuple((0, du, dv) for du, dv in BEYOND),
    tuple((dv, 0, du) for du, dv in BEYOND),
    tuple((du, dv, 0) for du, dv in BEYOND),
)
"""Steps of ``BEYOND`` along the lattice's axes, for a face across each of them."""


@dataclass(frozen=True)
class Lit:
    """Lit elements: ``corners`` of the lattice, and ``bands`` as (cell, axis) of their faces.

    ``decided`` has the bits ``WON``, ``ENCLOSED`` or ``BOTH_ENCLOSED`` if they decided the game.
    """

    corners: frozenset[Corner] = frozenset()
    bands: frozenset[tuple[Cell, str]] = frozenset()
    decided: int = 0

    def bits(self, face: Any, corners: Iterable[Corner]) -> int:
        """Return the bits of what is lit on a face with these corners."""
        found = sum(
            CORNER_LIT << bit for bit, corner in enumerate(corners) if corner in self.corners
        )
        return found | (BAND_LIT if (face.cell, face.axis) in self.bands else 0)


@dataclass
class FaceList:
    """Faces gathered one by one, then turned into instances."""

    origin: list[Corner] = field(default_factory=list)
    turn: list[int] = field(default_factory=list)
    pattern: list[int] = field(default_factory=list)
    ids: list[int] = field(default_factory=list)
    level: list[int] = field(default_factory=list)

    def add(self, origin: Corner, turn: int, pattern: int, piece: int = 0, level: int = 0) -> None:
        """Add a face by its local origin, its direction (one of six), pattern and piece."""
        self.origin.append(origin)
        self.turn.append(turn)
        self.pattern.append(pattern)
        self.ids.append(piece)
        self.level.append(level)

    def instances(self, size: int, apart: Apart = TOGETHER, dim: float = 0.0) -> Array:
        """Return the faces of a board of ``size`` as an array of ``INSTANCE``."""
        corners = np.array(self.origin, float).reshape(-1, 3)
        where = to_world(corners, to_lattice_centre(size))
        where += shifts(apart, self.level)
        turns = np.array([face_turn(turn) for turn in range(6)])[np.array(self.turn, int)]
        patterns, ids = np.array(self.pattern, np.uint32), np.array(self.ids, np.uint32)
        return instances(where, turns, patterns, ids, (1.0, 1.0, dim, 1.0))


def build(position: Any, options: SceneOptions) -> Scene:
    """Return the scene of a Boche position."""
    size = position.size
    lit = lit_by_result(position) if options.result else Lit()
    cubes = FaceList()
    add_cubes(cubes, position, lit, cell_of(position, options.last), apart=options.apart)
    dim = 1.0 if lit.corners else 0.0
    made = cubes.instances(size, options.apart, dim)
    batches = [Batch(square(), "truchet", made, floats=options.apart.floats)]
    if not options.board:
        return Scene(tuple(batches), bounds=cube_bounds(position, options.apart))
    batches += board_batches(position, options.apart)
    labels = board_labels(size, options.apart) if options.labels else ()
    labels += number_labels(position, options.numbered, options.apart)
    bounds = reach(position, options.apart)
    return Scene(tuple(b for b in batches if len(b.instances)), labels, board(size).ground, bounds)


def reach(position: Any, apart: Apart) -> Floats:
    """Return the points (N, 3) that a picture of the board and its levels must contain."""
    there = board(position.size).bounds
    if not apart:
        return there
    points = [there[:-1], cube_bounds(position, apart), name_ends(apart)]
    points += [board(position.size - k).bounds[:-1] + by for k, by in own_boards(apart)]
    return np.concatenate(points).astype(np.float32)


def cell_of(position: Any, move: Any) -> Cell | None:
    """Return the cell that ``move``, just played, filled, or None for no move and for the swap."""
    move = position.parse(move) if isinstance(move, str) else move
    if move is None or str(move) == "swap":
        return None
    c, r, k = position.next_cell(move.c, move.r)
    return Cell(c, r, k - 1)


def lit_by_result(position: Any, count: int | None = None) -> Lit:
    """Return what decided a finished game: the enclosed groups, or the path between the sides.

    While the ending is animated, only the first ``count`` items of ``decided`` are lit: first the
    corners that enclose a group, and these no longer once the group itself is lit.
    """
    kind, lit = position.outcome.kind if position.outcome else "", decided(position)[:count]
    if kind == "path":
        corners = frozenset(corner for face in lit for corner in face.joined)
        return Lit(corners, frozenset((face.cell, face.axis) for face in lit), WON)
    if kind != "enclosure":
        return Lit()
    captive = captives(position).intersection(lit)
    corners = captive or frozenset(lit)
    faces = [f for f in position.surface().faces if corners.issuperset(f.joined)]
    both = len({group.colour for group in position.enclosed_groups()}) > 1
    bits = BOTH_ENCLOSED if both else ENCLOSED
    return Lit(corners, frozenset((f.cell, f.axis) for f in faces), bits if captive else 0)


@lru_cache(maxsize=4)
def decided(position: Any) -> tuple[Any, ...]:
    """Return what decided a finished game, in the order in which it lights up.

    These are the faces of the path, or the enclosing corners and those of the groups enclosed.
    """
    kind = position.outcome.kind if position.outcome else ""
    if kind == "path":
        return along(position.winning_path(), lambda face: face.joined)
    if kind != "enclosure":
        return ()
    captive, pairs = captives(position), [(f.joined, f.apart) for f in position.surface().faces]
    sides = [*pairs, *((two, one) for one, two in pairs)]
    around = {corner for one, two in sides if not captive.isdisjoint(one) for corner in two}
    squares = [(*one, *two) for one, two in pairs]
    return (*_in_order(around, squares), *_in_order(captive, squares))


def _in_order(
    corners: Iterable[Corner], squares: Iterable[tuple[Corner, ...]]
) -> tuple[Corner, ...]:
    """Return corners in walking order; neighbours are corners of one square."""
    spots: dict[Corner, list[int]] = {corner: [] for corner in corners}
    for index, ends in enumerate(squares):
        for corner in spots.keys() & ends:
            spots[corner].append(index)
    return along(sorted(spots), lambda corner: spots[corner])


def captives(position: Any) -> frozenset[Corner]:
    """Return the corners of the enclosed groups."""
    return frozenset(c for group in position.enclosed_groups() for c in group.corners)


def add_cubes(
    faces: FaceList,
    position: Any,
    lit: Lit,
    last: Cell | None,
    threatened: Lit | None = None,
    *,
    apart: Apart = TOGETHER,
) -> None:
    """Add the faces of a position's cubes: the visible ones, or all of levels taken apart.

    What is lit or outlined on a visible face is so on levels taken apart, too.
    """
    seen = FaceList()
    add_surface(seen if apart else faces, position, lit, last, threatened)
    if not apart:
        return
    marks = {
        (piece, turn): pattern & MARKED
        for piece, turn, pattern in zip(seen.ids, seen.turn, seen.pattern, strict=True)
    }
    add_all_faces(faces, position.cubes)
    for at, key in enumerate(zip(faces.ids, faces.turn, strict=True)):
        faces.pattern[at] |= marks.get(key, 0)


def add_surface(
    faces: FaceList, position: Any, lit: Lit, last: Cell | None, threatened: Lit | None = None
) -> None:
    """Add the visible faces of a position's cubes."""
    solid = {cube.cell.corner for cube in position.cubes}
    pieces = {cube.cell: 1 + index for index, cube in enumerate(position.cubes)}
    for face in position.surface().faces:
        axis = AXES.index(face.axis)
        low = face.cell.corner
        origin = moved(low, axis, 1)
        dark = (face.colour == "dark") == (origin in face.joined)
        pattern = dark | (0 if origin in face.joined else PAIR)
        corners = tuple(face_corners(origin, axis))
        pattern |= lit.bits(face, corners) | lit.decided
        pattern |= threatened.bits(face, corners) << THREATENED if threatened else 0
        pattern |= (moved(low, (axis + 1) % 3, 1) not in solid) << 9
        pattern |= (moved(low, (axis + 2) % 3, 1) not in solid) << 11
        pattern |= OUTLINE_LOW if face.cell == last else 0
        pattern |= neighbours(solid, origin, axis) << 16
        faces.add(origin, axis, pattern, pieces[face.cell], face.cell.k)


def add_all_faces(faces: FaceList, cubes: Iterable[Cube]) -> None:
    """Add all six faces of each cube, as on the solid: for levels spread apart.

    The hub's three faces join the hub's colour, the others the other colour.
    """
    for index, cube in enumerate(cubes):
        low, hub = cube.cell.corner, hub_offset(cube.rotation)
        top_dark = cube.rotation < "e"
        for axis, side in product(range(3), (1, 0)):
            on_hub = hub[axis] == side
            corner_dark = top_dark == (side == 1)
            joins_corner = on_hub == (side == 1)
            pattern = corner_dark | (0 if joins_corner else PAIR) | ALL_ROUND
            turn = axis + (0 if side else 3)
            faces.add(moved(low, axis, side), turn, pattern, 1 + index, cube.cell.k)


def board_batches(position: Any, apart: Apart) -> list[Batch]:
    """Return the wood: the rim, and the three lower faces of each cell whose hole is empty.

    Levels taken apart also show the holes below cubes.
    """
    size, holes = position.size, FaceList()
    boards = [(0, np.zeros(3)), *own_boards(apart)]
    for level, _ in boards:
        add_holes(holes, position, level, covered=bool(apart))
    rims = [Batch(board(size - k).mesh, "wood", instances(by[None])) for k, by in boards]
    dots = [] if apart.boards else _dots(position, apart)
    return [Batch(square(), "wood", holes.instances(size, apart)), *rims, *dots]


def add_holes(faces: FaceList, position: Any, level: int, *, covered: bool) -> None:
    """Add the walls of a level's holes, as in a board of its own; also ``covered`` ones."""
    size = position.size - level
    solid = {moved(c.corner, 2, -level) for c, _ in position.cubes if level == 0 or c.k == level}
    for c, r in product(range(size), repeat=2):
        low = Cell(c, r, 0).corner
        if c + r < size and (covered or low not in solid):
            for axis in range(3):
                pattern = neighbours(solid, low, axis) << 16
                faces.add(moved(low, 2, level), axis, pattern, level=level)


def _dots(position: Any, apart: Apart) -> list[Batch]:
    """Return a dot for each empty cell of the levels in use that are taken apart."""
    cells = empty_cells(position, apart.levels)
    middles = np.array([cell.corner for cell in cells], float).reshape(-1, 3) + 0.5
    places = to_world(middles, to_lattice_centre(position.size))
    places += shifts(apart, [cell.k for cell in cells])
    made = instances(places, look=(DOT, 1.0, 0.0, 0.0))
    dots = [Batch(disc(), "wood", made, floats=apart.floats)] if cells else []
    bare = set(range(1, apart.levels)) - {cube.cell.k for cube in position.cubes}
    return dots + [_edge(position.size, level, apart) for level in bare]


def _edge(size: int, level: int, apart: Apart) -> Batch:
    """Return the edge of a level without cubes: dots alone do not look like a part of a board."""
    last = size - level - 1
    ends = [Cell(0, 0, level), Cell(last, 0, level), Cell(0, last, level)]
    middles = np.array([cell.corner for cell in ends], float) + 0.5
    middle = to_world(middles, to_lattice_centre(size)).mean(axis=0)
    at = middle + shifts(apart, [level])[0] - np.array([0.0, 0.0, UNDER])
    return Batch(_triangle(last), "wood", instances(at[None]), floats=apart.floats)


@lru_cache(maxsize=16)
def _triangle(last: int) -> Mesh:
    """Return the line round a level whose sides have one cell more than ``last``."""
    steps = np.array([cell.corner for cell in (Cell(0, 0, 0), Cell(1, 0, 0), Cell(0, 1, 0))], float)
    corners = to_world(steps, np.zeros(3))[:, :2]
    corners -= corners.mean(axis=0)
    far = float(np.hypot(*corners[0]))  # half of it lies between the middle and a side
    outer, inner = (corners * (last + 2.0 * out / far) for out in (EDGE_OUT, EDGE_OUT - EDGE))
    return band(f"edge of level {last}", inner, outer, 0.0)


def neighbours(solid: set[Corner], front: Corner, axis: int) -> int:
    """Return a byte, one bit for each of ``BEYOND``: what surrounds the cell in front of a face.

    The cell has its lowest corner at ``front``; everything below the board's surface is wood.
    """
    x, y, z = front
    found = 0
    for bit, (dx, dy, dz) in enumerate(AROUND[axis]):
        near = (x + dx, y + dy, z + dz)
        found |= (near in solid or x + y + z + dx + dy + dz < 0) << bit
    return found


def moved(corner: Corner, axis: int, by: int) -> Corner:
    """Return the corner ``by`` edges further along an axis."""
    x, y, z = corner
    dx, dy, dz = UNITS[axis]
    return (x + by * dx, y + by * dy, z + by * dz)


def face_corners(origin: Corner, axis: int) -> Iterator[Corner]:
    """Yield the corners (0, 0), (1, 0), (0, 1), (1, 1) of an upper face in its own frame."""
    for dv, du in product((0, 1), (0, 1)):
        yield moved(moved(origin, (axis + 1) % 3, du), (axis + 2) % 3, dv)


def cube_bounds(position: Any, apart: Apart = TOGETHER) -> Floats:
    """Return the corners of all cubes in the world (8 N, 3), for pictures without a board."""
    box = np.array(list(product((0, 1), repeat=3)))
    lows = np.array([cube.cell.corner for cube in position.cubes], float).reshape(-1, 1, 3)
    places = to_world((lows + box).reshape(-1, 3), to_lattice_centre(position.size))
    places += shifts(apart, np.repeat([cube.cell.k for cube in position.cubes], 8))
    return places.astype(np.float32)


def number_labels(
    position: Any, moves: tuple[str, ...], apart: Apart = TOGETHER, before: int = 0
) -> tuple[Label, ...]:
    """Return the number of its move for each visible cube, in the middle of its visible faces.

    ``moves`` led to the position; if it lacks the highest levels, the cubes below are numbered.
    On levels taken apart all cubes are numbered, on their tops. The first moves ``before`` have
    none.
    """
    numbers: dict[tuple[int, int], list[int]] = {}
    for number, text in enumerate(moves, 1):
        move = position.parse(text)
        if str(move) != "swap":
            numbers.setdefault((move.c, move.r), []).append(number)
    sides = _tops(position) if apart else _sides_seen(position)
    known = [cell for cell in sides if cell.k < len(numbers.get((cell.c, cell.r), ()))]
    shown = [cell for cell in known if numbers[cell.c, cell.r][cell.k] > before]
    texts = [str(numbers[cell.c, cell.r][cell.k] - before) for cell in shown]
    facing = np.array([sides[cell] for cell in shown], float).reshape(-1, 3)
    corners = np.array([cell.corner for cell in shown], float).reshape(-1, 3)
    places = to_world(corners + 0.5 + 0.5 * facing, to_lattice_centre(position.size))
    places += shifts(apart, [cell.k for cell in shown])
    return figures(texts, places, NUMBER, facing @ AXES_IN_WORLD.T)


def _tops(position: Any) -> dict[Cell, Array]:
    """Return all cubes, each with all upper faces visible."""
    return {cube.cell: np.ones(3) for cube in position.cubes}


def _sides_seen(position: Any) -> dict[Cell, Array]:
    """Return the visible cubes, and the lattice axes along which their visible faces look."""
    found: dict[Cell, Array] = {}
    for face in position.surface().faces:
        found.setdefault(face.cell, np.zeros(3))[AXES.index(face.axis)] = 1.0
    return found
