"""Closed bodies as data, for machines that print them: balls and hulls, joined and cut.

Lengths are those of scenes: one unit is one cube's edge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from viewer.scene.model import Array


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
    """All that lies in any of ``shapes``."""

    shapes: tuple[Shape, ...]


@dataclass(frozen=True)
class Common:
    """What lies in all of ``shapes``."""

    shapes: tuple[Shape, ...]


@dataclass(frozen=True)
class Cut:
    """``shape`` without what lies in ``away``."""

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
    """Where a piece lies in the world: its point p at ``turn @ p + at``, (3, 3) and (3,)."""

    name: str
    turn: Array
    at: Array


@dataclass(frozen=True)
class Printed:
    """What of a game can be printed.

    ``piece`` gives the parts of one piece in its own frame, which are apart by so many edges;
    ``board`` the board of a position without pieces; ``places`` where its pieces lie on that.
    """

    piece: Callable[[float], tuple[Body, ...]]
    board: Callable[[Any], Body]
    places: Callable[[Any], Iterable[Place]]
