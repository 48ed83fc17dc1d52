"""Layers of a scene taken apart: where each is shifted, and layers on their way there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

Place = tuple[float, float, float]
Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Apart:
    """Layers taken apart: by how much each is shifted in the world, the lowest first.

    Without shifts the layers lie on each other, and it is false. ``levels`` is the number of layers
    in use, the others are not shown. ``names`` are the places in the world where the names of
    these are written, ``letter`` the height of their letters. With ``boards`` each lies on a board
    of its own. ``seen_from`` are the azimuth and the elevation for which they are
    arranged, or None.
    """

    shifts: tuple[Place, ...] = ()
    names: tuple[Place, ...] = ()
    levels: int = 0
    letter: float = 0.0
    boards: bool = False
    seen_from: tuple[float, float] | None = None

    def __bool__(self) -> bool:
        return bool(self.shifts)

    @property
    def floats(self) -> bool:
        """Whether the layers hang in the air: their shadows would lie under other layers."""
        return bool(self.shifts) and not self.boards


TOGETHER = Apart()


def shifts(apart: Apart, layers: Sequence[int] | Array) -> Array:
    """Return by how much what lies on some layers (N,) is shifted in the world, (N, 3)."""
    wanted = np.asarray(layers, int).reshape(-1)
    if not apart.shifts:
        return np.zeros((len(wanted), 3))
    every = np.array(apart.shifts, float)
    return np.asarray(every[np.minimum(wanted, len(every) - 1)])


def lowest(apart: Apart, layers: int) -> Apart:
    """Return layers that lie where they do, but for those above so many, which are not shown."""
    return replace(apart, levels=min(apart.levels, layers), names=apart.names[:layers])


def blended(one: Apart, two: Apart, part: float) -> Apart:
    """Return layers on their way from one place to another, ``part`` 0..1, without their names."""
    if part >= 1.0:
        return two
    count = max(len(one.shifts), len(two.shifts))
    start, end = (shifts(each, np.arange(count)) for each in (one, two))
    between = (start + part * (end - start)).tolist()
    return Apart(
        tuple((x, y, z) for x, y, z in between),
        levels=max(one.levels, two.levels),
        boards=one.boards or two.boards,
    )
