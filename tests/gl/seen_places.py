"""Where each place of a board is in a picture, worked out from the rules' drawings alone.

Nothing here asks the code that draws or picks: what stands on a board is a list of convex solids
whose sizes and places follow from the rules, and a pixel belongs to the first one that its line of
sight meets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from boche.viewer.camera.camera import Camera
from boche.viewer.camera.rays import ray_at

Vector = npt.NDArray[np.float64]


class Solid(NamedTuple):
    """A place by its name, and the half spaces, normals (N, 3) and reaches (N,), that bound it."""

    name: str
    normals: Vector
    reach: Vector


def first_met(
    solids: Iterable[Solid], camera: Camera, pixels: Any, size: tuple[int, int]
) -> list[str]:
    """Return the names of the first solids in the lines of sight of pixels (N, 2), or nothing."""
    rays = [ray_at(camera, float(x), float(y), size) for x, y in pixels]
    origin = np.array([ray.origin for ray in rays])
    way = np.array([ray.direction for ray in rays])
    best, names = np.full(len(rays), np.inf), np.full(len(rays), "", object)
    for solid in solids:
        room = solid.reach - origin @ solid.normals.T
        fall = way @ solid.normals.T
        with np.errstate(divide="ignore", invalid="ignore"):
            crossed = room / fall
        enters = np.where(fall < 0, crossed, -np.inf).max(axis=1)
        leaves = np.where(fall > 0, crossed, np.inf).min(axis=1)
        beside = ((fall == 0) & (room < 0)).any(axis=1)
        met = (enters >= 0) & (enters <= leaves) & (enters < best) & ~beside
        best[met], names[met] = enters[met], solid.name
    return [str(name) for name in names]


def box(name: str, middle: Iterable[float], axes: Vector, half: Iterable[float]) -> Solid:
    """Return a block by its middle, the directions of its edges (3, 3), and half their lengths."""
    normals = np.concatenate([axes, -axes])
    half = np.array([*half] * 2)
    return Solid(name, normals, normals @ np.array([*middle]) + half)


UPRIGHT = np.eye(3)


# -- Boche: cubes that stand on a corner. Columns have letters from the left edge to the right
# corner, rows numbers upwards; the holes' middles are the length of a face's diagonal apart.

COLUMN = np.sqrt(2) * np.array([np.sqrt(3) / 2, 1 / 2])
ROW = np.sqrt(2) * np.array([0.0, 1.0])
EDGES = np.array([[np.sqrt(2 / 3) * np.cos(a), np.sqrt(2 / 3) * np.sin(a), np.sqrt(1 / 3)]
                  for a in np.radians([180.0, -60.0, 60.0])])  # fmt: skip
"""The directions of a cube's upper edges as the rules draw them: left, lower right, upper right."""


def cube_middle(size: int, column: int, row: int, level: int) -> Vector:
    """Return the middle of a cube; its hole is as deep as the lowest corner is below the next.

    A nest lies over the middle of the three cubes that it rests on, and a level is as high as
    an edge rises.
    """
    if level == 0:
        holes = [c * COLUMN + r * ROW for c in range(size) for r in range(size - c)]
        x, y = column * COLUMN + row * ROW - np.mean(holes, axis=0)
        return np.array([x, y, np.sqrt(3) / 2 - np.sqrt(1 / 3)])
    below = [(column, row), (column + 1, row), (column, row + 1)]
    middle = np.mean([cube_middle(size, c, r, level - 1) for c, r in below], axis=0)
    return np.asarray(middle + np.array([0.0, 0.0, np.sqrt(1 / 3)]))


def boche_cells(position: Any) -> tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]]:
    """Return the cells with cubes, and the empty ones that could hold one, as numbers."""
    heights = {(cube["cell"], cube["level"]) for cube in position.facts()["cubes"]}
    every = [(c, r, k) for k in range(position.size)
             for c in range(position.size - k) for r in range(position.size - k - c)]  # fmt: skip
    full = {cell for cell in every if (column_name(*cell[:2]), cell[2]) in heights}
    open_ = [
        (c, r, k) for c, r, k in every
        if (c, r, k) not in full
        and (k == 0 or {(c, r, k - 1), (c + 1, r, k - 1), (c, r + 1, k - 1)} <= full)
    ]  # fmt: skip
    return sorted(full), open_


def column_name(column: int, row: int) -> str:
    return f"{'abcdefghijklmnopqrst'[column]}{row + 1}"


def boche_solids(position: Any) -> dict[str, Solid]:
    """Return a cube for each cell with or for one, by its name as the docs have it."""
    found = {}
    full, open_ = boche_cells(position)
    for c, r, k in [*full, *open_]:
        top = max((level for *at, level in full if at == [c, r]), default=0)
        name = column_name(c, r) + (f"/{k}" if k != top else "")
        found[name] = box(name, cube_middle(position.size, c, r, k), EDGES, [0.5] * 3)
    return found


# -- Che: flat tiles 1 wide; the first number runs to the right, the second upwards.


def che_solids(position: Any) -> dict[str, Solid]:
    """Return a tile for each cell that has one, or that one may be laid on."""
    facts = position.facts()
    names = [tile["cell"] for tile in facts["tiles"]] + facts["open"]
    return {
        name: box(name, [*map(float, name.split(",")), -0.08], UPRIGHT, [0.5, 0.5, 0.08])
        for name in names
    }


# -- Boku: rows a to k from the top, each in the middle, cells 1 apart; marbles nearly as wide.


def boku_solids(position: Any) -> dict[str, Solid]:
    """Return a block around each marble, and a flat one for each empty cell."""
    marbles = {marble["cell"] for marble in position.facts()["marbles"]}
    found = {}
    for row in range(11):
        count = 5 + row if row <= 5 else 15 - row
        for number in range(count):
            name = f"{'abcdefghijk'[row]}{max(1, row - 4) + number}"
            x, y = number - (count - 1) / 2, (5 - row) * np.sqrt(3) / 2
            high = 0.4 if name in marbles else 0.05
            middle = high if name in marbles else -high
            found[name] = box(name, [x, y, middle], UPRIGHT, [0.43, 0.43, high])
    return found


# -- Octi: squares named by column and row, from the lower left; pods two thirds as wide.


def octi_solids(position: Any) -> dict[str, Solid]:
    """Return a block around the pods of each square, and a flat one for each empty square."""
    pods = [pod["square"] for pod in position.facts()["pods"]]
    found = {}
    for square in [10 * column + row for column in range(1, 10) for row in range(1, 10)]:
        count = pods.count(square)
        high = min(0.17 + 0.245 * (count - 1), 0.57) / 2 if count else 0.05
        wide = 0.34 if count else 0.5
        middle = [square // 10 - 5.0, square % 10 - 5.0, high if count else -high]
        found[str(square)] = box(str(square), middle, UPRIGHT, [wide, wide, high])
        if count:
            middle[2] = -0.05
            found[f"below {square}"] = box(str(square), middle, UPRIGHT, [0.5, 0.5, 0.05])
    return found


SOLIDS: dict[str, Callable[[Any], dict[str, Solid]]] = {
    "boche": boche_solids, "che": che_solids, "boku": boku_solids, "octi": octi_solids,
}  # fmt: skip
