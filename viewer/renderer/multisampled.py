"""Framebuffers with several samples a pixel."""

from __future__ import annotations

from typing import Any

from viewer.renderer.programs import Programs


class Multisampled:
    """A framebuffer with several samples a pixel, of which ``resolve`` makes a plain picture.

    That is a program of our own. Mesa's software renderer compiles what it copies such framebuffers
    by in every process anew, which takes longer than to draw a picture; programs it keeps on disk.
    """

    def __init__(self, context: Any, size: tuple[int, int], samples: int) -> None:
        """``size`` is (width, height), ``samples`` from 2 on. Raises what moderngl raises where GL
        cannot have it so."""
        self.size = size
        self._context = context
        self._programs = Programs(context, f"SAMPLES {samples}")
        self._held: list[Any] = []
        try:
            self._colour = self._hold(context.texture(size, 4, samples=samples))
            depth = self._hold(context.depth_renderbuffer(size, samples=samples))
            self.framebuffer = self._hold(context.framebuffer([self._colour], depth))
            self._whole = self._hold(
                context.vertex_array(self._programs.get("whole", "resolve"), [])
            )
        except Exception:
            self.release()
            raise

    def resolve(self, target: Any) -> None:
        """Write each pixel's mean into the framebuffer ``target``, which is as large."""
        target.use()
        target.viewport = (0, 0, *self.size)
        self._context.enable_only(self._context.NOTHING)
        self._colour.use(0)
        self._whole.render(self._context.TRIANGLE_STRIP, vertices=4)

    def release(self) -> None:
        """Free everything."""
        while self._held:
            self._held.pop().release()
        self._programs.release()

    def _hold(self, made: Any) -> Any:
        self._held.append(made)
        return made
