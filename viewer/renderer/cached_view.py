"""The 3D table in a window: drawn when it changes, kept as a texture until then."""

from __future__ import annotations

from typing import Any

from viewer.camera.camera import Camera
from viewer.renderer.errors import RenderError
from viewer.renderer.multisampled import Multisampled
from viewer.renderer.renderer import Renderer
from viewer.renderer.style import Style
from viewer.scene.model import Scene

SAMPLES = {"high": 4, "medium": 2, "low": 0}


class Surface:
    """A texture to draw into, multisampled where GL can do that."""

    def __init__(self, context: Any, size: tuple[int, int], samples: int) -> None:
        """Raises ``RenderError`` where GL has no memory for it."""
        self.size = size
        self._context = context
        self._held: list[Any] = []
        self._several: Multisampled | None = None
        self.texture = self._hold(context.texture(size, 4))
        self.texture.repeat_x = self.texture.repeat_y = False
        try:
            self._make(samples)
        except Exception:  # some drivers promise samples they do not have
            self._free(keep=1)
            self._several = None
            self._make_plain()

    def _make(self, samples: int) -> None:
        count = min(samples, self._context.max_samples)
        if count < 2:
            self._make_plain()
            return
        self._several = self._hold(Multisampled(self._context, self.size, count))
        self.drawn = self._several.framebuffer
        self.resolved = self._hold(self._context.framebuffer([self.texture]))

    def _make_plain(self) -> None:
        try:
            depth = self._hold(self._context.depth_renderbuffer(self.size))
            self.drawn = self.resolved = self._hold(
                self._context.framebuffer([self.texture], depth)
            )
        except Exception as error:
            self._free()
            line = " ".join(str(error).split())
            width, height = self.size
            raise RenderError(f"no memory for a picture of {width}x{height}: {line}") from None

    def finish(self) -> None:
        """Bring what was drawn into the texture."""
        if self._several is not None:
            self._several.resolve(self.resolved)

    def release(self) -> None:
        """Free everything."""
        self._free()

    def _hold(self, made: Any) -> Any:
        self._held.append(made)
        return made

    def _free(self, keep: int = 0) -> None:
        while len(self._held) > keep:
            self._held.pop().release()


class CachedView:
    """One view of the table: scene and camera to a texture, drawn again only if they changed."""

    def __init__(
        self, context: Any, quality: str = "high", renderer: Renderer | None = None
    ) -> None:
        self._context = context
        self._renderer = renderer or Renderer(context)
        self._owns = renderer is None
        self._surface: Surface | None = None
        self._shown: tuple[Any, ...] = ()
        self.quality = quality
        self.frames = 0
        """How often the table was drawn; tests and measurements read it."""

    def update(self, scene: Scene, camera: Camera, size: tuple[int, int], style: Style) -> bool:
        """Bring the texture up to date; False if it was. Raises ``RenderError``."""
        wanted = (scene, camera, size, style, self.quality)
        if self._shown == wanted:
            return False
        surface = self._fitting(size)
        self._renderer.draw(scene, camera, surface.drawn, size, style)
        surface.finish()
        self._shown = wanted
        self.frames += 1
        return True

    def draw_again(self) -> None:
        """Draw the same once more: for whoever wants to know how long that takes."""
        if self._surface is not None:
            scene, camera, size, style, _ = self._shown
            self._renderer.draw(scene, camera, self._surface.drawn, size, style)
            self._surface.finish()

    @property
    def texture(self) -> Any:
        """The picture; None before the first ``update``."""
        return self._surface.texture if self._surface else None

    def _fitting(self, size: tuple[int, int]) -> Surface:
        same = self._surface is not None and self._surface.size == size
        if self._surface is None or not same or self._shown[4:] != (self.quality,):
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
        self._surface, self._shown = None, ()
