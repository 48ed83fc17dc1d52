"""Marks drawn by hand: circles, squares, triangles and crosses on places, arrows between, letters.

All lie flat: a shape on what is at its place, an arrow above everything on its way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from boche.viewer.scene.enamel import Enamel
from boche.viewer.scene.figures import figures
from boche.viewer.scene.marks import DRAWN
from boche.viewer.scene.model import Array, Batch, Label, Mesh, Scene, instances
from boche.viewer.scene.solids import Part, band, circle, joined, quaternion, rotated

RIM = 0.03  # width of the light line round each mark
RISE = 0.012  # of a mark over what it lies on, and of its colour over its light line
LIFT = 0.1  # of an arrow over the highest piece on its way
LETTER, ROOM = 0.46, 1.25  # height of a single letter, and of a text whose width is shared by it
GLOW = 0.5
RAISED = np.array([0.0, 0.0, 2 * RISE])  # of a text

OUT, BAND = 0.4, 0.085  # of a circle: outer radius and width
CROSS, BAR = 0.36, 0.05  # half the length and half the width of a cross's bars
SHAFT, HEAD, WIDE = 0.055, 0.34, 0.17  # of an arrow: half width; length and half width of its head
FREE = 0.22  # of an arrow's start, from the middle of its place
NEAR = 0.6  # a piece this near to an arrow's line is below it


@dataclass(frozen=True)
class Drawn:
    """A mark in the world: its shape, the place it lies on, the end of an arrow or a text."""

    shape: str
    at: tuple[float, float, float]
    to: tuple[float, float, float] | None = None
    text: str = ""


def with_drawn(scene: Scene, marks: Sequence[Drawn], turn: float = 0.0) -> Scene:
    """Return a scene with marks in it; shapes are turned by an angle, counterclockwise."""
    if not marks:
        return scene
    batches = [*scene.batches]
    for shape in SIDES:
        places = np.array([mark.at for mark in marks if mark.shape == shape], float)
        if len(places):
            upright = (0.0, 0.0, float(np.sin(turn / 2)), float(np.cos(turn / 2)))
            batches += _twice(*_flat(shape), places, upright)
    arrows = [mark for mark in marks if mark.to is not None]
    tops = _tops(scene.batches) if arrows else np.zeros((0, 3))
    for mark in arrows:
        batches += _arrow(np.array(mark.at), np.array(mark.to), tops)
    return replace(scene, batches=tuple(batches), labels=(*scene.labels, *_texts(marks)))


def _texts(marks: Iterable[Drawn]) -> list[Label]:
    found: list[Label] = []
    for mark in marks:
        if mark.text:
            height = min(LETTER, ROOM / len(mark.text))
            found += figures([mark.text], np.array([mark.at]) + RAISED, height)
    return found


# -- shapes

SIDES = {"circle": 64, "square": 4, "triangle": 3, "cross": 2}


@lru_cache(maxsize=8)
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
    grow = more / np.cos(np.pi / sides)
    out = OUT * {"square": 1.22, "triangle": 1.25}.get(shape, 1.0)
    wide = BAND / np.cos(np.pi / sides)
    turn = {"square": np.pi / 4, "triangle": np.pi / 2}.get(shape, 0.0)
    outer, inner = (_turned(circle(r, sides), turn) for r in (out + grow, out - wide - grow))
    return band(name, inner, outer, z)


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
    round_it: Mesh, whole: Mesh, places: Array, orientation: Array | tuple[float, ...]
) -> list[Batch]:
    """Return a mark's light line and the mark; neither casts a shadow."""
    look = (1.0, 1.0, 0.0, GLOW)
    return [
        Batch(
            mesh,
            "enamel",
            instances(places, np.asarray(orientation), colour, look=look),
            True,
            True,
        )
        for mesh, colour in ((round_it, Enamel.LIGHT), (whole, DRAWN.number))
    ]


# -- arrows


def _arrow(start: Array, end: Array, tops: Array) -> list[Batch]:
    raised = np.array([0.0, 0.0, _rise(start, end, tops)])
    way = end - start
    length = float(np.linalg.norm(way))
    if length < 1e-6 or np.hypot(*way[:2]) < 1e-6:
        return []
    along = way / length
    across = np.array([-along[1], along[0], 0.0]) / np.hypot(*along[:2])
    axes = np.column_stack([along, across, np.cross(along, across)])
    return _twice(*_arrows(round(length, 3)), (start + raised)[None], quaternion(axes))


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


def _rise(start: Array, end: Array, tops: Array) -> float:
    """Return how much an arrow is raised to pass over the pieces below it."""
    if not len(tops):
        return LIFT
    way = (end - start)[:2]
    part = np.clip((tops[:, :2] - start[:2]) @ way / max(way @ way, 1e-9), 0.0, 1.0)
    away = np.linalg.norm(start[:2] + part[:, None] * way - tops[:, :2], axis=1)
    higher = tops[:, 2] - (start[2] + part * (end[2] - start[2]))
    return LIFT + max(0.0, float(higher[away < NEAR].max(initial=0.0)))


def _tops(batches: Iterable[Batch]) -> Array:
    """Return the highest points (N, 3) of all solids that stand on the board."""
    found = [np.zeros((0, 3))]
    for batch in batches:
        place = np.asarray(batch.mesh.vertices["position"], float)
        if batch.translucent or batch.mesh.foot is not None or not len(place):
            continue
        corners = np.stack(np.meshgrid(*np.stack([place.min(0), place.max(0)], axis=1)), axis=-1)
        turned = rotated(
            batch.instances["orientation"][:, None].astype(float), corners.reshape(1, -1, 3)
        )
        whole = batch.instances["position"][:, None] + batch.instances["look"][:, None, :1] * turned
        middle, top = whole.mean(axis=1), whole[..., 2].max(axis=1)
        found.append(np.column_stack([middle[:, :2], top]))
    return np.concatenate(found)
