"""Picking in external games, by the game's own ``Picker.pick``.

For built-in games a page finds the places by the depth of its picture. It knows nothing of others,
and asks.
"""

from __future__ import annotations

import numpy as np

from boche.engine.game import Position
from boche.server.scenes.choices import spots_of
from boche.viewer.camera.rays import Ray
from boche.viewer.games.registry import picker_of
from boche.viewer.games.view import Display

Point = tuple[float, float, float]


def pick(position: Position, taken: str, near: Point, far: Point) -> str | None:
    """Return the place pointed at from ``near`` to ``far``, as ``targets`` names it, or None."""
    way = np.subtract(far, near)
    ray = Ray(np.asarray(near, float), way / np.linalg.norm(way))
    found = picker_of(position.game.name).pick(position, ray, Display(taken=taken)).target
    spots = spots_of(position, taken)
    return next((spot.targets[0].text for spot in spots if found in spot), None)
