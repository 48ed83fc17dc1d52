"""Marks of a record as they lie on a game's board."""

from __future__ import annotations

from typing import Any

import numpy as np

from boche.engine.record.marks import ARROW, CIRCLE, CROSS, LABEL, SQUARE, TRIANGLE
from boche.viewer.camera.camera import Vector, basis
from boche.viewer.games.view import Display, GameView, Picker
from boche.viewer.scene.drawn import Drawn, with_drawn
from boche.viewer.scene.model import Scene

SHAPES = {CIRCLE: "circle", SQUARE: "square", TRIANGLE: "triangle", CROSS: "cross"}


def drawn_on(
    view: GameView,
    scene: Scene,
    position: Any,
    marks: tuple[tuple[str, str, str], ...],
    display: Display,
) -> Scene:
    """Return a scene with marks, upright in the game's first view.

    Marks on places that the board does not have are left out.
    """
    if not marks:
        return scene
    found = []
    for kind, place, to in marks:
        at = top_of(view.picker, position, place, display)
        end = top_of(view.picker, position, to, display) if kind == ARROW else None
        if at is not None and (end is not None or kind != ARROW):
            text = to if kind == LABEL else ""
            x, y, z = (float(part) for part in view.picker.facing(position, place, display))
            found.append(Drawn(SHAPES.get(kind, ""), at, end, text, (x, y, z)))
    right = basis(view.views["corner"])[0]
    return with_drawn(scene, found, float(np.arctan2(right[1], right[0])))


def top_of(
    picker: Picker, position: Any, place: str, display: Display
) -> tuple[float, float, float] | None:
    """Return the point on top of a place, or None if the board has no such place."""
    try:
        at: Vector | None = (picker.top or picker.place)(position, place, display)
    except Exception:  # a name from a file, and a view that may come from another package
        return None
    if at is None or not np.isfinite(at).all():
        return None
    x, y, z = (float(part) for part in at)
    return x, y, z
