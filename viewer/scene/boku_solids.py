"""The solids of Boku: a marble and what lies on it, the cross over a forbidden cell.

Coordinates are those of a cell: its middle at the origin, the board's surface at z = 0, cells 1
apart.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from viewer.scene.model import Array, Mesh, mesh

RADIUS = 0.44  # of a marble
HOLE = 0.33  # radius of a hollow's edge
EDGE = 0.035  # radius of its rounding
DEPTH = 0.19  # of a hollow
AROUND = 48  # steps around a marble or a hollow
HEIGHT = float(np.sqrt(RADIUS**2 - HOLE**2))  # of the middle of a marble that rests in a hollow
SUNK = 125.0  # degrees from the top of a marble; what lies below is never seen
PROUD = 0.012  # how far an inlay stands out of its marble, as a part of the radius
TIDE = 0.6  # of the profile of a bar: how high it is for its width


@lru_cache(maxsize=1)
def marble() -> Mesh:
    """A marble at rest, its middle at the origin."""
    return _zone("boku marble", 0.0, SUNK, 18, RADIUS)


@lru_cache(maxsize=4)
def inlay(low: float, high: float, layer: int = 1) -> Mesh:
    """The part of a marble's surface between two angles (degrees) from its top.

    One of a higher ``layer`` lies over those below it.
    """
    return _zone(f"boku inlay {low:g} {high:g}", low, high, 6, RADIUS * (1 + layer * PROUD))


@lru_cache(maxsize=1)
def bar() -> Mesh:
    """A rounded bar across a hollow, along x."""
    angles = np.linspace(0.0, 90.0, 7)
    rings = [(angle, 0.055) for angle in angles]
    position, normal, indices = _revolved(rings, 24)
    position *= [1.0, 1.0, TIDE]
    normal /= [1.0, 1.0, TIDE]
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    position[:, 0] += np.where(
        position[:, 0] > 1e-9, 0.25, np.where(position[:, 0] < -1e-9, -0.25, 0.0)
    )
    return mesh("boku bar", position, normal, np.full((len(position), 2), 0.5), indices)


def _zone(name: str, low: float, high: float, steps: int, radius: float) -> Mesh:
    rings = [(angle, radius) for angle in np.linspace(low, high, steps + 1)]
    position, normal, indices = _revolved(rings, AROUND)
    made = mesh(name, position, normal, np.full((len(position), 2), 0.5), indices)
    coarse = _grid(AROUND, steps + 1, 2)
    # Where the outline of half as many corners would be off by a pixel the fine one is drawn.
    detail = 1.5 * radius * (1.0 - np.cos(2.0 * np.pi / AROUND))
    return replace(made, coarse=coarse, detail=float(detail))


def _revolved(rings: list[tuple[float, float]], around: int) -> tuple[Array, Array, Array]:
    """Rings of a sphere at angles (degrees) from its top, each with a radius."""
    turn = np.arange(around) * 2.0 * np.pi / around
    flat = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    normal = np.concatenate(
        [
            np.column_stack([flat * np.sin(np.radians(a)), np.full(around, np.cos(np.radians(a)))])
            for a, _ in rings
        ]
    )
    radius = np.repeat([radius for _, radius in rings], around)[:, None]
    return radius * normal, normal, _grid(around, len(rings), 1)


def _grid(around: int, rings: int, step: int) -> Array:
    """Triangles between successive closed rings, the upper first, seen from outside."""
    here = np.arange(0, around, step)
    following = (here + step) % around
    found = []
    for upper in range(0, rings - 1, step):
        one, two = upper * around, min(upper + step, rings - 1) * around
        found.append(np.stack([one + here, two + here, two + following], axis=1))
        found.append(np.stack([one + here, two + following, one + following], axis=1))
    return np.concatenate(found).reshape(-1).astype(np.uint32)
