"""Boards drawn with a window's GL for files and previews, not for the window itself."""

from __future__ import annotations

from boche.viewer.camera.camera import Camera
from boche.viewer.export.images import Image
from boche.viewer.renderer.offscreen import Target
from boche.viewer.renderer.renderer import Renderer
from boche.viewer.renderer.style import Style
from boche.viewer.scene.model import Scene
from boche.viewer.window.canvas import Canvas


class Studio:
    """A renderer of boards in any size, one after another."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        canvas.desk.window.switch_to()
        self._renderer = Renderer(canvas.frame.context)
        self._target: Target | None = None
        self._made: tuple[tuple[int, int], int | None] = (0, 0), None

    def draw(
        self,
        scene: Scene,
        camera: Camera,
        style: Style,
        size: tuple[int, int],
        samples: int | None = None,
        shift: tuple[float, float] = (0.0, 0.0),
    ) -> Image:
        """Draw a picture in the form of ``viewer.export.images.Exporter.image``.

        ``size`` is (width, height) in pixels, ``samples`` as for ``Target``, ``shift`` as for
        ``Renderer``. Raises ``RenderError``.
        """
        self._canvas.desk.window.switch_to()
        if self._target is None or self._made != (size, samples):
            self._free()
            self._target = Target(self._canvas.frame.context, size, samples)
            self._made = size, samples
        self._renderer.draw(scene, camera, self._target.drawn, size, style, shift=shift)
        return self._target.read()

    def _free(self) -> None:
        target, self._target = self._target, None
        if target is not None:
            target.release()

    def release(self) -> None:
        """Free all GPU resources."""
        self._canvas.desk.window.switch_to()
        self._renderer.release()
        self._free()


def within(size: tuple[int, int], room: tuple[int, int]) -> tuple[int, int]:
    """Return the largest size of the same shape within ``room``, at most ``size`` itself."""
    part = min(1.0, room[0] / size[0], room[1] / size[1])
    return max(round(part * size[0]), 1), max(round(part * size[1]), 1)
