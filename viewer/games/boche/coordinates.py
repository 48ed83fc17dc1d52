"""The coordinates of a board: letters along one of its sides, numbers along another."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from boche.engine.games.boche.geometry import AXES, LETTER_OF_COLUMN, Axis, Cell
from boche.viewer.camera.camera import Camera, basis
from boche.viewer.games.boche.board import RIM, to_lattice_centre
from boche.viewer.games.boche.lattice import AXES_IN_WORLD, to_world
from boche.viewer.scene.model import Array, Label

LETTER, MOST = 0.30, 0.6  # height of the coordinates; the largest that has room on a rim
OUT = 0.52 * RIM  # from a hole's tip to the middle of its letter or number
Sides = tuple[Axis, Axis]
USUAL: Sides = ("y", "x")  # the sides with the letters and with the numbers
SLANTED: Sides = ("y", "z")
"""The sides from which columns and rows both run aslant, and the lines across have no name."""


def sides_away(azimuth: float) -> Sides:
    """Return the sides for letters and numbers that lie farthest to the left and below.

    They are seen from an azimuth. A row of cells ends at two sides, so each has a choice of two.
    """
    across, up, _ = basis(Camera(azimuth=azimuth, elevation=90.0))
    far = {axis: float(np.round(AXES_IN_WORLD[:, i] @ (across + up), 6))
           for i, axis in enumerate(AXES)}  # fmt: skip
    chosen = sorted(AXES, key=lambda axis: far[axis])[:2]
    letters: Axis = "y" if "y" in chosen else "z"
    numbers: Axis = "x" if "x" in chosen else "z"
    return letters, numbers


def coordinates(
    size: int, letter: float = 0.0, sides: Sides = USUAL, *, whole: bool = False
) -> Iterator[Label]:
    """Yield letters along the first row and numbers along the first column, on the rim.

    Along other ``sides`` they stand at the other ends of rows and columns. They grow with the
    ``letter`` of the levels' names. ``whole`` has the name of the cell beside each instead.
    """
    height = min(max(0.9 * letter, LETTER), MOST)
    centre = to_lattice_centre(size)
    for index in range(size):
        far = size - 1 - index
        for text, cell, axis in (
            (LETTER_OF_COLUMN[index], Cell(index, 0 if sides[0] == "y" else far, 0), sides[0]),
            (str(index + 1), Cell(0 if sides[1] == "x" else far, index, 0), sides[1]),
        ):
            tip = np.array([cell.above(axis).corner], float)
            out = AXES_IN_WORLD[:, AXES.index(axis)] * (1.0, 1.0, 0.0)
            place = to_world(tip, centre)[0] + OUT * _unit(out)
            told = cell.name if whole else text
            yield Label(told, (float(place[0]), float(place[1]), 0.0), height)


def _unit(vector: Array) -> Array:
    return np.asarray(vector / np.linalg.norm(vector))
