"""The mouse at a table: clicks, drags and the wheel, with places as in ``viewer.table.input``.

The table's clock stands at the time of the event already.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from viewer.camera import controls as orbit
from viewer.camera.camera import Vector
from viewer.table import keys, making
from viewer.table.pointing.looking import Place
from viewer.table.state import Table

DRAG = 4.0  # pixels at scale 1 that a pointer may move in a click
GESTURE = 0.25  # seconds after which a turn of the wheel begins anew


@dataclass
class Press:
    """A button that is down: where it went down and on what, where the pointer was last."""

    button: str
    start: Place
    last: Place
    pans: bool
    anchor: Vector


@dataclass(frozen=True)
class Wheel:
    """A movement of the wheel: when it last turned, what it does, the part of a notch left over."""

    last: float = -math.inf
    action: str = "zoom"
    rest: float = 0.0


class Mouse:
    """What one mouse means at one table; ``place`` does what a click on an open cell asks for."""

    def __init__(self, table: Table, place: Callable[[], object]) -> None:
        self._table = table
        self._place = place
        self._press: Press | None = None
        self._wheel = Wheel()

    def leave(self) -> None:
        """The pointer leaves the picture; a drag goes on."""
        if self._press is None:
            self._table.point(None)
        else:
            self._table.pointing.at = None

    def press(self, button: str, at: Place, modifiers: Iterable[str]) -> None:
        """A button goes down. A second one before the first comes up counts for nothing."""
        if self._press is not None:
            return
        table = self._table
        table.looking.orbit.stop()
        table.point(at)
        pans = button == "middle" or "shift" in set(modifiers)
        self._press = Press(button, at, at, pans, table.pointing.anchor(table.looking))

    def move(self, at: Place) -> None:
        """The pointer moves, with a button down or without one."""
        table, press = self._table, self._press
        if press is None:
            table.point(at)
            return
        pointing = table.pointing
        pointing.at = at
        if not pointing.dragging and math.dist(press.start, at) > DRAG * table.looking.scale:
            pointing.take_hold()
        if pointing.dragging:
            self._drag(press, at)

    def _drag(self, press: Press, at: Place) -> None:
        table, camera, old = self._table, self._table.looking.orbit, press.last
        press.last = at
        viewport, settings = table.looking.viewport, table.settings
        if press.pans:
            camera.pan(old, at, viewport, press.anchor)
            return
        per_pixel = orbit.TURN * settings.mouse_sensitivity / max(viewport[1], 1)
        right = (at[0] - old[0]) * per_pixel * (-1 if settings.invert_x else 1)
        up = (at[1] - old[1]) * per_pixel * (-1 if settings.invert_y else 1)
        camera.turn(right, up, table.now)

    def release(self, button: str, at: Place) -> None:
        """A button comes up: the end of a drag, or a click."""
        self.move(at)
        table, press = self._table, self._press
        if press is None or press.button != button:
            return
        self._press = None
        if table.pointing.dragging:
            self._end_drag(press, at)
            return
        if at != press.start:
            table.point(at)
        table.settle()
        if button == "left":
            self._click()
        elif button == "right" and making.over_choice(table):
            making.turn_choice(table, 1)

    def _end_drag(self, press: Press, at: Place) -> None:
        table = self._table
        table.pointing.dragging = False
        coasts = not press.pans and table.lasting(1.0) > 0.0
        table.looking.orbit.release(table.now, coasts)
        table.point(at)

    def _click(self) -> None:
        table = self._table
        if table.writing.question is not None:
            return
        target = table.pointing.target
        if target is None and table.pointing.by_keys and making.chooses_among_few(table):
            target = table.selection.target  # the wheel has chosen it
        if table.timeline.playing:
            table.timeline.playing = False
        elif target is not None:
            table.selection.choose(target)
            table.used = keys.BOARD
            self._place()
        elif table.pointing.pick.reason:
            over = table.session.outcome is not None
            table.say(table.pointing.pick.reason, tone="over" if over else "refused")

    def turn_wheel(self, dy: float, at: Place, modifiers: Iterable[str]) -> None:
        """The wheel turns by ``dy`` notches, more than 0 away from the user.

        Parts of a notch, as touchpads give them, add up; a movement goes on with what it began.
        """
        table, wheel = self._table, self._wheel
        table.point(at)
        if "ctrl" in set(modifiers):
            wheel = Wheel()
        elif table.now - wheel.last > GESTURE:
            there = making.over_choice(table) or making.chooses_among_few(table)
            turns = table.settings.wheel == "rotate" and there
            wheel = Wheel(action="turn" if turns else "zoom")
        rest = wheel.rest
        if wheel.action == "zoom":
            anchor = table.pointing.anchor(table.looking)
            table.looking.orbit.zoom(orbit.ZOOM ** -min(max(dy, -10.0), 10.0), anchor)
        else:
            rest += min(max(dy, -1.0), 1.0)
            if int(rest):
                making.turn_choice(table, int(rest))
            rest -= int(rest)
        self._wheel = Wheel(table.now, wheel.action, rest)

    def let_go(self) -> None:
        """Forget a button that is down, and a drag."""
        self._press, self._table.pointing.dragging = None, False
