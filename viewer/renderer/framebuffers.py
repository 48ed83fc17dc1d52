"""What framebuffers hold on the card, and those with several samples a pixel."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.errors import why_not
from viewer.camera.outline import SIDES, Points
from viewer.renderer.errors import RenderError
from viewer.renderer.programs import Programs

STEP = 16  # pixels: the parts of a picture that get several samples begin and end at multiples


class Held(list[Any]):
    """What somebody has made on the card and answers for, in the order in which it was made."""

    def hold(self, made: Any) -> Any:
        """Keep what was just made, and return it."""
        self.append(made)
        return made

    def free(self, keep: int = 0) -> None:
        """Free it, the last first, but for the first ``keep``."""
        while len(self) > keep:
            self.pop().release()


class Multisampled:
    """Several samples a pixel for a part of a picture, whose means then go over a plain one.

    The means are a program's of our own. Mesa's software renderer compiles what it copies such
    framebuffers by in every process anew, which takes longer than to draw a picture; programs it
    keeps on disk. To make room for samples takes long too: so there is no more than was needed.
    """

    def __init__(self, context: Any, size: tuple[int, int], samples: int, resolved: Any) -> None:
        """``size`` is (width, height), ``samples`` from 2 on, ``resolved`` a framebuffer as large,
        for the pictures; it is not owned. Raises what moderngl raises where GL has no such samples.
        """
        self.size, self.resolved = size, resolved
        self._context, self._samples = context, samples
        self._programs = Programs(context, f"SAMPLES {samples}")
        self._held = Held()
        self._room, self._viewport, self._corner = (0, 0), (0, 0, *size), (0, 0)
        self._corners: Points = np.zeros((SIDES, 2))
        try:
            self._make((STEP, STEP))  # some drivers promise samples they do not have
            self._program = self._programs.get("outline", "resolve")
            self._inside = context.vertex_array(self._program, [])
        except Exception:
            self._free()
            self._programs.release()
            raise

    def begin(self, viewport: tuple[int, int, int, int], corners: Points) -> tuple[int, int] | None:
        """Make room for what lies within ``corners``, from ``viewer.camera.outline``.

        ``viewport`` says where in pixels clip space lies. Returns the pixel of the picture that is
        the lower left one of ``framebuffer``; None where nothing of it is in the picture. Raises
        ``RenderError`` where GL has no memory for it.
        """
        places = viewport[:2] + (corners + 1.0) / 2.0 * viewport[2:]
        low = np.floor(np.clip(places.min(axis=0), 0, self.size) / STEP).astype(int) * STEP
        end = np.ceil(np.clip(places.max(axis=0), 0, self.size) / STEP).astype(int) * STEP
        wide, high = (int(each) for each in np.minimum(end, self.size) - low)
        if wide <= 0 or high <= 0:
            return None
        self._fit(wide, high)
        self._viewport, self._corners = viewport, corners
        self._corner = int(low[0]), int(low[1])
        return self._corner

    def resolve(self) -> None:
        """Lay each pixel's mean, premultiplied by alpha, over the plain picture."""
        self.resolved.use()
        self.resolved.viewport = self._viewport
        self._context.enable_only(self._context.BLEND)
        self._context.blend_func = self._context.ONE, self._context.ONE_MINUS_SRC_ALPHA
        self._program["corners"].write(self._corners.astype("<f4").tobytes())
        self._program["corner"].value = self._corner
        self._colour.use(0)
        self._inside.render(self._context.TRIANGLE_FAN, vertices=SIDES)

    def release(self) -> None:
        """Free everything."""
        self._free()
        self._inside.release()
        self._programs.release()

    def _fit(self, wide: int, high: int) -> None:
        """Have room for so many pixels, and not for twice as many."""
        now = self._room
        if now[0] >= wide and now[1] >= high and now[0] * now[1] <= 2 * wide * high:
            return
        # A board that turns gets wider and higher by turns.
        both = max(wide, now[0]), max(high, now[1])
        self._free()
        try:
            self._make(both if both[0] * both[1] <= 2 * wide * high else (wide, high))
        except Exception as error:
            raise RenderError(
                f"{self._samples} samples for {wide}x{high} pixels: "
                f"GL has no memory ({why_not(error)})"
            ) from None

    def _make(self, room: tuple[int, int]) -> None:
        try:
            self._colour = self._held.hold(self._context.texture(room, 4, samples=self._samples))
            depth = self._held.hold(self._context.depth_renderbuffer(room, samples=self._samples))
            self.framebuffer = self._held.hold(self._context.framebuffer([self._colour], depth))
        except Exception:
            self._free()
            raise
        self._room = room

    def _free(self) -> None:
        self._room = (0, 0)
        self._held.free()
