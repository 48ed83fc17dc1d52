"""Rays on the Octi table: the pod that one hits as it is shown, its hole, or the square."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from boche.engine.games.octi.geometry import LETTERS
from boche.engine.games.octi.position import Position
from boche.viewer.camera.camera import Vector
from boche.viewer.camera.rays import Ray, plane_distance
from boche.viewer.games.octi.board import square_at
from boche.viewer.games.octi.solids import APOTHEM, HEIGHT
from boche.viewer.games.octi.stacks import Placed, fanned_squares, on_board
from boche.viewer.games.view import Display

MIDDLE = 0.17  # of a pod: within it the pod itself is meant, outside it the nearest hole
OUT = np.array([[np.sin(a), np.cos(a), 0.0] for a in np.pi / 4 * np.arange(8)])
"""Directions of the prongs, which are the normals of a pod's sides."""


class Met(NamedTuple):
    """A hit of a ray: a point in the world, the square there, and the pod there, if any."""

    point: Vector
    square: int
    pod: Placed | None


def ray_hit(position: Position, ray: Ray, display: Display) -> Met | None:
    """Return what a ray hits first: one of the pods, as they are shown, or the board."""
    piled, surface = placed_pods(position, display), plane_distance(ray)
    index, far = first_hit(piled, ray)
    nearest = min(far, surface)
    if nearest == np.inf:
        return None
    point = ray.at(nearest)
    if far <= surface:
        return Met(point, piled[index].pod.square, piled[index])
    return Met(point, square_at(float(point[0]), float(point[1])) or 0, None)


def hole_at(each: Placed, point: Vector) -> str:
    """Return the letter of the hole or prong at a point of a pod; empty in its middle."""
    away = (point[:2] - each.at[:2]) / each.scale
    if np.hypot(*away) < MIDDLE:
        return ""
    return LETTERS[int((OUT[:, :2] @ away).argmax())]


def placed_pods(position: Position, display: Display) -> tuple[Placed, ...]:
    """Return all pods as they are shown."""
    fans = fanned_squares(position, display.opened, display.taken)
    return _placed_pods(position, fans, display.explode, display.taken)


@lru_cache(maxsize=64)
def _placed_pods(
    position: Position, fans: tuple[int, ...], spread: float, taken: str
) -> tuple[Placed, ...]:
    return tuple(on_board(position, fans, spread=spread, taken=taken))


def first_hit(placed: tuple[Placed, ...], ray: Ray) -> tuple[int, float]:
    """Return the first pod that a ray enters, and the distance; infinite for none."""
    if not placed:
        return -1, np.inf
    where = np.array([each.at for each in placed])
    scale = np.array([each.scale for each in placed])[:, None]
    up = np.array([[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]])
    normals = np.concatenate([OUT, up])
    reach = scale * np.array([*[APOTHEM] * 8, HEIGHT, 0.0])
    room = reach - (ray.origin - where) @ normals.T
    fall = np.broadcast_to(normals @ ray.direction, room.shape)
    with np.errstate(divide="ignore", invalid="ignore"):
        crossed = room / fall
    enters = np.where(fall < 0.0, crossed, -np.inf).max(axis=1)
    leaves = np.where(fall > 0.0, crossed, np.inf).min(axis=1)
    beside = ((fall == 0.0) & (room < 0.0)).any(axis=1)
    met = np.where((enters <= leaves) & (enters >= 0.0) & ~beside, enters, np.inf)
    index = int(met.argmin())
    return index, float(met[index])
