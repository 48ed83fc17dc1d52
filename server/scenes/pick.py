"""Picking by a game's own ``Picker.pick``: what a pointer means at a place of the picture.

For most built-in games a page finds the places by the depth of its picture. Where one piece may be
played in several ways, and in external games, only the game can tell, and the page asks.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from boche.engine.game import Position
from boche.engine.languages.current import translate
from boche.server.scenes.choices import spots_of
from boche.viewer.camera.rays import Ray
from boche.viewer.games.registry import picker_of
from boche.viewer.games.targets import choices_of, targets_of
from boche.viewer.games.view import Display

Point = tuple[float, float, float]


@dataclass(frozen=True)
class Meant:
    """What a pointer means.

    ``target`` is the place as ``targets`` names it, or None, and then ``reason`` says why.
    ``aim`` is the choice there that is pointed at, or None if the place alone is.
    """

    target: str | None = None
    aim: str | None = None
    reason: str = ""


def pick(position: Position, taken: str, near: Point, far: Point, opened: str = "") -> Meant:
    """Return what is meant by pointing from ``near`` to ``far``.

    ``opened`` is the place whose pieces are spread out, if it is one. Raises ``BadRequestError`` if
    ``taken`` begins no move.
    """
    spots = spots_of(position, taken)
    way = np.subtract(far, near)
    ray = Ray(np.asarray(near, float), way / np.linalg.norm(way))
    picker = picker_of(position.game.name)
    spread = opened if any(opened == spot.opened for spot in spots) else ""
    found = picker.pick(position, ray, Display(taken=taken, opened=spread))
    # Of a piece that cannot go the place is chosen all the same, for what letters and buttons add.
    step = found.target or picker.lettered(position, None, found, taken)
    spot = next((spot for spot in spots if step in spot), None)
    if spot is None:
        return Meant(reason=_sentence(translate(found.reason)))
    target = spot.targets[0].text
    if not picker.takes_up or found.target is None:
        return Meant(target)
    choices = choices_of(picker, position, targets_of(picker, position, taken)[found.target])
    if found.key:
        choices = [each for each in choices if picker.key_of(each.text) == found.key][:1]
    return Meant(target, choices[0].text if len(choices) == 1 else None)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}." if text else ""
