"""Y under the pointer: the stone or cell that a ray meets, and the effect of a stone there."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np

from boche.engine.message import NOTHING, Message
from boche.viewer.camera.camera import Vector
from boche.viewer.camera.rays import Points, Ray, first_ball, met, plane_distance
from boche.viewer.games.view import Display, Hover, Pick, Picker, Preview
from boche_y import words
from boche_y.board import Cell, cells_of
from boche_y.position import Position

RADIUS, HEIGHT = 0.43, 0.26  # of a stone, half an ellipsoid on the board
RADII = (RADIUS, RADIUS, HEIGHT)
SIDE = 1.0 / np.sqrt(3.0)  # of a cell's hexagon
BELOW = 0.3  # from the board's surface down to the table


def middles(cells: Iterable[Cell], size: int, z: float = 0.0) -> Points:
    """Return the centres of cells in the world, (N, 3), at a height over the board's surface."""
    x, y = np.array([*cells], float).reshape(-1, 2).T
    x, y = x + y / 2 - (size - 1) / 2, (y - (size - 1) / 3) * np.sqrt(3.0) / 2
    return np.stack([x, y, np.full(len(x), z)], axis=1)


def bounds(position: Position) -> Points:
    """Return points (N, 3) that a view of the whole board must hold, with letters and numbers."""
    ends = [Cell(0, 0), Cell(position.size - 1, 0), Cell(0, position.size - 1)]
    wide = np.array([(x, y, z) for x in (-1.3, 1.0) for y in (-1.2, 0.8) for z in (-BELOW, HEIGHT)])
    return np.asarray((middles(ends, position.size)[:, None] + wide).reshape(-1, 3))


def pick(position: Position, ray: Ray, display: Display) -> Pick:
    """Return the first thing that a ray meets, and the cell that a player means by it."""
    taken, size = tuple(position.stones), position.size
    found = met(ray, middles(taken, size), RADII, middles(cells_of(size), size), SIDE)
    if found is None:
        return Pick()
    if found.cell is not None:
        cell = [*cells_of(size)][found.cell]
    elif found.piece is not None:
        cell = taken[found.piece]
    else:
        return Pick(point=found.point)
    stone = position.stones.get(cell)
    why = words.OCCUPIED(colour=stone) if stone is not None else NOTHING
    why = position.outcome.reason if position.outcome is not None else why
    return Pick(None if why else str(cell), cell, why, found.point)


def place(position: Position, target: str, display: Display) -> Vector:
    """Return the centre of a target's cell in the world, (3,)."""
    return np.asarray(middles([position.parse(target)], position.size)[0])


def over(position: Position, target: str, ray: Ray, display: Display) -> bool:
    """Return whether a ray first meets the stone that would lie on a target."""
    own = first_ball(place(position, target, display)[None], RADII, ray)[1]
    others = first_ball(middles(position.stones, position.size), RADII, ray)[1]
    return own < np.inf and own <= min(others, plane_distance(ray))


def hover(position: Position, pick: Pick) -> Hover:
    """Return the chain under the pointer."""
    chain = position.chain_of(pick.face)
    return Hover(told(position, chain), chain) if chain else Hover()


@lru_cache(maxsize=256)
def preview(position: Position, move: Any) -> Preview:
    """Return the chain that a move would make."""
    after = position.play(move)
    chain = after.chain_of(position.parse(str(move)))
    text = after.outcome.reason if after.outcome is not None else told(after, chain)
    return Preview(chain, (), text) if len(chain) > 1 else Preview()


def told(position: Position, chain: tuple[Cell, ...]) -> Message:
    """Return a chain in words."""
    stones, sides = words.CHAIN(count=len(chain)), position.sides(chain)
    return words.TOUCHING(stones=stones, sides=sides) if sides else stones


PICKER = Picker(pick, place, over, bounds, hover, preview)
