"""The tiles of Che as solids: two-coloured faces, round edges, a wooden core between them.

A tile is a unit square with its upper face at z = 0. The face is the square that the cubes of Boche
also use; below its round edge follow the rim in the colours of the corners, a core of wood, and
the rim of the back, whose corners have the opposite colours. Everything below a face is made of
quarters, one per corner, turned about the tile's middle.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from math import pi

import numpy as np

from boche.engine.games.che.geometry import Corner, Tile
from boche.viewer.scene.enamel import Enamel
from boche.viewer.scene.marks import LAST
from boche.viewer.scene.model import UPRIGHT, Array, Batch, Mesh, instances, mesh
from boche.viewer.scene.solids import BEVEL, composed, rotated, square

THICK = 0.15  # thickness of a tile, in widths
BOARD = 0.18  # thickness of the board they lie on

PAIR, CORNER_LIT, BAND_LIT, WON, ALL_ROUND = 1 << 1, 1 << 2, 1 << 6, 1 << 7, 0b1111 << 8
FRAMED = 0b1111 << 12  # all edges are outlined: the last move's tile
THREATENED, GHOST, HINT = 24 - 2, 1 << 29, 1 << 30  # see ``viewer.games.boche.scene``
UPSIDE_DOWN = np.array([1.0, 0.0, 0.0, 0.0])

# The end of the face's round edge, as shaders/pattern.glsl bends it: half way round.
_EDGE, _CORNER = 1.0 - np.sqrt(1 / 2), 1.0 - np.sqrt(1 / 3)


def _ring(edge: float, corner: float) -> Array:
    """Return five points (5, 2) around the lower left corner, inset by these parts of the bevel."""
    e, c = edge * BEVEL, corner * BEVEL
    return np.array([[e, 0.5], [e, BEVEL], [c, c], [BEVEL, e], [0.5, e]]) - 0.5


_OUT = np.array([[-1.0, 0.0], [-1.0, 0.0], [-np.sqrt(1 / 2)] * 2, [0.0, -1.0], [0.0, -1.0]])


def _quarter(name: str, upper: tuple[Array, Array], lower: tuple[Array, Array]) -> Mesh:
    """Return a strip around one corner between two rings of points (5, 3) with their normals."""
    points, normals = (np.concatenate(pair) for pair in zip(upper, lower, strict=True))
    first = np.arange(4)[:, None]
    faces = first + np.array([0, 5, 6, 0, 6, 1])
    return mesh(name, points, normals, np.full((10, 2), 0.5), faces)


def _bent() -> tuple[Array, Array]:
    """Return the ring where the upper face ends, with its normals."""
    depth = -BEVEL * np.array([_EDGE, _EDGE, _CORNER, _EDGE, _EDGE])
    points = np.column_stack([_ring(_EDGE, _CORNER), depth])
    tilted = np.column_stack([_OUT, np.ones(5)])
    return points, np.asarray(tilted / np.linalg.norm(tilted, axis=1, keepdims=True))


def _upright(z: float) -> tuple[Array, Array]:
    """Return the ring of the full width at a height, with its normals."""
    points = np.column_stack([_ring(0.0, 0.0), np.full(5, z)])
    return points, np.column_stack([_OUT, np.zeros(5)])


@lru_cache(maxsize=1)
def rim() -> Mesh:
    """Return a quarter of the round edge, below the part that belongs to the face.

    Where the face is drawn coarsely, it ends lower and farther in; so does this.
    """
    fine, full = _quarter("che rim", _bent(), _upright(-BEVEL)), square()
    ends = np.column_stack([_ring(_CORNER, _CORNER), np.full(5, -BEVEL * _CORNER)])
    vertices = np.concatenate([fine.vertices, fine.vertices[:5]])
    vertices["position"][10:] = ends
    coarse = np.where(fine.indices < 5, fine.indices + 10, fine.indices)
    return replace(fine, vertices=vertices, coarse=coarse, detail=full.detail)


@lru_cache(maxsize=1)
def back_rim() -> Mesh:
    """Return a quarter of the back's round edge."""
    mirror = np.array([1.0, 1.0, -1.0])
    points, normals = _bent()
    lowest = (points * mirror - np.array([0.0, 0.0, THICK]), normals * mirror)
    return _quarter("che back rim", _upright(BEVEL - THICK), lowest)


@lru_cache(maxsize=1)
def core() -> Mesh:
    """Return a quarter of the wood between the two rims."""
    return _quarter("che core", _upright(-BEVEL), _upright(BEVEL - THICK))


@lru_cache(maxsize=1)
def tick() -> Mesh:
    """Return a small raised corner that marks a cell on which a tile may be laid."""
    far, near, wide, high = 0.40, 0.26, 0.035, 0.016
    outline = np.array(
        [[-far, -far], [-near, -far], [-near, -far + wide], [-far + wide, -far + wide],
         [-far + wide, -near], [-far, -near]]
    )  # fmt: skip
    top = np.column_stack([outline, np.full(6, high)])
    points, normals, faces = [top], [np.tile([0.0, 0.0, 1.0], (6, 1))], [[0, 1, 2, 0, 2, 3]]
    faces.append([0, 3, 4, 0, 4, 5])
    for index in range(6):
        one, two = outline[index], outline[(index + 1) % 6]
        along = (two - one) / np.linalg.norm(two - one)
        wall = [[*one, high], [*one, 0.0], [*two, 0.0], [*two, high]]
        start = 6 + 4 * index
        points.append(np.array(wall))
        normals.append(np.tile([along[1], -along[0], 0.0], (4, 1)))
        faces.append([start, start + 1, start + 2, start, start + 2, start + 3])
    uv = np.full((30, 2), 0.5)
    return mesh("che tick", np.concatenate(points), np.concatenate(normals), uv, np.array(faces))


@lru_cache(maxsize=8)
def board(left: float, low: float, right: float, high: float) -> Mesh:
    """Return a wooden board under the tiles, between these places of the table.

    Its top is at z = 0.
    """
    top = np.array([[left, low], [right, low], [right, high], [left, high]])
    points, normals = [np.column_stack([top, np.zeros(4)])], [np.tile([0.0, 0.0, 1.0], (4, 1))]
    faces = [[0, 1, 2, 0, 2, 3]]
    for side in range(4):
        one, two = top[side], top[(side + 1) % 4]
        along = (two - one) / np.linalg.norm(two - one)
        points.append(np.array([[*one, 0.0], [*one, -BOARD], [*two, -BOARD], [*two, 0.0]]))
        normals.append(np.tile([along[1], -along[0], 0.0], (4, 1)))
        start = 4 + 4 * side
        faces.append([start, start + 1, start + 2, start, start + 2, start + 3])
    name = f"che board {left:g} {low:g} {right:g} {high:g}"
    every = np.concatenate(points)
    uv = np.full((20, 2), 0.5)
    made = mesh(name, every, np.concatenate(normals), uv, np.array(faces))
    return replace(made, foot=top)


@lru_cache(maxsize=1)
def _quarter_turns() -> Array:
    """Return quaternions (4, 4) about z that turn the lower left corner to each corner.

    They are in counterclockwise order.
    """
    half = np.arange(4) * pi / 4
    return np.column_stack([np.zeros(4), np.zeros(4), np.sin(half), np.cos(half)])


def corners_around(tile: Tile) -> tuple[Corner, Corner, Corner, Corner]:
    """Return the corners in quarter order: lower left, lower right, upper right, upper left."""
    x, y = tile.x, tile.y
    return (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)


def is_dark(tile: Tile, corner: Corner) -> bool:
    """Return True if a tile is dark at one of its corners."""
    return (tile.colour == "dark") == (corner in tile.joined)


def face_pattern(
    tile: Tile,
    lit: frozenset[Corner] = frozenset(),
    threatened: frozenset[Corner] = frozenset(),
) -> int:
    """Return the pattern of a tile's upper face; see ``viewer.games.boche.scene`` for its bits."""
    pattern = ALL_ROUND | is_dark(tile, tile.cell.corners[0]) | (0 if tile.kind & 1 else PAIR)
    return pattern | _lit(tile, lit) | _lit(tile, threatened) << THREATENED


def _lit(tile: Tile, corners: frozenset[Corner]) -> int:
    """Return the bits of the lit corners of a tile, and of the band between them."""
    found = sum(
        CORNER_LIT << bit for bit, corner in enumerate(tile.cell.corners) if corner in corners
    )
    return found | (BAND_LIT if corners.issuperset(tile.joined) else 0)


def middles(tiles: Iterable[Tile], z: float = 0.0) -> Array:
    """Return the middles of tiles in the world (N, 3): that of the tile on 0,0 is the origin."""
    return np.array([[tile.x, tile.y, z] for tile in tiles], float).reshape(-1, 3)


def batches(
    tiles: tuple[Tile, ...],
    patterns: list[int],
    look: tuple[float, float, float, float] = (1.0, 1.0, 0.0, 1.0),
    z: float = 0.0,
    first_id: int = 1,
    ghost: bool = False,
) -> list[Batch]:
    """Return tiles with their upper faces at ``z``; those of a ``ghost`` cast no shadow.

    The frame of a tile whose pattern has one goes on over its rim, so that low views show it too.
    """
    if not tiles:
        return []
    where = middles(tiles, z)
    numbers = np.arange(len(tiles), dtype=np.uint32) + first_id
    corner = np.array([-0.5, -0.5, 0.0])
    faces = instances(where + corner, UPRIGHT, np.array(patterns, np.uint32), numbers, look)
    made = [Batch(square(), "truchet", faces, ghost)]
    dark = np.array([[is_dark(t, c) for c in corners_around(t)] for t in tiles], np.uint32)
    turns = np.tile(_quarter_turns(), (len(tiles), 1))
    framed = (faces["pattern"] & FRAMED != 0)[:, None]
    edge = np.where(framed, np.uint32(LAST.number), dark)
    around, ids = np.repeat(where, 4, axis=0), np.repeat(numbers, 4)
    for shape, material, which in (
        (rim(), "enamel", edge),
        (core(), "wood", 0 * dark),
        (back_rim(), "enamel", 1 - dark),
    ):
        quarters = instances(around, turns, which.reshape(-1), ids, look)
        if which is edge:  # a mark is as bright on quiet tiles as on others, and glows no more
            quarters["look"][np.repeat(framed, 4), 2:] = 0.0
        made.append(Batch(shape, material, quarters, ghost))
    return made


def backs(tiles: tuple[Tile, ...], z: float, edges: int = 0) -> Batch:
    """Return the backs of tiles in the air, with the ``edges`` of a ghost.

    A back has the colours exchanged. It is turned over about the axis that points right, so that
    top and bottom change places.
    """
    patterns = []
    for tile in tiles:
        upper_left = tile.cell.corners[2]
        dark = not is_dark(tile, upper_left)
        patterns.append(ALL_ROUND | dark | (PAIR if tile.kind & 1 else 0) | edges)
    where = middles(tiles, z - THICK) + np.array([-0.5, 0.5, 0.0])
    turned = np.tile(UPSIDE_DOWN, (len(tiles), 1))
    made = instances(where, turned, np.array(patterns, np.uint32), 0, (1.0, 1.0, 0.0, 1.0))
    return Batch(square(), "truchet", made, bool(edges))


def turned(tile: Tile, before: int, part: float, made: list[Batch]) -> list[Batch]:
    """Return the batches of one tile and its back, turning from another kind of tile.

    At ``part`` 0 the tile looks like one of the kind ``before``, at 1 it lies flat; in between it
    is lifted and turned as by a hand. Of the two kinds that fit a cell each is the other's back,
    turned over sideways.
    """
    axis, turn, lift = _WAYS[tile.kind ^ before]
    half = 0.5 * turn * (part - 1.0)
    spin = np.append(np.sin(half) * np.array(axis), np.cos(half))
    middle = np.array([tile.x, tile.y, -THICK / 2])
    high = np.array([0.0, 0.0, lift * np.sin(pi * part)])
    found = []
    for batch in made:
        each = batch.instances.copy()
        each["position"] = middle + high + rotated(spin, each["position"] - middle)
        each["orientation"] = composed(spin, each["orientation"])
        found.append(replace(batch, instances=each))
    return found


# Axis, angle and height by the difference between two kinds (bit 0 the lean, bit 1 the side).
_WAYS = {
    0: ((0.0, 0.0, 1.0), 0.0, 0.0),
    1: ((0.0, 0.0, 1.0), pi / 2, 0.2),
    2: ((np.sqrt(0.5), -np.sqrt(0.5), 0.0), pi, 0.75),
    3: ((1.0, 0.0, 0.0), pi, 0.6),
}


def ticks(cells: Iterable[tuple[int, int]], z: float) -> list[Batch]:
    """Return marks on cells on which a tile may be laid, on a table at ``z``."""
    where = np.array([[x, y, z] for x, y in cells], float).reshape(-1, 3)
    if not len(where):
        return []
    turns = np.tile(_quarter_turns(), (len(where), 1))
    made = instances(np.repeat(where, 4, axis=0), turns, np.full(4 * len(where), Enamel.DRILLED))
    return [Batch(tick(), "enamel", made, translucent=True)]  # too thin to cast a shadow
