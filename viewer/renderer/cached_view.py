"""The 3D table in a window: drawn when it changes, kept as a texture until then."""

from __future__ import annotations

from typing import Any

from boche.engine.errors import why_not
from boche.engine.languages.current import tr
from boche.viewer.camera.camera import Camera
from boche.viewer.renderer.errors import RenderError
from boche.viewer.renderer.framebuffers import Multisampled, Resources
from boche.viewer.renderer.renderer import Renderer
from boche.viewer.renderer.style import Style
from boche.viewer.scene.model import Scene

SAMPLES = {"high": 4, "medium": 2, "low": 0}


class Surface:
    """A texture to draw into, multisampled if GL supports it."""

    def __init__(self, context: Any, size: tuple[int, int], samples: int) -> None:
        """Allocate the texture. Raises ``RenderError`` if GL has no memory for it."""
        self.size = size
        self._context = context
        self._resources = Resources()
        self.texture = self._resources.hold(context.texture(size, 4))
        self.texture.repeat_x = self.texture.repeat_y = False
        count = min(samples, context.max_samples)
        try:
            if count < 2:
                self._make_plain()
                return
            plain = self._resources.hold(context.framebuffer([self.texture]))
            self.drawn = self._resources.hold(Multisampled(context, size, count, plain))
        except Exception:  # some drivers promise samples that they do not have
            self._resources.free(keep=1)
            self._make_plain()

    def simplify(self) -> bool:
        """Fall back to one sample per pixel; return False if that was all there is."""
        if not isinstance(self.drawn, Multisampled):
            return False
        self._resources.free(keep=1)
        self._make_plain()
        return True

    def _make_plain(self) -> None:
        try:
            depth = self._resources.hold(self._context.depth_renderbuffer(self.size))
            self.drawn = self._resources.hold(self._context.framebuffer([self.texture], depth))
        except Exception as error:
            self._resources.free()
            width, height = self.size
            raise RenderError(
                tr(
                    "not enough memory for a picture of {width}x{height}: {reason}",
                    width=width,
                    height=height,
                    reason=why_not(error),
                )
            ) from None

    def release(self) -> None:
        """Free everything."""
        self._resources.free()


class CachedView:
    """One view of the table: scene and camera to a texture, drawn again only if they change."""

    def __init__(
        self, context: Any, quality: str = "high", renderer: Renderer | None = None
    ) -> None:
        self._context = context
        self._renderer = renderer or Renderer(context)
        self._owns = renderer is None
        self._surface: Surface | None = None
        self._drawn: tuple[Any, ...] = ()
        self.quality = quality
        self.frames = 0
        """Number of times that the table was drawn; tests and measurements read it."""

    def update(self, scene: Scene, camera: Camera, size: tuple[int, int], style: Style) -> bool:
        """Bring the texture up to date; return False if it was. Raises ``RenderError``."""
        request = (scene, camera, size, style, self.quality)
        if self._drawn == request:
            return False
        surface = self._fitting(size)
        try:
            self._renderer.draw(scene, camera, surface.drawn, size, style)
        except RenderError:  # there may be no memory for several samples
            if not surface.simplify():
                raise
            self._renderer.draw(scene, camera, surface.drawn, size, style)
        self._drawn = request
        self.frames += 1
        return True

    def draw_again(self) -> None:
        """Draw the same once more, to measure how long that takes."""
        if self._surface is not None:
            scene, camera, size, style, _ = self._drawn
            self._renderer.draw(scene, camera, self._surface.drawn, size, style)

    @property
    def texture(self) -> Any:
        """The picture, or None before the first ``update``."""
        return self._surface.texture if self._surface else None

    def _fitting(self, size: tuple[int, int]) -> Surface:
        same = self._surface is not None and self._surface.size == size
        if self._surface is None or not same or self._drawn[4:] != (self.quality,):
            if self._surface is not None:
                self._surface.release()
                self._surface = None
            self._surface = Surface(self._context, size, SAMPLES.get(self.quality, 4))
        return self._surface

    def release(self) -> None:
        """Free everything."""
        if self._surface is not None:
            self._surface.release()
        if self._owns:
            self._renderer.release()
        self._surface, self._drawn = None, ()
