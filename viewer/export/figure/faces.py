"""The two-coloured square face as areas, as ``shaders/face.glsl`` draws it.

Everything is in the face's own frame (u, v), 0 to 1; ``viewer/games`` documents a pattern's bits.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from boche.viewer.export.figure.curves import Array, arc, line, polygon
from boche.viewer.scene.marks import PART_WON, fills

RADIUS = 0.5  # of the quarter discs
FRAME = (0.019, 0.071)  # the line along an edge that marks a face: distances of its two sides
PAIR = 1 << 1
CORNERS = ((0, 0), (1, 0), (0, 1), (1, 1))
AROUND = ((0, 0), (1, 0), (1, 1), (0, 1))

#: A role, which names a colour, and loops in the face's frame.
Piece = tuple[str, tuple[Array, ...]]


@lru_cache(maxsize=256)
def face(pattern: int) -> tuple[Piece, ...]:
    """Return the areas of a face, each drawn over those before it."""
    pair = bool(pattern & PAIR)
    cut = ((0, 0), (1, 1)) if pair else ((1, 0), (0, 1))
    own = bool(pattern & 1) == pair  # True if the corners apart are dark
    colours = ("light", "dark") if own else ("dark", "light")
    areas = [(colours[0], (square(),)), (colours[1], tuple(disc(c, RADIUS) for c in cut))]
    lit = [corner for bit, corner in enumerate(CORNERS) if pattern >> (2 + bit) & 1]
    if pattern & PART_WON:
        for corner in lit:
            dark = (corner[0] == corner[1]) == bool(pattern & 1)
            for role, inset in fills(pattern, dark=dark):
                areas.append((role, (disc(corner, RADIUS - inset),)))
        if pattern >> 6 & 1:
            for role, inset in fills(pattern, dark=not own):
                areas.append((role, (band(cut, RADIUS + inset),)))
    edges = [edge for edge in range(4) if pattern >> (12 + edge) & 1]
    return (*areas, *(("last", (strip(edge),)) for edge in edges))


def square() -> Array:
    """Return the whole face."""
    return polygon(np.array(AROUND, float))


def disc(corner: tuple[int, int], radius: float) -> Array:
    """Return the quarter of a disc around a corner."""
    middle, start, end = _ends(corner, radius)
    return np.array([line(middle, start), arc(middle, start, end), line(end, middle)])


def band(cut: tuple[tuple[int, int], ...], radius: float) -> Array:
    """Return the part of the face outside the quarter discs around two corners."""
    curves = []
    for corner, after in zip(AROUND, (*AROUND[1:], AROUND[0]), strict=True):
        middle, start, end = _ends(corner, radius)
        if corner in cut:
            curves.append(arc(middle, end, start))
        to = _ends(after, radius)
        curves.append(line(start if corner in cut else middle, to[2 if after in cut else 0]))
    return np.array(curves)


def strip(edge: int) -> Array:
    """Return the line along one of the edges u = 0, u = 1, v = 0, v = 1."""
    near, far = FRAME
    low, high = (near, far) if edge % 2 == 0 else (1.0 - far, 1.0 - near)
    ends = (near, 1.0 - near)
    points = np.array([(low, ends[0]), (high, ends[0]), (high, ends[1]), (low, ends[1])])
    return polygon(points if edge < 2 else points[::-1, ::-1])


def _ends(corner: tuple[int, int], radius: float) -> tuple[Array, Array, Array]:
    """Return a corner, and where a circle around it crosses the two edges, counterclockwise."""
    middle = np.array(corner, float)
    inward = 1.0 - 2.0 * middle
    along_u, along_v = middle + radius * inward * np.eye(2)
    turned = inward[0] * inward[1] < 0.0
    return (middle, along_v, along_u) if turned else (middle, along_u, along_v)
