"""Y under the pointer: which stone or cell a ray meets, and what a stone there would do."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np

from boche_y import words
from boche_y.board import Cell, cells_of
from boche_y.position import Position
from engine.message import NOTHING, Message
from viewer.camera.camera import Vector
from viewer.camera.rays import Points, Ray
from viewer.games.view import Display, Hover, Pick, Preview

RADIUS, HEIGHT = 0.43, 0.26  # of a stone, half an ellipsoid on the board
SIDE = 1.0 / np.sqrt(3.0)  # of a cell's hexagon
BELOW = 0.3  # from the board's surface down to the table


def middles(cells: Iterable[Cell], size: int, z: float = 0.0) -> Points:
    """The middles of cells in the world, (N, 3), so high over the board's surface."""
    x, y = np.array([*cells], float).reshape(-1, 2).T
    x, y = x + y / 2 - (size - 1) / 2, (y - (size - 1) / 3) * np.sqrt(3.0) / 2
    return np.stack([x, y, np.full(len(x), z)], axis=1)


def box() -> Points:
    """The corners (8, 3) of a box around a stone."""
    reach = (-RADIUS, RADIUS)
    return np.array([(x, y, z) for x in reach for y in reach for z in (0.0, HEIGHT)])


def corners(size: int) -> Points:
    """Points (N, 3) that a view of the whole board must hold, its letters and numbers too."""
    ends = middles((Cell(0, 0), Cell(size - 1, 0), Cell(0, size - 1)), size)
    wide = np.array([(x, y, z) for x in (-1.3, 1.0) for y in (-1.2, 0.8) for z in (-BELOW, HEIGHT)])
    return np.asarray((ends[:, None] + wide).reshape(-1, 3))


def pick(position: Position, ray: Ray, display: Display) -> Pick:
    """What a ray meets first, and the cell that a player means by it."""
    taken = tuple(position.stones)
    index, far = first_hit(middles(taken, position.size), ray)
    height, fall = float(ray.origin[2]), -float(ray.direction[2])
    surface = height / fall if fall > 0.0 and height >= 0.0 else np.inf
    nearest = min(far, surface)
    if nearest == np.inf:
        return Pick()
    x, y, z = (float(each) for each in ray.at(nearest))
    cell = taken[index] if far <= surface else cell_below(x, y, position.size)
    if cell is None:
        return Pick(point=(x, y, z))
    stone = position.stones.get(cell)
    why = words.OCCUPIED(colour=stone) if stone is not None else NOTHING
    why = position.outcome.reason if position.outcome is not None else why
    return Pick(None if why else str(cell), cell, why, (x, y, z))


def first_hit(middle: Points, ray: Ray) -> tuple[int, float]:
    """The first stone, of middles (N, 3), that a ray enters, and how far; infinite for none."""
    if not len(middle):
        return -1, np.inf
    rounded = [1.0, 1.0, RADIUS / HEIGHT]  # makes a sphere of it
    way, along = (middle - ray.origin) * rounded, ray.direction * rounded
    length = along @ along
    ahead = way @ along / length
    inside = RADIUS**2 - (way**2).sum(axis=1) + ahead**2 * length
    far = ahead - np.sqrt(np.maximum(inside, 0.0) / length)
    above = ray.origin[2] + far * ray.direction[2] >= 0.0
    far = np.where((inside >= 0.0) & (far >= 0.0) & above, far, np.inf)
    index = int(far.argmin())
    return index, float(far[index])


def cell_below(x: float, y: float, size: int) -> Cell | None:
    """The cell that a point of the board's surface belongs to, or None beside the board."""
    cells = tuple(cells_of(size))
    away = np.hypot(*(middles(cells, size)[:, :2] - (x, y)).T)
    index = int(away.argmin())
    return cells[index] if away[index] <= SIDE else None


def place(position: Position, target: str, display: Display) -> Vector:
    """The middle of a target's cell in the world, (3,)."""
    return np.asarray(middles((position.parse(target),), position.size)[0])


def over(position: Position, target: str, ray: Ray, display: Display) -> bool:
    """Whether a ray meets the stone that would lie on a target before any other."""
    own = first_hit(place(position, target, display)[None], ray)[1]
    return own < np.inf and own <= first_hit(middles(position.stones, position.size), ray)[1]


def target_of(position: Position, move: Any) -> str | None:
    """The cell that a move fills; None for the swap."""
    cell = position.target(move)
    return str(cell) if cell is not None else None


def leads(choice: str, move: Any) -> bool:
    """No choice leads to others: a cell is a whole move."""
    return False


def key_of(choice: str) -> str:
    """No letter chooses anything."""
    return ""


def spell(target: str, key: str) -> str:
    """What a letter would make of a target: no move, which is refused."""
    return f"{target}{key}"


def levels(position: Position) -> int:
    """No stone lies on another."""
    return 0


def bounds(position: Position) -> Points:
    """Points (N, 3) that a view of the whole board must hold."""
    return corners(position.size)


def hover(position: Position, pick: Pick) -> Hover:
    """The chain that the pointer is on."""
    chain = next((chain for chain in position.chains if pick.face in chain), ())
    return Hover(told(position, chain), chain) if chain else Hover()


@lru_cache(maxsize=256)
def preview(position: Position, move: Any) -> Preview:
    """The chain that a move would make."""
    cell = position.target(position.parse(str(move)))
    after = position.play(move)
    chain = next((chain for chain in after.chains if cell in chain), ())
    text = after.outcome.reason if after.outcome is not None else told(after, chain)
    return Preview(chain if len(chain) > 1 else (), (), text if len(chain) > 1 else NOTHING)


def told(position: Position, chain: tuple[Cell, ...]) -> Message:
    """A chain in words."""
    stones, sides = words.CHAIN(count=len(chain)), position.sides(chain)
    return words.TOUCHING(stones=stones, sides=sides) if sides else stones
