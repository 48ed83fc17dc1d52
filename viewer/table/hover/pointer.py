"""The pointer: its place, and what is under it."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from boche.viewer.camera.camera import Camera, Vector
from boche.viewer.camera.rays import Viewport, on_target_plane
from boche.viewer.games.view import Carried, Display, Pick, Picker
from boche.viewer.table.hover.view_control import Looking, Place

Sight = tuple[Any, Camera, Viewport, Display]
"""Everything that picking depends on: position, camera, the picture's size, the display."""

SLACK = 4.0  # pixels at scale 1 that a resting pointer may move


class Pointing:
    """The pointer's place ``at``, or None off the picture, and the ``pick`` there, as of ``find``.

    ``dragging`` is set while a drag moves the camera; the pointer then picks nothing. ``by_keys``
    is set while keys choose the target, until the pointer really moves; ``place`` is then the place
    of the last choice by keys, or None, and ``blocked`` its name if nothing can be played there, or
    empty. ``opened`` is the place whose pieces the pointer has spread
    apart; they stay so during a drag. ``instead`` is the target that a letter has chosen in place
    of the one under the pointer, until the pick changes. ``keyed`` is set from a key press until
    the pointer really moves or a button or the wheel is used. ``resting`` is set from a change of
    the position, or a mark, until something is chosen or the pointer really moves. ``carried`` is
    the piece that a drag takes along, or None; the pointer then means only where that may go.
    ``held`` is a piece that a click has chosen off the board, or None, until the next click: where
    it may go the pointer means that, and elsewhere what it always does.
    """

    def __init__(self) -> None:
        self.at: Place | None = None
        self.pick, self.opened = Pick(), ""
        self.dragging = self.by_keys = self.keyed = self.resting = False
        self.instead: str | None = None
        self.carried: Carried | None = None
        self.held: Carried | None = None
        self.place: Vector | None = None
        self.blocked = ""
        self._left_at: Place | None = None
        self._rests_at: Place | None = None
        self._keyed_at: Place | None = None
        self._key: tuple[Any, ...] = ()
        self._found = Pick()

    def find(self, picker: Picker, looking: Looking, sight: Sight) -> bool:
        """Update the pick under the pointer; return whether it has changed.

        The game is asked only if something has changed.
        """
        pick, before, position = Pick(), self.pick, sight[0]
        same = self._key != () and self._key[1][0] == position
        if self.at is not None and not self.dragging:
            key = (self.at, sight)
            if key != self._key:
                self._key = key
                self._found = picker.pick(position, looking.ray(self.at), sight[-1])
            pick = self._found
            if self.carried is not None:
                target, letter = self.carried.targets.get(picker.spot(position, pick)), ""
                if self.carried.onto is not None:
                    target, letter = self.carried.onto(position, pick)
                pick = replace(pick, target=target, key=letter)
            elif self.held is not None:
                target = self.held.targets.get(picker.spot(position, pick))
                pick = pick if target is None else replace(pick, target=target, key="")
        self.pick = pick
        if not self.dragging:
            self.opened = pick.opened
        if pick != before or not same:
            self.instead = None
        return pick != before

    def left_on(self, position: Any) -> Pick:
        """Return what the pointer was on in a position as it left the picture, if it has."""
        left = self.at is None and self._key != () and self._key[1][0] == position
        return self._found if left and not self.dragging else Pick()

    @property
    def target(self) -> str | None:
        """The target chosen by the pointer: the one under it, or another one chosen by a letter."""
        return self.instead or self.pick.target

    def take_hold(self) -> None:
        """Begin a drag."""
        self.dragging, self.pick = True, Pick()

    def leave_to_keys(self, place: Vector | None, blocked: str = "") -> None:
        """Note that keys have chosen the target at ``place`` (3,), or None for no single place.

        ``blocked`` is the name of the place if it is no target: arrow keys pass over it.
        """
        self.by_keys, self._left_at, self.place = True, self.at, place
        self.blocked = blocked
        self.resting = False

    def note_key(self) -> None:
        """Note a key press."""
        self.keyed, self._keyed_at = True, self.at

    def rest(self) -> None:
        """Note a change of position, which the pointer on the picture has not chosen.

        Of a pointer beside the picture it is forgotten what that was on as it left.
        """
        if self.at is None:
            self._key, self._found = (), Pick()
        self.resting, self._rests_at = self.at is not None and not self.by_keys, self.at

    def rest_at_mark(self) -> None:
        """Note that a mark was drawn, which a piece about to be placed would cover."""
        self.resting, self._rests_at = True, self.at

    def come_back(self, scale: float) -> None:
        """Note a move of the pointer; a real one ends the choice by keys."""
        self.resting &= self._is_near(self._rests_at, scale)
        if self.by_keys and self.at is not None:
            self.by_keys = self._is_near(self._left_at, scale)
        if self.keyed and self.at is not None:
            self.keyed = self._is_near(self._keyed_at, scale)

    def _is_near(self, place: Place | None, scale: float) -> bool:
        """Return whether the pointer is still at a place, apart from the trembling of a hand."""
        if self.at is None or place is None:
            return False
        return math.dist(place, self.at) <= SLACK * scale

    def anchor(self, looking: Looking) -> Vector:
        """Return the point (3,) under the pointer, or one beside the target if there is none."""
        if self.pick.point is not None:
            return np.asarray(self.pick.point)
        return on_target_plane(looking.orbit.camera, looking.ray(self.at))
