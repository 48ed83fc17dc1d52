"""Marks of a record as they lie on a game's board."""

from __future__ import annotations

from typing import Any

import numpy as np

from boche.engine.game import Game
from boche.engine.languages.current import tr_later
from boche.engine.record.marks import ARROW, CIRCLE, CROSS, LABEL, SQUARE, TRIANGLE
from boche.engine.threats import has_threats
from boche.viewer.camera.camera import Vector, basis
from boche.viewer.games.view import Display, GameView, Picker
from boche.viewer.scene.drawn import BLOCK, DASHED, WEDGE, Drawn, with_drawn
from boche.viewer.scene.enamel import Enamel
from boche.viewer.scene.marks import DRAWN, Mark
from boche.viewer.scene.model import Scene

THREATS = ("first threat", "second threat")
"""The kinds of marks where the first and the second colour could play a threat; SGF has none."""

TOLD = "told"
"""The kind of what says where something can be done, which is no mark of a record either."""

SHAPES = {
    CIRCLE: "circle", SQUARE: "square", TRIANGLE: "triangle", CROSS: "cross",
    THREATS[0]: WEDGE, THREATS[1]: BLOCK,
    TOLD: DASHED,
}  # fmt: skip


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
            colour = _colour_of(position.game, kind) if kind in THREATS else DRAWN.number
            found.append(Drawn(SHAPES.get(kind, ""), at, end, text, (x, y, z), colour))
    right = basis(view.views["corner"])[0]
    return with_drawn(scene, found, float(np.arctan2(right[1], right[0])))


def threat_marks(game: Game) -> tuple[Mark, ...]:
    """Return the marks of threats for the legend, if the game has threats."""
    if not has_threats(game):
        return ()
    return tuple(
        Mark(kind, SHAPES[kind], (_colour_of(game, kind).name.lower(),), words)
        for kind, words in zip(THREATS, _WORDS, strict=True)
    )


_WORDS = (
    tr_later("a filled triangle: a threat that the side of this colour could play there"),
    tr_later("a filled square: a threat that the side of this colour could play there"),
)


def _colour_of(game: Game, kind: str) -> Enamel:
    """Return the colour of the player whose threat is marked: B in SGF is the dark one."""
    dark = game.sgf.colours[game.colours[THREATS.index(kind)]] == "B"
    return Enamel.DARK if dark else Enamel.LIGHT


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
