"""Picks in many scenes, against a search of all faces."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from boche.engine.games.boche.geometry import AXES, Cell, Corner
from boche.engine.games.boche.position import Position
from boche.viewer.camera.rays import Ray, ray_at
from boche.viewer.games.boche.board import to_lattice_centre
from boche.viewer.games.boche.lattice import AXES_IN_WORLD, to_world
from boche.viewer.games.boche.pick import Spot, pick
from boche.viewer.games.view import Display
from boche.viewer.scene.apart import Apart
from tests.viewer.games.boche.tables import (
    PLAIN,
    VIEWPORT,
    random_camera,
    random_game,
)

NOT_APART = ((0.0, 0.0, 0.0),) * 20

# -- picks against every face in turn


def face_at(low: Corner, axis: int, upper: bool, lift: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return a corner of a face in the world and its two edges, outwards by the right-hand rule."""
    corner = np.array(low, float)
    corner[axis] += upper
    start = to_world_of(corner) + lift
    one, two = AXES_IN_WORLD[:, (axis + 1) % 3], AXES_IN_WORLD[:, (axis + 2) % 3]
    return (start, one, two) if upper else (start, two, one)


def to_world_of(corner: np.ndarray) -> np.ndarray:
    return to_world(corner[None], np.zeros(3))[0]


def all_faces(position: Position, display: Display) -> list[tuple[Spot, tuple[np.ndarray, ...]]]:
    """Return every face that may be visible, found without blocks: six per cube, three per hole."""
    top = max((cube.cell.k for cube in position.cubes), default=-1) - display.peeled
    found = []
    filled = set()
    for cube in position.cubes:
        if cube.cell.k <= top:
            filled.add(cube.cell)
            for axis in range(3):
                for upper in (True, False):
                    spot = Spot(cube.cell, AXES[axis], upper, False)
                    lift = np.array((display.apart.shifts or NOT_APART)[cube.cell.k])
                    found.append((spot, face_at(cube.cell.corner, axis, upper, lift)))
    for c in range(position.size):
        for r in range(position.size - c):
            hole = Cell(c, r, 0)
            if hole not in filled:
                for axis in range(3):
                    # A wall is seen from inside, like the upper face of a cube below it.
                    below = np.array(hole.corner) - np.eye(3, dtype=int)[axis]
                    wall = face_at(tuple(below), axis, True, np.zeros(3))
                    found.append((Spot(hole, AXES[axis], False, True), wall))
    return found


def slow_pick(position: Position, faces: list[Any], ray: Ray) -> Spot | None:
    """Return the nearest face, each tried by Cramer's rule, unless the rim or its teeth hide it."""
    shift = to_world(np.zeros((1, 3)), to_lattice_centre(position.size))[0]
    start = np.array([f[1][0] for f in faces]) + shift
    one, two = np.array([f[1][1] for f in faces]), np.array([f[1][2] for f in faces])
    normal = np.cross(one, two)
    facing = normal @ ray.direction
    safe = np.where(facing < 0, facing, np.nan)
    far = np.einsum("ij,ij->i", normal, start - ray.origin) / safe
    at = ray.origin + far[:, None] * ray.direction - start
    u, v = np.einsum("ij,ij->i", at, one), np.einsum("ij,ij->i", at, two)
    hit = (far >= 0) & (u >= 0) & (u <= 1) & (v >= 0) & (v <= 1)
    far = np.where(hit, far, np.inf)
    best = int(np.argmin(far))
    if not np.isfinite(far[best]) or hidden_by_rim(position.size, ray, far[best]):
        return None
    return faces[best][0]


def hidden_by_rim(size: int, ray: Ray, far: float) -> bool:
    """Return whether a ray meets rim or teeth before ``far``, by the outer planes, not blocks."""
    centre = to_lattice_centre(size)
    origin, way = ray.origin @ AXES_IN_WORLD + centre, ray.direction @ AXES_IN_WORLD
    outer = (1.0, 1.0, float(size))
    for axis in range(3):
        if way[axis] < 0:
            t = (outer[axis] - origin[axis]) / way[axis]
            p = origin + t * way
            others = [i for i in range(3) if i != axis]
            if 0 <= t < far and tooth(p, axis) and all(p[i] <= outer[i] for i in others):
                return True
    if ray.direction[2] < 0:
        t = -ray.origin[2] / ray.direction[2]
        p = origin + t * way
        return bool(0 <= t < far and (p > np.array(outer)).any())
    return False


def tooth(p: np.ndarray, axis: int) -> bool:
    """Return whether a point of an outer plane lies on wood: below its cell's line x + y + z."""
    u, v = p[(axis + 1) % 3], p[(axis + 2) % 3]
    # The square of the plane around it; it is wood if its lowest corner has x + y + z = 0.
    return bool(round(p[axis]) + np.floor(u) + np.floor(v) <= 0)


def displays(rng: random.Random) -> Display:
    moved = [(rng.uniform(-9, 9), rng.uniform(-9, 9), 1.5 * level) for level in range(1, 20)]
    apart = Display(apart=Apart(((0.0, 0.0, 0.0), *moved)))
    return rng.choice([PLAIN, PLAIN, apart, Display(peeled=rng.randrange(3))])


@pytest.mark.parametrize("seed", range(6))
def test_picks_equal_the_search_of_all_faces(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.choice([1, 2, 3, 4, 6, 6, 9, 13])
    for _ in range(4):
        position = random_game(rng, size, rng.randrange(0, size * (size + 1) * (size + 2) // 6 + 1))
        display, camera = displays(rng), random_camera(rng, position)
        display = replace(display, peeled=min(display.peeled, levels_of(position)))
        faces = all_faces(position, display)
        for _ in range(50):
            ray = ray_at(camera, rng.uniform(0, 1280), rng.uniform(0, 720), VIEWPORT)
            assert pick(position, ray, display).face == slow_pick(position, faces, ray)


def levels_of(position: Position) -> int:
    return max((cube.cell.k + 1 for cube in position.cubes), default=0)
