"""When the window wakes: one draw is scheduled for all that changed; at rest nothing is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from viewer.assistant.assistant import Assistant
from viewer.hud.widgets.pyglet_setup import clock
from viewer.window.canvas import Canvas
from viewer.window.desk import Desk

FRAME = 1 / 60  # seconds from frame to frame while something moves


class Ticking(Protocol):
    """A part that wants to be looked at once in a while."""

    def wakeup(self) -> float | None:
        """When ``tick`` is wanted next, None for never."""

    def tick(self) -> None: ...


class Scheduler:
    """Wakes the parts of one window when they want it, and draws where something changed."""

    def __init__(
        self, desk: Desk, canvas: Canvas, assistant: Assistant, others: Sequence[Ticking]
    ) -> None:
        self._desk, self._canvas = desk, canvas
        self._assistant, self._others = assistant, others

    def plan(self) -> None:
        """Schedule the next draw or tick, if there is to be one."""
        desk = self._desk
        if desk.closed:
            return
        wanted = [*(each.wakeup() for each in self._others), self._assistant.wakeup()]
        if not desk.window.hidden:  # else nothing is drawn, but the computer plays on
            wanted += [desk.controller.next_wakeup(), desk.hud.wakeup()]
            wanted += [0.0] if self._changed else []
        due = min((time for time in wanted if time is not None), default=None)
        clock.unschedule(self._tick)
        if due is not None:
            at = max(due, self._canvas.last + FRAME)
            clock.schedule_once(self._tick, max(at - desk.now, 0.0))

    def think(self) -> None:
        """Let the computer look at the table: it may play, or have something new to show."""
        if self._assistant.tick():
            self._desk.hud.dirty = True

    @property
    def _changed(self) -> bool:
        return self._desk.hud.dirty or self._desk.controller.wants_frame

    def _tick(self, dt: float) -> None:
        self._desk.with_care(self._on_tick)
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
