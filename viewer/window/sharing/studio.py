"""Boards drawn with a window's GL for files and previews, not for the window itself."""

from __future__ import annotations

from collections.abc import Iterator

from boche.viewer.camera.camera import Camera
from boche.viewer.export.images import Image
from boche.viewer.renderer.offscreen import Target
from boche.viewer.renderer.photo import Photographer, Subject
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
        self._photographer: Photographer | None = None
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
        rows: tuple[int, int] | None = None,
    ) -> Image:
        """Draw a picture in the form of ``viewer.export.images.Exporter.image``.

        ``size`` is (width, height) in pixels, ``samples`` as for ``Target``, ``shift`` as for
        ``Renderer``; of ``rows``, counted from below, only those from the first to before the last
        are drawn. Raises ``RenderError``.
        """
        first, last = rows or (0, size[1])
        target = self._ready((size[0], last - first), samples)
        self._renderer.draw(scene, camera, target.drawn, size, style,
                            origin=(0, first), shift=shift)  # fmt: skip
        return target.read()

    def photograph(self, subject: Subject, frames: int) -> Iterator[Image | None]:
        """Yield None after each frame of a photograph, then the picture as ``draw`` has it."""
        self._canvas.desk.window.switch_to()
        if self._photographer is None:
            self._photographer = Photographer(self._canvas.frame.context)
        self._photographer.begin(subject)
        for _ in range(frames):
            self._canvas.desk.window.switch_to()
            self._photographer.add()
            yield None
        target = self._ready(subject.part[2:] if subject.part else subject.size, 0)
        self._photographer.develop(target.resolved)
        yield target.read()

    def _ready(self, size: tuple[int, int], samples: int | None) -> Target:
        """Return what is drawn into. Raises ``RenderError``."""
        self._canvas.desk.window.switch_to()
        if self._target is None or self._made != (size, samples):
            self._free()
            self._target = Target(self._canvas.frame.context, size, samples)
            self._made = size, samples
        return self._target

    def _free(self) -> None:
        target, self._target = self._target, None
        if target is not None:
            target.release()

    def release(self) -> None:
        """Free all GPU resources."""
        self._canvas.desk.window.switch_to()
        self._renderer.release()
        if self._photographer is not None:
            self._photographer.release()
        self._free()


def within(size: tuple[int, int], room: tuple[int, int]) -> tuple[int, int]:
    """Return the largest size of the same shape within ``room``, at most ``size`` itself."""
    part = min(1.0, room[0] / size[0], room[1] / size[1])
    return max(round(part * size[0]), 1), max(round(part * size[1]), 1)


def two_smaller(size: tuple[int, int], side: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return two sizes of the same shape with even sides, the larger one at most ``side`` high.

    What is measured with them tells what pixels cost, and what each picture costs besides.
    """
    small, large = (within(size, (size[0], part)) for part in (side // 2, side))
    return _even(small), _even(large)


def _even(size: tuple[int, int]) -> tuple[int, int]:
    return max(size[0] // 2, 1) * 2, max(size[1] // 2, 1) * 2
