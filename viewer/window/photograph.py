"""The table's photograph while nothing moves; the first input ends it."""

from __future__ import annotations

import time

from boche.viewer.window.canvas import Canvas
from boche.viewer.window.desk import Desk

CALM = 0.4  # seconds without a change before it begins
BUDGET = 0.012  # seconds of frames at a time, so that input is handled at once
QUICK = 0.03  # seconds that a frame may take, unless the user always wants the photograph
SOFTWARE = ("llvmpipe", "softpipe", "swiftshader", "software", "basic render")
"""Names of software renderers.

Without a graphics card the photograph would slow down the computer player and everything else.
"""


class Refining:
    """The photographer of one window's table, which works between events."""

    def __init__(self, desk: Desk, canvas: Canvas) -> None:
        self._desk, self._canvas = desk, canvas
        self._quick: dict[tuple[int, int], bool] = {}  # by size: whether a frame is quick
        name = str(canvas.frame.context.info["GL_RENDERER"]).lower()
        self._software = any(each in name for each in SOFTWARE)
        canvas.drawn = self._go_on

    def _go_on(self) -> None:
        """Continue at once, or begin when nothing has changed for a while."""
        rest = self._canvas.frame.picture.rest
        if not rest.done and self._is_wanted:
            due = self._desk.now if rest.frames else self._canvas.last + CALM
            self._desk.schedule.at(due, self._refine)

    def _refine(self) -> None:
        """Add some frames, unless the table moves: the next frame of the window then calls back."""
        desk, rest = self._desk, self._canvas.frame.picture.rest
        if desk.hud.dirty or rest.done or not self._is_wanted:
            return
        if self._moving:
            desk.schedule.at(desk.now + CALM, self._refine)
            return
        desk.window.switch_to()
        if desk.settings.photo == "auto" and not self._is_quick():
            return
        if rest.work(BUDGET):
            desk.hud.dirty = True
        self._go_on()

    @property
    def _is_wanted(self) -> bool:
        desk, settings = self._desk, self._desk.settings
        if desk.closed or desk.window.hidden or settings.quality == "low":
            return False
        if settings.photo != "auto":
            return settings.photo == "always"
        return not self._software and self._quick.get(self._canvas.frame.picture.size, True)

    @property
    def _moving(self) -> bool:
        controller = self._desk.controller
        due = controller.next_wakeup()
        soon = due is not None and due < self._desk.now + CALM
        return controller.wants_frame or soon

    def _is_quick(self) -> bool:
        """Return whether a frame is quick at the window's size; measured once per size."""
        picture = self._canvas.frame.picture
        if picture.size not in self._quick:
            begun = time.perf_counter()
            picture.draw_again()
            self._quick[picture.size] = time.perf_counter() - begun <= QUICK
        return self._quick[picture.size]
