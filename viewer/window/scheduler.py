"""The window's wake-ups: one draw is scheduled for all changes, and none at rest."""

from __future__ import annotations

from boche.viewer.assistant.assistant import Assistant
from boche.viewer.hud.widgets.pyglet_setup import clock
from boche.viewer.window.canvas import Canvas
from boche.viewer.window.desk import Desk

FRAME = 1 / 60  # seconds between frames while something moves


class Scheduler:
    """The scheduler of one window: it calls the parts when due, and draws after changes."""

    def __init__(self, desk: Desk, canvas: Canvas, assistant: Assistant) -> None:
        self._desk, self._canvas, self._assistant = desk, canvas, assistant

    def plan(self) -> None:
        """Schedule the next draw or call, if any."""
        desk = self._desk
        if desk.closed:
            return
        times = [desk.schedule.due, self._assistant.wakeup()]
        if not desk.window.hidden:  # a hidden window is not drawn, but the computer plays on
            times += [desk.controller.next_wakeup(), desk.hud.wakeup()]
            times += [0.0] if self._changed else []
        due = min((time for time in times if time is not None), default=None)
        clock.unschedule(self._tick)
        if due is not None:
            at = max(due, self._canvas.last + FRAME)
            clock.schedule_once(self._tick, max(at - desk.now, 0.0))

    def react(self) -> None:
        """Let the computer and the watching parts react to what has happened at the table."""
        desk = self._desk
        if desk.closed:
            return
        with desk.care():
            if self._assistant.tick():  # it may move, or have something new to show
                desk.hud.dirty = True
        for look in desk.schedule.watchers:
            with desk.care():
                look()

    @property
    def _changed(self) -> bool:
        return self._desk.hud.dirty or self._desk.controller.wants_frame

    def _tick(self, dt: float) -> None:
        desk = self._desk
        with desk.care():
            desk.controller.tick(desk.now)
            desk.hud.tick(desk.now)
        for call in desk.schedule.take(desk.now):
            with desk.care():
                call()
        self.react()
        if self._changed and not desk.closed and not desk.window.hidden:
            self._draw()
        self.plan()

    def _draw(self) -> None:
        """Draw the window; a dialog or the help is closed if it cannot be drawn.

        If it is anything else, the next try waits for a change, so that no error comes every frame.
        """
        desk, drawn = self._desk, False
        with desk.care():
            self._canvas.draw()
            self._canvas.note_told()
            drawn = True
        if drawn:
            return
        was_open, desk.hud.dirty = desk.hud.modal, False
        if was_open:
            with desk.care():
                desk.hud.close()
