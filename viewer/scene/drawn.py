"""Marks drawn by hand: circles, squares, triangles and crosses on places, arrows between, letters.

Two filled shapes and a dashed circle are drawn by nobody. A shape and a text lie on
what is at their place, facing as its surface does. An arrow goes straight from place to place, and
is seen through whatever stands on its way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from boche.viewer.scene.enamel import Enamel
from boche.viewer.scene.figures import figures
from boche.viewer.scene.marks import DRAWN
from boche.viewer.scene.model import Array, Batch, Label, Mesh, Scene, instances
from boche.viewer.scene.solids import Part, band, circle, joined, quaternion

RIM = 0.03  # width of the light line round each mark
RISE = 0.012  # of a mark over what it lies on, and of its colour over its light line
LIFT = 0.05  # of an arrow over its places
LETTER, ROOM = 0.46, 1.25  # height of a single letter, and of a text whose width is shared by it
GLOW = 0.5
UP = (0.0, 0.0, 1.0)

OUT, BAND = 0.4, 0.085  # of a circle: outer radius and width
CROSS, BAR = 0.36, 0.05  # half the length and half the width of a cross's bars
SHAFT, HEAD, WIDE = 0.055, 0.34, 0.17  # of an arrow: half width; length and half width of its head
FREE = 0.22  # of an arrow's start, from the middle of its place


@dataclass(frozen=True)
class Drawn:
    """A mark in the world: its shape, the place it lies on, the end of an arrow or a text.

    ``facing`` is the direction, of length 1, in which the surface at its place looks. ``colour`` is
    that of a filled shape or of an arrow.
    """

    shape: str
    at: tuple[float, float, float]
    to: tuple[float, float, float] | None = None
    text: str = ""
    facing: tuple[float, float, float] = UP
    colour: Enamel = DRAWN.number


def with_drawn(scene: Scene, marks: Sequence[Drawn], turn: float = 0.0) -> Scene:
    """Return a scene with marks in it; shapes are turned by an angle, counterclockwise."""
    if not marks:
        return scene
    batches = [*scene.batches]
    for shape in SIDES:
        for colour in dict.fromkeys(mark.colour for mark in marks if mark.shape == shape):
            own = [mark for mark in marks if (mark.shape, mark.colour) == (shape, colour)]
            places = np.array([mark.at for mark in own], float)
            turns = np.array([_laid(mark.facing, turn) for mark in own])
            batches += _twice(*_flat(shape), places, turns, colour)
    arrows = [mark for mark in marks if mark.to is not None]
    for mark in arrows:
        batches += _arrow(np.array(mark.at), np.array(mark.to), mark.colour)
    return replace(scene, batches=tuple(batches), labels=(*scene.labels, *_texts(marks)))


def _laid(facing: tuple[float, float, float], turn: float) -> Array:
    """Return the quaternion that lays a shape on a surface, turned by an angle as seen from it."""
    normal = np.array(facing)
    right = np.array([np.cos(turn), np.sin(turn), 0.0])
    right -= (right @ normal) * normal
    right /= np.linalg.norm(right)
    return quaternion(np.column_stack([right, np.cross(normal, right), normal]))


def _texts(marks: Iterable[Drawn]) -> list[Label]:
    found: list[Label] = []
    for mark in marks:
        if mark.text:
            height = min(LETTER, ROOM / len(mark.text))
            raised = np.array(mark.at) + 2 * RISE * np.array(mark.facing)
            found += figures([mark.text], raised[None], height)
    return found


# -- shapes

WEDGE, BLOCK = "wedge", "block"
"""The filled shapes: a triangle and a square."""
DASHED = "dashed"
"""A circle that nobody has drawn: it says where something can be done."""
SIDES = {"circle": 64, "square": 4, "triangle": 3, "cross": 2, WEDGE: 3, BLOCK: 4, DASHED: 60}
DASH = 6  # sides of a dashed circle from one dash to the next, the last two of them bare
FULL = 0.26  # of a filled shape: its circumference's radius, in those of places


@lru_cache(maxsize=16)
def _flat(shape: str) -> tuple[Mesh, Mesh]:
    """Return a shape's light line and the shape itself, which lies above it."""
    return _shape(shape, RIM), _shape(shape, 0.0)


def _shape(shape: str, more: float) -> Mesh:
    name, z = f"{shape} drawn{' round' * (more > 0)}", _height(more)
    sides = SIDES[shape]
    if shape == "cross":
        slant = np.sqrt(0.5)
        ways = [np.array([slant, slant]), np.array([slant, -slant])]
        return joined(name, [_bar(way, CROSS + more, BAR + more, z) for way in ways])
    if shape in (WEDGE, BLOCK):
        start = np.pi / (2 if shape == WEDGE else 4)
        out = FULL + 1.5 * more / np.cos(np.pi / sides)
        return joined(name, [_fan(_turned(circle(out, sides), start), z)])
    if shape == DASHED:
        return joined(name, [_fan(quad, z) for quad in _dashes(sides, more)])
    grow = more / np.cos(np.pi / sides)
    out = OUT * {"square": 1.22, "triangle": 1.25}.get(shape, 1.0)
    wide = BAND / np.cos(np.pi / sides)
    turn = {"square": np.pi / 4, "triangle": np.pi / 2}.get(shape, 0.0)
    outer, inner = (_turned(circle(r, sides), turn) for r in (out + grow, out - wide - grow))
    return band(name, inner, outer, z)


def _dashes(sides: int, more: float) -> Iterator[Array]:
    """Yield the quadrangles (4, 2) of a dashed circle, wider by ``more`` on both edges."""
    inner, outer = circle(OUT - BAND - more, sides), circle(OUT + more, sides)
    for start in range(sides):
        end = (start + 1) % sides
        if start % DASH < DASH - 2:
            yield np.array([inner[start], outer[start], outer[end], inner[end]])


def _height(more: float) -> float:
    return RISE if more else 2 * RISE


def _turned(points: Array, turn: float) -> Array:
    cos, sin = np.cos(turn), np.sin(turn)
    return np.asarray(points @ np.array([[cos, sin], [-sin, cos]]))


def _bar(way: Array, half: float, wide: float, z: float) -> Part:
    across = np.array([-way[1], way[0]])
    ends = [-half * way - wide * across, half * way - wide * across]
    return _fan(np.array([*ends, half * way + wide * across, -half * way + wide * across]), z)


def _fan(corners: Array, z: float) -> Part:
    """Return a convex polygon (N, 2), counterclockwise, that faces up."""
    count = len(corners)
    place = np.column_stack([corners, np.full(count, z)])
    indices = [(0, i, i + 1) for i in range(1, count - 1)]
    return place, np.tile([0.0, 0.0, 1.0], (count, 1)), np.array(indices).reshape(-1)


def _twice(
    round_it: Mesh,
    whole: Mesh,
    places: Array,
    orientation: Array,
    colour: Enamel = DRAWN.number,
    *,
    through: bool = False,
) -> list[Batch]:
    """Return a mark's light line, a dark one round a light mark, and the mark.

    Neither casts a shadow.
    """
    look = (1.0, 1.0, 0.0, GLOW)
    line = Enamel.DARK if colour == Enamel.LIGHT else Enamel.LIGHT
    return [
        Batch(
            mesh,
            "enamel",
            instances(places, orientation, tint, look=look),
            translucent=True,
            over=True,
            through=through,
        )
        for mesh, tint in ((round_it, line), (whole, colour))
    ]


# -- arrows


def _arrow(start: Array, end: Array, colour: Enamel) -> list[Batch]:
    way = end - start
    length = float(np.linalg.norm(way))
    if length < 1e-6 or np.hypot(*way[:2]) < 1e-6:
        return []
    along = way / length
    across = np.array([-along[1], along[0], 0.0]) / np.hypot(*along[:2])
    up = np.cross(along, across)
    turn = quaternion(np.column_stack([along, across, up]))
    return _twice(*_arrows(round(length, 3)), (start + LIFT * up)[None], turn, colour, through=True)


@lru_cache(maxsize=64)
def _arrows(length: float) -> tuple[Mesh, Mesh]:
    return _arrow_of(length, RIM), _arrow_of(length, 0.0)


def _arrow_of(length: float, more: float) -> Mesh:
    """Return an arrow along x from near the origin to ``length``."""
    z, slope = _height(more), np.hypot(HEAD, WIDE)
    base, back = length - HEAD, min(FREE, 0.3 * length)
    tip = length + more * slope / WIDE
    half = WIDE * (tip - base + more) / HEAD
    head = np.array([[base - more, -half], [tip, 0.0], [base - more, half]])
    side = SHAFT + more
    shaft = [[back - more, -side], [base, -side], [base, side], [back - more, side]]
    name = f"arrow of {length}{' round' * (more > 0)}"
    return joined(name, [_fan(np.array(shaft), z), _fan(head, z)])
