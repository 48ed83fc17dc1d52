"""Scenes to picture files, without a window."""

from __future__ import annotations

import io
import math
import struct
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.viewer.camera.camera import Camera, frame
from boche.viewer.renderer.errors import RenderError
from boche.viewer.renderer.exposure import spread
from boche.viewer.renderer.style import Style
from boche.viewer.scene.model import Scene

if TYPE_CHECKING:
    from boche.viewer.renderer.photo import Photographer

Image = npt.NDArray[np.uint8]
Part = tuple[int, int, int, int]
"""Left, bottom, width and height in pixels."""

LARGEST_PART = (4096, 4096)
"""Half a gigabyte at 4 samples."""


class ViewerError(BocheError):
    """A failure to draw; the message is one line with the problem, its place and a remedy."""


@dataclass(frozen=True)
class Photo:
    """Settings of a photograph: the number of frames, and the radius of the lens.

    ``lens`` is in world units, 0 to have everything sharp; ``tick`` is called after each frame of
    each part of the picture.
    """

    frames: int
    lens: float = 0.0
    tick: Callable[[], object] = lambda: None


class Exporter:
    """Renderer for any number of pictures with one GL context; a context manager.

    A picture too large for the card's memory is drawn in parts. All methods raise
    ``ViewerError``: no GL, a size or number of samples that GL does not support, an unknown
    palette, use in another thread than it was made in. Other exporters may draw in between.
    """

    def __init__(
        self,
        size: tuple[int, int] = (1920, 1080),
        samples: int | None = None,
        *,
        part: tuple[int, int] = LARGEST_PART,
    ) -> None:
        """Create the context; ``size`` is (width, height) in pixels.

        ``samples`` are per pixel, 0 or 1 for none. By default there are 4, or as many as GL has;
        for more than it has each picture is the mean of several. ``part`` is the largest size
        drawn at once.
        """
        from boche.viewer.renderer.offscreen import Target, check_size, create_context, sampling
        from boche.viewer.renderer.renderer import Renderer

        if min(size) < 1:
            raise ViewerError(
                tr(
                    "picture size {size}x{size2}: both sides must be at least 1 pixel",
                    size=size[0],
                    size2=size[1],
                )
            )
        self.size = size
        self._part = (min(size[0], part[0]), min(size[1], part[1]))
        self._photographer: Photographer | None = None
        self._thread = threading.get_ident()
        try:
            self._context = create_context()
            try:
                check_size(self._context, size)
                own, self._turns = sampling(self._context, samples)
                self._target = Target(self._context, self._part, own)
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
        self._make_current()
        for held in (self._photographer, self._renderer, self._target, self._context):
            if held is not None:
                held.release()

    def _make_current(self) -> None:
        """Make the context current: GL's calls go to whichever is, so to that of another exporter.

        Raises ``ViewerError`` in another thread, where the driver would crash.
        """
        if threading.get_ident() != self._thread:
            raise ViewerError(
                "pictures are drawn in the thread that began with them; make one for each thread"
            )
        self._context.__enter__()  # leaving would make none current, not the one before

    @property
    def parts(self) -> int:
        """The number of parts in which a picture is drawn."""
        return math.prod(-(-side // part) for side, part in zip(self.size, self._part, strict=True))

    def image(
        self,
        scene: Scene,
        camera: Camera,
        style: Style | None = None,
        photo: Photo | None = None,
        *,
        shift: tuple[float, float] = (0.0, 0.0),
    ) -> Image:
        """Return the picture as it comes from GL: (height, width, 4), bottom row first.

        It is premultiplied by alpha. With ``photo`` it is a photograph; else ``shift`` moves it by
        pixels to the right and upwards.
        """
        self._make_current()
        strips = list(self._strips(scene, camera, style or Style(), photo, shift))
        return strips[0] if len(strips) == 1 else np.concatenate(strips[::-1])

    def picture(
        self,
        scene: Scene,
        camera: Camera,
        style: Style | None = None,
        kind: str = "PNG",
        photo: Photo | None = None,
    ) -> bytes:
        """Return the picture as a file of a ``kind``: RGB, or RGBA with ``style.transparent``.

        A large PNG is never in memory as a whole, only its file is.
        """
        style = style or Style()
        if kind == "PNG":
            self._make_current()
            strips = self._strips(scene, camera, style, photo)
            return png_of_strips(self.size, style.transparent, (
                _pixels(strip, style.transparent)[::-1] for strip in strips
            ))  # fmt: skip
        return encode_picture(self.image(scene, camera, style, photo), style.transparent, kind)

    def _strips(
        self,
        scene: Scene,
        camera: Camera,
        style: Style,
        photo: Photo | None,
        shift: tuple[float, float] = (0.0, 0.0),
    ) -> Iterator[Image]:
        """Yield the picture in strips of its whole width, top first. Raises ``ViewerError``."""
        (width, height), (wide, high) = self.size, self._part
        draw = partial(self._plain, shift) if photo is None else partial(self._photographed, photo)
        try:
            for y in reversed(range(0, height, high)):
                parts = [
                    draw(scene, camera, style, (x, y, wide, high))[: height - y, : width - x]
                    for x in range(0, width, wide)
                ]
                yield parts[0] if len(parts) == 1 else np.concatenate(parts, axis=1)
        except RenderError as error:
            raise ViewerError(str(error)) from None

    def _plain(
        self, shift: tuple[float, float], scene: Scene, camera: Camera, style: Style, part: Part
    ) -> Image:
        """Return a part of a picture: drawn once, or the mean of several with small shifts."""

        def drawn(more: tuple[float, float]) -> Image:
            self._renderer.draw(scene, camera, self._target.drawn, self.size, style,
                                origin=part[:2],
                                shift=(shift[0] + more[0], shift[1] + more[1]))  # fmt: skip
            return self._target.read()

        if self._turns == 1:
            return drawn((0.0, 0.0))
        # Each of GL's own samples stands for its part of the pixel, and moves within that.
        reach = 1.0 if self._target.drawn is self._target.resolved else 0.5
        total = np.zeros((part[3], part[2], 4), np.uint32)
        for turn in range(self._turns):
            total += drawn(spread(turn, reach))
        return ((total + self._turns // 2) // self._turns).astype(np.uint8)

    def _photographed(
        self, photo: Photo, scene: Scene, camera: Camera, style: Style, part: Part
    ) -> Image:
        """Return a part of a photograph."""
        from boche.viewer.renderer.photo import Photographer, Subject

        if self._photographer is None:
            self._photographer = Photographer(self._context)
        self._photographer.begin(Subject(scene, camera, self.size, style, photo.lens, part))
        for _ in range(photo.frames):
            self._photographer.add()
            photo.tick()
        self._photographer.develop(self._target.resolved)
        return self._target.read()


def render_png(
    scene: Scene,
    camera: Camera,
    size: tuple[int, int] = (1920, 1080),
    samples: int | None = None,
    style: Style | None = None,
) -> bytes:
    """Return one picture as a PNG file; for several, use an ``Exporter``.

    Raises ``ViewerError``.
    """
    with Exporter(size, samples) as exporter:
        return exporter.picture(scene, camera, style)


def framed(scene: Scene, camera: Camera, size: tuple[int, int]) -> Camera:
    """Return the camera moved so that the whole scene fits a picture of ``size``."""
    return frame(camera, scene.bounds, size[0] / max(size[1], 1)) if len(scene.bounds) else camera


QUALITY: dict[str, dict[str, int]] = {
    "JPEG": {"quality": 92, "subsampling": 0},
    "WEBP": {"quality": 92},
}


def encode_picture(image: Image, alpha: bool, kind: str = "PNG") -> bytes:
    """Return a file of an image from ``Exporter.image``; without ``alpha`` the alpha is dropped.

    ``kind`` is one of ``viewer.export.formats.KINDS``.
    """
    rows = _pixels(image, alpha)[::-1]
    if kind == "PNG":
        return png_of_strips((image.shape[1], image.shape[0]), alpha, [rows])
    from PIL import Image as Pillow

    packed = io.BytesIO()
    Pillow.fromarray(np.ascontiguousarray(rows)).save(packed, kind, **QUALITY[kind])
    return packed.getvalue()


def png_of_strips(size: tuple[int, int], alpha: bool, strips: Iterable[Image]) -> bytes:
    """Return a PNG of strips (rows, width, 3 or 4) that arrive one by one, top strip first.

    Pillow needs a whole picture, and takes twice the time for a file as large, because it tries all
    filters on each row. See the PNG specification, https://www.w3.org/TR/png-3.
    """
    packer, packed = zlib.compressobj(1), io.BytesIO()
    count = 4 if alpha else 3

    def chunk(kind: bytes, data: bytes) -> None:
        check = zlib.crc32(kind + data)
        packed.write(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check))

    packed.write(b"\x89PNG\r\n\x1a\n")
    chunk(b"IHDR", struct.pack(">2I5B", *size, 8, 6 if alpha else 2, 0, 0, 0))
    for strip in strips:
        # Each row begins with its filter; 1 is the difference to the pixel before.
        rows = strip.reshape(len(strip), -1)
        filtered = np.empty((len(rows), rows.shape[1] + 1), np.uint8)
        filtered[:, 0], filtered[:, 1 : 1 + count] = 1, rows[:, :count]
        np.subtract(rows[:, count:], rows[:, :-count], out=filtered[:, 1 + count :])
        chunk(b"IDAT", packer.compress(filtered.tobytes()))
    chunk(b"IDAT", packer.flush())
    chunk(b"IEND", b"")
    return packed.getvalue()


def _pixels(image: Image, alpha: bool) -> Image:
    return _straight(image) if alpha else image[..., :3]


def _straight(image: Image) -> Image:
    """Convert premultiplied colours to the straight ones of PNG."""
    alpha = image[..., 3:].astype(np.float32)
    colour = image[..., :3] * np.divide(255.0, alpha, out=np.zeros_like(alpha), where=alpha > 0)
    return np.concatenate(
        [np.minimum(colour + 0.5, 255.0).astype(np.uint8), image[..., 3:]], axis=2
    )
