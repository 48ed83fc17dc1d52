"""Scenes to files of pictures, without a window."""

from __future__ import annotations

import io
from collections.abc import Iterable
from types import TracebackType
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from engine.errors import BocheError
from viewer.camera.camera import Camera, frame
from viewer.renderer.errors import RenderError
from viewer.renderer.style import Style
from viewer.scene.model import Scene

if TYPE_CHECKING:
    from viewer.renderer.photo import Photographer

Image = npt.NDArray[np.uint8]


class ViewerError(BocheError):
    """No picture: one line that says what is wrong, where, and what to do."""


class Exporter:
    """Draws any number of pictures with one GL context; a context manager.

    All methods raise ``ViewerError``: no GL, a size or number of samples that GL cannot have,
    an unknown palette.
    """

    def __init__(self, size: tuple[int, int] = (1920, 1080), samples: int | None = None) -> None:
        """``size`` is (width, height) in pixels; ``samples`` per pixel, 0 or 1 for none.

        Without a number there are 4, or as many as GL has.
        """
        from viewer.renderer.offscreen import Target, create_context
        from viewer.renderer.renderer import Renderer

        if min(size) < 1:
            raise ViewerError(
                f"picture size {size[0]}x{size[1]}: both sides must be at least 1 pixel"
            )
        self.size = size
        self._photographer: Photographer | None = None
        try:
            self._context = create_context()
            try:
                self._target = Target(self._context, size, samples)
                self._renderer = Renderer(self._context)
            except BaseException:
                self._context.release()
                raise
        except RenderError as error:
            raise ViewerError(str(error)) from None

    def __enter__(self) -> Exporter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Free everything."""
        for held in (self._photographer, self._renderer, self._target, self._context):
            if held is not None:
                held.release()

    def image(self, scene: Scene, camera: Camera, style: Style | None = None) -> Image:
        """The picture as it comes from GL: (height, width, 4), first row at the bottom,
        premultiplied by alpha."""
        try:
            self._renderer.draw(scene, camera, self._target.drawn, self.size, style)
            return self._target.read()
        except RenderError as error:
            raise ViewerError(str(error)) from None

    def photograph(
        self,
        scene: Scene,
        camera: Camera,
        style: Style | None = None,
        *,
        frames: Iterable[object],
        lens: float = 0.0,
    ) -> Image:
        """The same as a photograph: a frame is added for each of ``frames``, which may tell how
        far it is. ``lens`` is the lens's radius in world units, 0 for all of it sharp."""
        from viewer.renderer.photo import Photographer, Subject

        try:
            if self._photographer is None:
                self._photographer = Photographer(self._context)
            self._photographer.begin(Subject(scene, camera, self.size, style or Style(), lens))
            for _ in frames:
                self._photographer.add()
            self._photographer.develop(self._target.drawn)
            return self._target.read()
        except RenderError as error:
            raise ViewerError(str(error)) from None

    def picture(
        self, scene: Scene, camera: Camera, style: Style | None = None, kind: str = "PNG"
    ) -> bytes:
        """The picture as a file of a ``kind``: RGB, or RGBA with ``style.transparent``."""
        style = style or Style()
        return encode_picture(self.image(scene, camera, style), style.transparent, kind)


def render_png(
    scene: Scene,
    camera: Camera,
    size: tuple[int, int] = (1920, 1080),
    samples: int | None = None,
    style: Style | None = None,
) -> bytes:
    """One picture as a PNG file. For several, keep an ``Exporter``. Raises ``ViewerError``."""
    with Exporter(size, samples) as exporter:
        return exporter.picture(scene, camera, style)


def framed(scene: Scene, camera: Camera, size: tuple[int, int]) -> Camera:
    """The camera moved so that the whole scene fits a picture of ``size``."""
    return frame(camera, scene.bounds, size[0] / max(size[1], 1)) if len(scene.bounds) else camera


QUALITY = {
    "PNG": {"compress_level": 1},  # quickly rather than tightly: a third of the default's time
    "JPEG": {"quality": 92, "subsampling": 0},
    "WEBP": {"quality": 92},
}


def encode_picture(image: Image, alpha: bool, kind: str = "PNG") -> bytes:
    """A file of an image as ``Exporter.image`` gives it; without ``alpha`` the alpha is left.

    ``kind`` is one of ``viewer.export.formats.KINDS``.
    """
    from PIL import Image as Pillow

    pixels = _straight(image) if alpha else image[..., :3]
    packed = io.BytesIO()
    rows = np.ascontiguousarray(pixels[::-1])
    Pillow.fromarray(rows).save(packed, kind, **QUALITY[kind])
    return packed.getvalue()


def _straight(image: Image) -> Image:
    """Premultiplied colours to the straight ones that PNG has."""
    alpha = image[..., 3:].astype(np.float32)
    colour = image[..., :3] * np.divide(255.0, alpha, out=np.zeros_like(alpha), where=alpha > 0)
    return np.concatenate(
        [np.minimum(colour + 0.5, 255.0).astype(np.uint8), image[..., 3:]], axis=2
    )
