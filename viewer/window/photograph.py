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

    def wakeup(self) -> float | None:
        """Return when to continue, or None if there is nothing to do."""
        rest = self._canvas.frame.picture.rest
        if rest.done or not self._wanted or self._moving:
            return None
        return self._desk.now if rest.frames else self._canvas.last + CALM

    def tick(self) -> None:
        """Add some frames when it is due."""
        due = self.wakeup()
        if due is None or due > self._desk.now or self._desk.hud.dirty:
            return
        self._desk.window.switch_to()
        if self._desk.settings.photo == "auto" and not self._is_quick():
            return
        if self._canvas.frame.picture.rest.work(BUDGET):
            self._desk.hud.dirty = True

    @property
    def _wanted(self) -> bool:
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
