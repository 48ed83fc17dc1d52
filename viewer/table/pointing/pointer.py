"""Where the pointer is, and what it is on."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from viewer.camera.camera import Camera, Vector
from viewer.camera.rays import Viewport, on_target_plane
from viewer.games.view import Display, Pick, Picker
from viewer.table.pointing.looking import Looking, Place

Sight = tuple[Any, Camera, Viewport, Display]
"""What there is to point at: a position, the camera, the picture's size, how it is shown."""

SLACK = 4.0  # pixels at scale 1 that a pointer may move and still count as at rest


class Pointing:
    """The pointer's place ``at``, None off the picture, and the ``pick`` there, as of ``find``.

    ``dragging`` is set while a drag moves the camera: then the pointer is on nothing. ``by_keys``
    is set while keys choose the target, until the pointer really moves; ``place`` is then where
    they have chosen last, or None. ``opened`` is the place whose pieces the pointer has set apart;
    they stay so during a drag. ``instead`` is the target that a letter has chosen in place of the
    one that is pointed at, until something else is. ``keyed`` is set from a key on until the
    pointer really moves, or something is done with it. ``resting`` is set from the time that
    another position is shown until something is chosen, or the pointer really moves.
    """

    def __init__(self) -> None:
        self.at: Place | None = None
        self.pick, self.opened = Pick(), ""
        self.dragging = self.by_keys = self.keyed = self.resting = False
        self.instead: str | None = None
        self.place: Vector | None = None
        self._left_at: Place | None = None
        self._rests_at: Place | None = None
        self._keyed_at: Place | None = None
        self._key: tuple[Any, ...] = ()
        self._found = Pick()

    def find(self, picker: Picker, looking: Looking, sight: Sight) -> bool:
        """Find out what the pointer is on now; whether that is something else than before.

        The game is asked only where something has changed.
        """
        pick, before, position = Pick(), self.pick, sight[0]
        same = self._key != () and self._key[1][0] == position
        if self.at is not None and not self.dragging:
            key = (self.at, sight)
            if key != self._key:
                self._key = key
                self._found = picker.pick(position, looking.ray(self.at), sight[-1])
            pick = self._found
        self.pick = pick
        if not self.dragging:
            self.opened = pick.opened
        if pick != before or not same:
            self.instead = None
        return pick != before

    @property
    def target(self) -> str | None:
        """The target that the pointer chooses: what it is on, or what a letter made of that."""
        return self.instead or self.pick.target

    def take_hold(self) -> None:
        """Begin a drag."""
        self.dragging, self.pick = True, Pick()

    def leave_to_keys(self, place: Vector | None) -> None:
        """Keys have chosen the target that stands at a place (3,), None for no one place."""
        self.by_keys, self._left_at, self.place = True, self.at, place
        self.resting = False

    def note_key(self) -> None:
        """A key was pressed."""
        self.keyed, self._keyed_at = True, self.at

    def rest(self) -> None:
        """Another position is shown: the pointer, where it is on the picture, has not chosen it."""
        self.resting, self._rests_at = self.at is not None and not self.by_keys, self.at

    def come_back(self, scale: float) -> None:
        """The pointer has moved: if it has done so really, keys do not choose any more."""
        self.resting &= self._is_near(self._rests_at, scale)
        if self.by_keys and self.at is not None:
            self.by_keys = self._is_near(self._left_at, scale)
        if self.keyed and self.at is not None:
            self.keyed = self._is_near(self._keyed_at, scale)

    def _is_near(self, place: Place | None, scale: float) -> bool:
        """Whether the pointer is where it was, but for what a hand trembles."""
        if self.at is None or place is None:
            return False
        return math.dist(place, self.at) <= SLACK * scale

    def anchor(self, looking: Looking) -> Vector:
        """The point (3,) under the pointer, or the one beside the target where it is on nothing."""
        if self.pick.point is not None:
            return np.asarray(self.pick.point)
        return on_target_plane(looking.orbit.camera, looking.ray(self.at))
