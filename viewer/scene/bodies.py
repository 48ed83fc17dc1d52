"""Closed bodies as data, for 3D printers: balls and hulls, joined and cut.

Lengths are those of scenes: one unit is one cube's edge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from boche.viewer.scene.model import Array


@dataclass(frozen=True)
class Ball:
    """A ball."""

    centre: tuple[float, float, float]
    radius: float


@dataclass(frozen=True, eq=False)
class Hull:
    """The convex hull of ``points`` (N, 3)."""

    points: Array


@dataclass(frozen=True)
class Joined:
    """The union of ``shapes``."""

    shapes: tuple[Shape, ...]


@dataclass(frozen=True)
class Common:
    """The intersection of ``shapes``."""

    shapes: tuple[Shape, ...]


@dataclass(frozen=True)
class Cut:
    """The difference: ``shape`` without ``away``."""

    shape: Shape
    away: Shape


Shape = Ball | Hull | Joined | Common | Cut


@dataclass(frozen=True)
class Body:
    """A shape of one material; ``colour`` is ``light`` or ``dark``, a player's, or ``wood``."""

    name: str
    colour: str
    shape: Shape


class Place(NamedTuple):
    """Placement of a piece in the world: its point p lies at ``turn @ p + at``, (3, 3) and (3,)."""

    name: str
    turn: Array
    at: Array


HERE = Place("", np.eye(3), np.zeros(3))
"""Placement of a body that is not moved."""


@dataclass(frozen=True)
class Part:
    """A part that is printed alone.

    ``bodies`` gives its bodies as they lie on the printer's bed, for a position's options and a
    clearance in edges: between bodies, and to the part that it fits into. ``about`` adds a few
    words to its name.
    """

    bodies: Callable[[Any, float], tuple[Body, ...]]
    about: str = ""


@dataclass(frozen=True)
class Printed:
    """Printable parts of a game: ``parts``, by their names on the command line.

    ``edge`` and ``clearance`` are suitable values, in millimetres; ``loosest`` is the largest
    clearance, in edges. ``position`` gives the bodies of a whole position and their places, or is
    None if only the parts can be printed.
    """

    parts: Mapping[str, Part]
    edge: float = 30.0
    clearance: float = 0.1
    loosest: float = 0.05
    position: Callable[[Any, float], Iterable[tuple[Body, tuple[Place, ...]]]] | None = None


def prism(outline: Array, low: float, high: float) -> Hull:
    """Return an upright prism between two heights over a convex outline (N, 2)."""
    return between((outline, low), (outline, high))


def between(*rings: tuple[Array, float]) -> Hull:
    """Return the hull of outlines (N, 2), each at its height."""
    return Hull(np.concatenate([np.column_stack([o, np.full(len(o), z)]) for o, z in rings]))
