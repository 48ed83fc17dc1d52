"""The two interlocking parts of a Boche cube, and the board, as closed bodies.

The pattern on a cube's faces determines where its parts meet: quarter circles of radius 1/2 around
two opposite corners of each face. So each corner is a ball of its colour, as in the designer's
cubes, and the plane half way between the hubs divides the rest of the cube. That plane meets the
surface only inside balls and at the midpoints of six edges, so it is nowhere visible.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from boche.engine.games.boche.geometry import COLOURS, Cell, Cube, hub_offset, uppermost_is_light
from boche.engine.languages.current import tr_later
from boche.viewer.games.boche.board import rim_mesh, to_lattice_centre
from boche.viewer.games.boche.lattice import AXES_IN_WORLD, to_world
from boche.viewer.scene.bodies import (
    HERE,
    Ball,
    Body,
    Common,
    Cut,
    Hull,
    Joined,
    Part,
    Place,
    Printed,
)
from boche.viewer.scene.model import Array

RADIUS = 0.5  # radius of the balls
UNIT = np.array(list(product((0.0, 1.0), repeat=3)))
DARK_HUB = np.array([1.0, 1.0, 1.0])  # in the cube's own frame: that of rotation a
SUNK = np.array([0.0, 0.0, 0.1])  # depth of the pyramid in the rim, so that they overlap
MIDDLE = np.full(3, 0.5)


@lru_cache(maxsize=4)
def parts(clearance: float) -> tuple[Body, ...]:
    """Return the light and the dark part of a cube, in the unit cube, in rotation a.

    Facing surfaces are ``clearance`` edges apart; that much material is removed.
    """
    hubs = dict(zip(COLOURS, (1.0 - DARK_HUB, DARK_HUB), strict=True))
    return tuple(Body(f"{name} part", name, _part(hub, clearance)) for name, hub in hubs.items())


def _part(hub: Array, clearance: float) -> Common:
    """Return the part with its hub at this corner of the unit cube."""
    own = np.abs(UNIT - hub).sum(axis=1) % 2 == 0
    half = Joined((_half(hub, clearance), *_balls(UNIT[own], RADIUS - clearance / 2)))
    sockets = Joined(_balls(UNIT[~own], RADIUS + clearance / 2))
    return Common((Hull(UNIT), Cut(half, sockets)))


def _balls(corners: Array, radius: float) -> tuple[Ball, ...]:
    return tuple(Ball((float(x), float(y), float(z)), radius) for x, y, z in corners)


def _half(hub: Array, clearance: float) -> Hull:
    """Return the half of the cube around a hub, cut by a plane, less half the clearance."""
    end = 0.5 - np.sqrt(3.0) * clearance / 2  # where the plane meets six edges
    around = [np.roll(point, turn) for point in ((1, end, 0), (1, 0, end)) for turn in range(3)]
    points = np.array([np.zeros(3), *np.eye(3), *around])
    return Hull(np.abs(hub - points))


def board(position: Any) -> Body:
    """Return the board in the world: all wood below the cells of level 0, down to the table.

    The part above the rim is the pyramid under the three sides, less the room above each cell,
    which is the octant that starts at its lowest corner.
    """
    size = position.size
    centre = to_lattice_centre(size)
    apex = np.array([1.0, 1.0, size])
    edges = to_world(apex - (size + 1) * np.eye(3), centre)  # where the edges meet the rim
    pyramid = Hull(np.concatenate([to_world(apex[None], centre), edges, edges - SUNK]))
    room = tuple(
        Hull(to_world(np.array(Cell(c, r, 0).corner) + (size + 2) * UNIT, centre))
        for c, r in product(range(size), repeat=2)
        if c + r < size
    )
    slab = Hull(rim_mesh(size)[0])
    return Body("board", "wood", Cut(Joined((slab, pyramid)), Joined(room)))


def places(position: Any) -> Iterator[Place]:
    """Yield the places of a position's cubes in the world."""
    centre = to_lattice_centre(position.size)
    for number, cube in enumerate(position.cubes, 1):
        turn = turned(cube)
        at = np.array(cube.cell.corner) + MIDDLE - turn @ MIDDLE
        name = f"cube {number} {cube.rotation}:{cube.cell.name}"
        yield Place(name, AXES_IN_WORLD @ turn, to_world(at[None], centre)[0])


def turned(cube: Cube) -> Array:
    """Return the rotation (3, 3) of a cube's own frame about its middle."""
    hub = np.array(hub_offset(cube.rotation))
    signs = 2.0 * (1 - hub if uppermost_is_light(cube.rotation) else hub) - 1.0
    turn = np.diag(signs)
    # A part is its own mirror image, so two axes may be exchanged.
    return turn if np.prod(signs) > 0 else turn[:, [1, 0, 2]]


def _position(position: Any, clearance: float) -> Iterator[tuple[Body, tuple[Place, ...]]]:
    """Yield the board, and the parts of a cube with all their places on it."""
    yield board(position), (HERE,)
    where = tuple(places(position))
    for part in parts(clearance):
        yield part, where


PRINTED = Printed(
    {
        "cube": Part(lambda position, clearance: parts(clearance), tr_later("in its two parts")),
        "board": Part(lambda position, clearance: (board(position),)),
    },
    position=_position,
)
