"""The photograph of the table at rest, computed a few frames at a time."""

from __future__ import annotations

import time
from typing import Any

from boche.viewer.renderer.errors import RenderError
from boche.viewer.renderer.exposure import ROUND
from boche.viewer.renderer.framebuffers import Resources
from boche.viewer.renderer.photo import Photographer, Subject

ENOUGH = 256  # frames; more make no visible difference
PLAIN = 64  # frames after which the plain picture no longer shows through
SHOWN = (*range(len(ROUND), PLAIN, len(ROUND)), PLAIN, 2 * PLAIN, ENOUGH)
"""The frame counts at which the picture is shown; each time the whole window is drawn."""


class AtRest:
    """The photograph of the table, as far as it is done; discarded once the table changes."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self._photographer: Photographer | None = None
        self._subject: Subject | None = None
        self._begun = False
        self._resources = Resources()
        self.texture: Any = None
        """The picture, or None while there is none to show."""
        self.failed = False
        """True if GL cannot do it; then it is not tried again."""

    @property
    def frames(self) -> int:
        """The number of frames in the current picture."""
        return self._photographer.frames if self._photographer and self._begun else 0

    @property
    def done(self) -> bool:
        """True if there is nothing more to do."""
        return self.failed or self._subject is None or self.frames >= ENOUGH

    @property
    def alpha(self) -> float:
        """The photograph's opacity over the plain picture, 0 to 1, so that it fades in."""
        return min(self.frames / PLAIN, 1.0)

    def see(self, subject: Subject) -> None:
        """Set the subject: the current table, at a size that the plain picture has too."""
        if subject != self._subject:
            self._subject, self._begun, self.texture = subject, False, None

    def work(self, seconds: float) -> bool:
        """Add frames for about that long, at least one; return whether there is a new picture."""
        assert self._subject is not None
        end, before = time.perf_counter() + seconds, self.frames
        try:
            while self.frames == before or (self.frames < ENOUGH and time.perf_counter() < end):
                self._add(self._subject)
                if self.frames in SHOWN:
                    self._develop(self._subject.size)
                    return True
        except RenderError:
            self.failed = True
            self.release()
        return False

    def release(self) -> None:
        """Free all GPU resources."""
        if self._photographer is not None:
            self._photographer.release()
        self._resources.free()
        self._photographer, self._begun, self.texture = None, False, None

    def _add(self, subject: Subject) -> None:
        if self._photographer is None:
            self._photographer = Photographer(self._context)
        if not self._begun:
            self._photographer.begin(subject)
            self._begun = True
        self._photographer.add()
        self._context.finish()  # else the driver queues all frames at once, then waits for them

    def _develop(self, size: tuple[int, int]) -> None:
        assert self._photographer is not None
        if not self._resources or self._resources[0].size != size:
            self._resources.free()
            texture = self._resources.hold(self._context.texture(size, 4))
            texture.repeat_x = texture.repeat_y = False
            self._resources.hold(self._context.framebuffer([texture]))
        self._photographer.develop(self._resources[1])
        self.texture = self._resources[0]
