"""GL resources of framebuffers, and framebuffers with several samples per pixel."""

from __future__ import annotations

from typing import Any

import numpy as np

from boche.engine.errors import why_not
from boche.engine.languages.current import tr
from boche.viewer.camera.outline import SIDES, Points
from boche.viewer.renderer.errors import RenderError
from boche.viewer.renderer.programs import Programs

STEP = 16  # pixels: the multisampled parts of a picture begin and end at multiples


class Resources(list[Any]):
    """GL objects with one owner, in the order in which they were made."""

    def hold(self, resource: Any) -> Any:
        """Keep what was just made, and return it."""
        self.append(resource)
        return resource

    def free(self, keep: int = 0) -> None:
        """Free all but the first ``keep``, the last first."""
        while len(self) > keep:
            self.pop().release()


class Multisampled:
    """Several samples per pixel for a part of a picture, averaged and drawn over a plain one.

    The averaging uses our own shader program. Mesa's software renderer compiles the code that blits
    such framebuffers anew in every process, which takes longer than drawing a picture; it caches
    programs on disk. Allocating samples is slow too, so no more are allocated than needed.
    """

    def __init__(self, context: Any, size: tuple[int, int], samples: int, resolved: Any) -> None:
        """Allocate the samples.

        ``size`` is (width, height), ``samples`` is at least 2, ``resolved`` a framebuffer of the
        same size for the pictures; it is not owned. Raises what moderngl raises if GL has no such
        samples.
        """
        self.size, self.resolved = size, resolved
        self._context, self._samples = context, samples
        self._programs = Programs(context, f"SAMPLES {samples}")
        self._resources = Resources()
        self._room, self._viewport, self._corner = (0, 0), (0, 0, *size), (0, 0)
        self._corners: Points = np.zeros((SIDES, 2))
        try:
            self._make((STEP, STEP))  # some drivers promise samples that they do not have
            self._program = self._programs.get("outline", "resolve")
            self._inside = context.vertex_array(self._program, [])
        except Exception:
            self._free()
            self._programs.release()
            raise

    def begin(self, viewport: tuple[int, int, int, int], corners: Points) -> tuple[int, int] | None:
        """Make room for the area within ``corners``, from ``viewer.camera.outline``.

        ``viewport`` is the area of clip space in pixels. Returns the pixel of the picture that is
        the lower left one of ``framebuffer``, or None if the area is outside the picture. Raises
        ``RenderError`` if GL has no memory for it.
        """
        places = viewport[:2] + (corners + 1.0) / 2.0 * viewport[2:]
        low = np.floor(np.clip(places.min(axis=0), 0, self.size) / STEP).astype(int) * STEP
        end = np.ceil(np.clip(places.max(axis=0), 0, self.size) / STEP).astype(int) * STEP
        wide, high = (int(side) for side in np.minimum(end, self.size) - low)
        if wide <= 0 or high <= 0:
            return None
        self._fit(wide, high)
        self._viewport, self._corners = viewport, corners
        self._corner = int(low[0]), int(low[1])
        return self._corner

    def resolve(self) -> None:
        """Blend each pixel's mean, premultiplied by alpha, over the plain picture."""
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
        """Allocate room for this many pixels, and for less than twice as many."""
        room = self._room
        if room[0] >= wide and room[1] >= high and room[0] * room[1] <= 2 * wide * high:
            return
        # A turning board gets wider and higher in alternation.
        both = max(wide, room[0]), max(high, room[1])
        self._free()
        try:
            self._make(both if both[0] * both[1] <= 2 * wide * high else (wide, high))
        except Exception as error:
            raise RenderError(
                tr(
                    "{samples} samples for {wide}x{high} pixels: GL is out of memory ({reason})",
                    samples=self._samples,
                    wide=wide,
                    high=high,
                    reason=why_not(error),
                )
            ) from None

    def _make(self, room: tuple[int, int]) -> None:
        try:
            self._colour = self._resources.hold(
                self._context.texture(room, 4, samples=self._samples)
            )
            depth = self._resources.hold(
                self._context.depth_renderbuffer(room, samples=self._samples)
            )
            self.framebuffer = self._resources.hold(
                self._context.framebuffer([self._colour], depth)
            )
        except Exception:
            self._free()
            raise
        self._room = room

    def _free(self) -> None:
        self._room = (0, 0)
        self._resources.free()
