"""The solids of Boku: a marble and its marks, and the cross over a forbidden cell.

Coordinates are those of a cell: its middle at the origin, the board's surface at z = 0, cells 1
apart.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from boche.viewer.scene.model import Array, Mesh, mesh
from boche.viewer.scene.solids import HOLE

RADIUS = 0.44  # radius of a marble
AROUND = 48  # steps around a marble or a hollow
HEIGHT = float(np.sqrt(RADIUS**2 - HOLE**2))  # height of the middle of a marble in its hollow
SUNK = 132.0  # degrees from the top of a marble down to below the board's surface
ROUND = ((32, 16, 8), (96, 48, 24))  # steps around a marble's outline and further in: coarse, fine
RINGS = (90.0, 60.0, 28.0)  # degrees from the middle of the visible half to these steps
PROUD = 0.012  # how far an inlay stands out of its marble, as a fraction of the radius
STEEP = 4.0  # degrees between the rings of an inlay, at most
TIDE = 0.6  # of the profile of a bar: ratio of its height to its width


@lru_cache(maxsize=1)
def marble() -> Mesh:
    """Return a marble at rest, its middle at the origin: the visible half, for ``TO_EYE``.

    This gives a round outline with few triangles. A plain coarse sphere casts its shadow.
    """
    coarse, fine = (_dome(counts) for counts in ROUND)
    sphere = _revolved([(angle, RADIUS) for angle in np.linspace(0.0, SUNK, 6)], 12)
    points, normals = (np.concatenate([part[i] for part in (fine, coarse, sphere)]) for i in (0, 1))
    after = len(fine[0]), len(fine[0]) + len(coarse[0])
    made = mesh("boku marble", points, normals, np.full((len(points), 2), 0.5), fine[2])
    # The fine mesh is drawn where the coarse outline would be off by half a pixel.
    detail = 2.0 * RADIUS * (1.0 - np.cos(np.pi / ROUND[0][0]))
    return replace(made, coarse=coarse[2] + np.uint32(after[0]), detail=float(detail),
                   cast=sphere[2] + np.uint32(after[1]))  # fmt: skip


def _dome(counts: tuple[int, ...]) -> tuple[Array, Array, Array]:
    """Return half a marble: places, normals, triangles. Each ring has half the outer's steps."""
    normals, triangles, first = [np.array([[0.0, 0.0, 1.0]])], [], 1
    for count, angle in zip(counts, np.radians(RINGS), strict=True):
        turn = 2.0 * np.pi * np.arange(count) / count
        flat = np.sin(angle) * np.stack([np.cos(turn), np.sin(turn)], axis=1)
        normals.append(np.column_stack([flat, np.full(count, np.cos(angle))]))
        last = count == counts[-1]
        triangles += [_fan(first, count)] if last else _narrowing(first, count)
        first += count
    normal = np.concatenate(normals)
    indices = np.concatenate(triangles).reshape(-1).astype(np.uint32)
    return RADIUS * normal, normal, indices


def _fan(first: int, count: int) -> Array:
    """Return the triangles from point 0 to a ring of points."""
    here = first + np.arange(count)
    return np.stack([np.zeros(count, int), here, np.roll(here, -1)], axis=1)


def _narrowing(first: int, count: int) -> list[Array]:
    """Return the triangles from a ring to the next one, which has half as many points."""
    outer = np.append(first + np.arange(count), first)
    inner = np.append(first + count + np.arange(count // 2), first + count)
    here, there = inner[:-1], inner[1:]
    corners = (outer[:-1:2], outer[1::2], here), (outer[1::2], outer[2::2], there)
    return [np.stack(each, axis=1) for each in (*corners, (here, outer[1::2], there))]


@lru_cache(maxsize=8)
def inlay(low: float, high: float, layer: int = 1) -> Mesh:
    """Return the part of a marble's surface between two angles (degrees) from its top.

    An inlay of a higher ``layer`` lies over those below it. Its flat faces, even the coarse ones,
    touch the sphere they approximate from outside; else the marble's corners would show through.
    """
    steps = 2 * int(np.ceil((high - low) / (2.0 * STEEP)))
    side, slope = 2.0 * np.pi / AROUND, np.radians(high)
    sunk = np.cos(np.radians((high - low) / steps))
    sunk *= np.sqrt(np.cos(slope) ** 2 + (np.sin(slope) * np.cos(side)) ** 2)
    radius = RADIUS * (1 + layer * PROUD) / float(sunk)
    return _zone(f"boku inlay {low:g} {high:g}", low, high, steps, radius)


@lru_cache(maxsize=1)
def bar() -> Mesh:
    """Return a rounded bar across a hollow, along x."""
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
    # The fine mesh is drawn where an outline with half as many corners would be off by a pixel.
    detail = 1.5 * radius * (1.0 - np.cos(2.0 * np.pi / AROUND))
    return replace(made, coarse=coarse, detail=float(detail))


def _revolved(rings: list[tuple[float, float]], around: int) -> tuple[Array, Array, Array]:
    """Return rings of a sphere at angles (degrees) from its top, each with its own radius."""
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
    """Return the triangles between successive closed rings, the upper first, facing outwards."""
    here = np.arange(0, around, step)
    following = (here + step) % around
    found = []
    for upper in range(0, rings - 1, step):
        one, two = upper * around, min(upper + step, rings - 1) * around
        found.append(np.stack([one + here, two + here, two + following], axis=1))
        found.append(np.stack([one + here, two + following, one + following], axis=1))
    return np.concatenate(found).reshape(-1).astype(np.uint32)
