"""The two-coloured square faces as geometry: what ``shaders/truchet.glsl`` computes per pixel.

A face consists of the quarter discs around two opposite corners and the band between them; strips
for the bevel lie along its edges. All arcs are chains of ``STEPS`` lines, so that a model needs no
texture and stays sharp at any distance.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

from boche.viewer.scene.marks import PART_WON, fills
from boche.viewer.scene.model import Array
from boche.viewer.scene.solids import BEVEL

STEPS = 12  # lines per quarter circle: the error is at most 1/900 of an edge
RADIUS = 0.5
RAISED = 0.002  # of a mark, above the face
FRAME = (0.045 - 0.026, 0.045 + 0.026)  # the last move's frame, from the edge
DARK, PAIR, BAND_LIT = 1 << 0, 1 << 1, 1 << 6
COLOURS = {
    "won": "won",
    "enclosed": "threat",
    "ring": "light",
    "deep": "deep",
    "deep_ring": "threat",
}
"""The palette's colour of each role in a decided game."""

Edges = tuple[bool, bool, bool, bool]
"""Flags of the edges u = 0, u = 1, v = 0, v = 1."""


Corners = tuple[int, int, int]
Quad = list[list[float]]


class Surface(NamedTuple):
    """Triangles: ``points`` and ``normals`` (N, 3) and ``faces`` (M, 3), facing outwards."""

    points: Array
    normals: Array
    faces: Array


def face(pattern: int) -> Iterator[tuple[str, Surface]]:
    """Yield the parts of a face with this pattern, each with the palette's name for its colour.

    The bits are those that ``shaders/face.glsl`` reads; marks that appear only during play are
    left out.
    """
    edges, pair = bits(pattern, 8), bool(pattern & PAIR)
    discs_dark = bool(pattern & DARK) == pair
    band, discs = ("light", "dark") if discs_dark else ("dark", "light")
    yield discs, discs_of(pair, edges, RADIUS)
    yield band, band_of(pair, edges, RADIUS)
    if pattern & PART_WON:
        for dark in (False, True):
            for height, (role, inset) in enumerate(fills(pattern, dark=dark), 1):
                for shape in lit(pattern, pair, edges, inset, dark=dark):
                    yield COLOURS[role], raised(shape, height)
    for edge, outlined in enumerate(bits(pattern, 12)):
        if outlined:
            yield "last", raised(frame(edge, edges))


def bits(pattern: int, first: int) -> Edges:
    """Return four bits of a pattern."""
    one, two, three, four = (bool(pattern >> (first + step) & 1) for step in range(4))
    return one, two, three, four


def lit(pattern: int, pair: bool, edges: Edges, inset: float, *, dark: bool) -> Iterator[Surface]:
    """Yield the lit parts of a face of one colour: its band, or the discs around corners."""
    band_dark = bool(pattern & DARK) != pair
    if pattern & BAND_LIT and band_dark == dark:
        yield band_of(pair, edges, RADIUS + inset)
    for corner, on in enumerate(bits(pattern, 2)):
        joined = (corner in (1, 2)) == pair
        of_colour = (band_dark if joined else not band_dark) == dark
        if on and of_colour and not (joined and pattern & BAND_LIT):
            yield disc_of(corner, edges, RADIUS - inset)


def discs_of(pair: bool, edges: Edges, radius: float) -> Surface:
    """Return the quarter discs around (0, 0) and (1, 1), or, without ``pair``, the others."""
    return together([disc_of(corner, edges, radius) for corner in ((0, 3) if pair else (1, 2))])


@cache
def disc_of(corner: int, edges: Edges, radius: float) -> Surface:
    """Return the quarter disc around the corner (0, 0), (1, 0), (0, 1) or (1, 1)."""
    arc, b = _arc(radius), BEVEL
    inner = np.concatenate([[[b, b]], arc])
    fan = [(0, i, i + 1) for i in range(1, len(arc))]
    near = [[0.0, 0.0], [b, 0.0], [b, b], [0.0, b]]
    low = [[b, 0.0], [radius, 0.0], arc[0], [b, b]]
    left = [[0.0, b], [b, b], arc[-1], [0.0, radius]]
    flat, faces = _polygons(inner, fan, [near, low, left])
    turns = (0, 1, 3, 2)[corner]
    return bent(_turned(flat, turns), faces, edges)


@cache
def band_of(pair: bool, edges: Edges, radius: float) -> Surface:
    """Return the square without two quarter discs; ``pair`` as in ``discs_of``."""
    one, b, far = _arc(radius), BEVEL, 1.0 - BEVEL
    two = 1.0 - one[::-1]  # the other arc's point next to each point of the first
    count = len(one)
    middle = np.concatenate([one, two, [[far, b], [b, far]]])
    strip = [(i, count + i, count + i + 1) for i in range(count - 1)]
    strip += [(i, count + i + 1, i + 1) for i in range(count - 1)]
    strip += [(0, 2 * count, count), (count - 1, 2 * count - 1, 2 * count + 1)]
    half = [
        [[radius, 0.0], [far, 0.0], [far, b], one[0]],
        [[far, 0.0], [1.0, 0.0], [1.0, b], [far, b]],
        [[far, b], [1.0, b], [1.0, 1.0 - radius], two[0]],
    ]
    other = [[[1.0 - u, 1.0 - v] for u, v in quad] for quad in half]
    flat, faces = _polygons(middle, strip, [*half, *other])
    return bent(flat if pair else _turned(flat, 1), faces, edges)


def frame(edge: int, edges: Edges) -> Surface:
    """Return a line along an edge of the square: along u = 0, u = 1, v = 0 or v = 1."""
    across, along = [FRAME[0], BEVEL, FRAME[1]], [0.0, BEVEL, 1.0 - BEVEL, 1.0]
    flat = np.array([[u, v] for v in along for u in across])
    corners = [3 * row + column for row in range(3) for column in range(2)]
    faces = [f for i in corners for f in ((i, i + 1, i + 4), (i, i + 4, i + 3))]
    return bent(_turned(flat, (0, 2, 1, 3)[edge]), np.array(faces), edges)


def _arc(radius: float) -> Array:
    """Return a quarter circle around (0, 0) between the strips, counterclockwise (STEPS + 1, 2)."""
    first = np.arcsin(BEVEL / radius)
    angles = np.linspace(first, np.pi / 2 - first, STEPS + 1)
    return np.asarray(radius * np.stack([np.cos(angles), np.sin(angles)], axis=1))


def _turned(flat: Array, quarters: int) -> Array:
    """Return points (N, 2) of the square turned about its middle, counterclockwise."""
    for _ in range(quarters):
        flat = np.stack([1.0 - flat[:, 1], flat[:, 0]], axis=1)
    return flat


def _polygons(middle: Array, triangles: list[Corners], quads: list[Quad]) -> tuple[Array, Array]:
    """Return one mesh of points (N, 2) with triangles, and of quads, which share points."""
    flat = np.concatenate([middle, np.reshape(quads, (-1, 2))])
    first = len(middle) + 4 * np.arange(len(quads))[:, None]
    halves = np.reshape(first + np.array([0, 1, 2, 0, 2, 3]), (-1, 3))
    points, number = np.unique(np.round(flat, 9), axis=0, return_inverse=True)
    return points, number.reshape(-1)[np.concatenate([triangles, halves])]


def bent(flat: Array, faces: Array, edges: Edges) -> Surface:
    """Return points (N, 2) of the square on the rounded box, as in ``shaders/pattern.glsl``."""
    round_ = np.array(edges)
    low, high = round_[[0, 2]] * BEVEL, 1.0 - round_[[1, 3]] * BEVEL
    out = np.column_stack([flat - np.clip(flat, low, high), np.full(len(flat), BEVEL)])
    normals = out / np.linalg.norm(out, axis=1, keepdims=True)
    level = np.column_stack([flat, np.zeros(len(flat))])
    on = np.column_stack([flat[:, 0], 1 - flat[:, 0], flat[:, 1], 1 - flat[:, 1]]) < 1e-5
    stays = (on & ~round_).any(axis=1, keepdims=True) | (not any(edges))
    return Surface(np.where(stays, level, level - out + BEVEL * normals), normals, faces)


def raised(shape: Surface, height: int = 1) -> Surface:
    """Return a mark, raised above what it marks and the marks below it."""
    return shape._replace(points=shape.points + height * RAISED * shape.normals)


def together(shapes: list[Surface]) -> Surface:
    """Return several surfaces as one."""
    starts = np.cumsum([0, *(len(shape.points) for shape in shapes)])
    faces = [shape.faces + start for shape, start in zip(shapes, starts, strict=False)]
    return Surface(
        np.concatenate([shape.points for shape in shapes]),
        np.concatenate([shape.normals for shape in shapes]),
        np.concatenate(faces),
    )
