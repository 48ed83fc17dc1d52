"""The window's wake-ups: one draw is scheduled for all changes, and none at rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from boche.viewer.assistant.assistant import Assistant
from boche.viewer.hud.widgets.pyglet_setup import clock
from boche.viewer.window.canvas import Canvas
from boche.viewer.window.desk import Desk

FRAME = 1 / 60  # seconds between frames while something moves


class Ticking(Protocol):
    """A part that needs a call once in a while."""

    def wakeup(self) -> float | None:
        """Return when ``tick`` is due, or None for never."""

    def tick(self) -> None: ...


class Scheduler:
    """The scheduler of one window: it calls the parts when due, and draws after changes."""

    def __init__(
        self, desk: Desk, canvas: Canvas, assistant: Assistant, others: Sequence[Ticking]
    ) -> None:
        self._desk, self._canvas = desk, canvas
        self._assistant, self._others = assistant, others

    def plan(self) -> None:
        """Schedule the next draw or tick, if any."""
        desk = self._desk
        if desk.closed:
            return
        wanted = [*(each.wakeup() for each in self._others), self._assistant.wakeup()]
        if not desk.window.hidden:  # a hidden window is not drawn, but the computer plays on
            wanted += [desk.controller.next_wakeup(), desk.hud.wakeup()]
            wanted += [0.0] if self._changed else []
        due = min((time for time in wanted if time is not None), default=None)
        clock.unschedule(self._tick)
        if due is not None:
            at = max(due, self._canvas.last + FRAME)
            clock.schedule_once(self._tick, max(at - desk.now, 0.0))

    def think(self) -> None:
        """Let the computer check the table; it may move, or have something new to show."""
        if self._assistant.tick():
            self._desk.hud.dirty = True

    @property
    def _changed(self) -> bool:
        return self._desk.hud.dirty or self._desk.controller.wants_frame

    def _tick(self, dt: float) -> None:
        with self._desk.care():
            self._on_tick()
        self.plan()

    def _on_tick(self) -> None:
        desk = self._desk
        desk.controller.tick(desk.now)
        desk.hud.tick(desk.now)
        for each in self._others:
            each.tick()
        self.think()
        if self._changed and not desk.window.hidden:
            self._canvas.draw()
            self._canvas.note_told()
