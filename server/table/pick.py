"""What a pointer means in a game from outside, by the game's own ``Picker.pick``.

A page finds the places of the games that it was made for by how deep its picture is there. It knows
nothing of others, and asks.
"""

from __future__ import annotations

import numpy as np

from engine.game import Position
from server.table.turn import spots_of
from viewer.camera.rays import Ray
from viewer.games.registry import picker_of
from viewer.games.view import Display

Point = tuple[float, float, float]


def pick(position: Position, taken: str, near: Point, far: Point) -> str | None:
    """The place that is meant by looking from ``near`` to ``far``, as ``targets`` names it."""
    way = np.subtract(far, near)
    ray = Ray(np.asarray(near, float), way / np.linalg.norm(way))
    found = picker_of(position.game.name).pick(position, ray, Display(taken=taken)).target
    spots = spots_of(position, taken)
    return next((spot.targets[0].text for spot in spots if found in spot), None)
