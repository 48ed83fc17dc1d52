"""Spoken description of Boche: the cubes of each level, from the lowest up."""

from __future__ import annotations

from functools import cache

from boche.engine.games.boche.geometry import COLOURS, hub_axis, uppermost_is_light
from boche.engine.games.boche.position import Position
from boche.engine.message import Message
from boche.viewer.games.boche import words
from boche.viewer.games.boche.pick import FACES
from boche.viewer.games.view import SpokenPiece


def spoken_pieces(position: Position) -> tuple[SpokenPiece, ...]:
    """Return all cubes, level by level."""
    return tuple(
        SpokenPiece(
            (cell.k, cell.c, cell.r), words.LEVEL(layer=cell.k), cell.name, turned(rotation)
        )
        for cell, rotation in position.cubes
    )


@cache
def turned(rotation: str) -> Message:
    """Return the visible colours of a cube with this rotation."""
    light, dark = COLOURS
    top, other = (light, dark) if uppermost_is_light(rotation) else (dark, light)
    axis = hub_axis(rotation)
    if axis is None:
        return words.ALL_BANDS(rotation=rotation, top=top)
    return words.ONE_BAND(rotation=rotation, top=top, face=FACES[axis], other=other)
