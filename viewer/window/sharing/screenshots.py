"""A picture of the table, or of the whole window: its fields and its preview."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.viewer.export.formats import kind_of
from boche.viewer.export.images import Image, encode_picture
from boche.viewer.hud.dialogs.game_dialogs import picture_fields
from boche.viewer.hud.dialogs.model import Field
from boche.viewer.hud.dialogs.share_model import Values
from boche.viewer.window.canvas import Canvas
from boche.viewer.window.drawing.board_picture import style_of
from boche.viewer.window.pictures import Pictures
from boche.viewer.window.sharing.names import size_told
from boche.viewer.window.sharing.studio import Studio, within
from boche.viewer.window.snapshot import picture_pixels, table_scene, window_image

ROOM = (320, 240)
"""The maximum size of a preview in pixels."""
BANDS = 8
"""The number of parts in which a picture of the whole window is packed to learn its size."""


class Shooting:
    """The pictures of one desk: the dialog's fields, and their writing."""

    def __init__(self, canvas: Canvas, pictures: Pictures) -> None:
        self._canvas, self._pictures = canvas, pictures
        self._counted: tuple[tuple[Any, ...], int] | None = None

    def fields(self, given: Values) -> list[Field]:
        """Return the fields: the size, with panels or without, and the file."""
        return picture_fields(str(self._pictures.start), given)

    def do(self, given: Values) -> None:
        """Write the picture. Raises ``BocheError``."""
        self._pictures.write(given["path"].strip(), given["size"], given["panels"])

    def description(self, given: Values) -> str:
        """Return its size in pixels and, once known, approximately in bytes."""
        width, height = self._size(given)
        if self._counted is None or self._counted[0] != _key(given):
            return tr("{width} x {height} pixels.", width=width, height=height)
        about = size_told(self._counted[1])
        return tr(
            "{width} x {height} pixels, about {about}.", width=width, height=height, about=about
        )

    def _size(self, given: Values) -> tuple[int, int]:
        if given["panels"]:
            return self._canvas.desk.window.pixels
        return picture_pixels(self._canvas, given["size"])

    def preview(self, given: Values, studio: Studio) -> Iterator[Image | None]:
        """Yield the picture, small; its size in bytes is known after the last step."""
        kind = _kind(given)
        if given["panels"]:
            whole = self._window()
            yield _shrunk(whole[::-1, :, :3])
            count = 0
            for band in np.array_split(whole, BANDS):
                count += len(encode_picture(band, False, kind))
                yield None
        else:
            size = self._size(given)
            shown = self._canvas.hud_data()
            scene = table_scene(self._canvas, shown)
            yield None
            counts, large = [], within(size, ROOM)
            for part in (1, 2):
                small = max(large[0] // part, 1), max(large[1] // part, 1)
                image = studio.draw(scene, shown.view.camera, style_of(shown), small)
                counts.append((small[0] * small[1], len(encode_picture(image, False, kind))))
                yield image[::-1, :, :3] if part == 1 else None
            count = continued(counts, size[0] * size[1])
        self._counted = _key(given), count

    def _window(self) -> Image:
        """Return the whole window without the dialog."""
        hud = self._canvas.desk.hud
        form, hud.form = hud.form, None
        try:
            return window_image(self._canvas)
        finally:
            hud.form, hud.dirty = form, True


def continued(counts: list[tuple[int, int]], pixels: int) -> int:
    """Estimate the bytes of a picture from two smaller versions of it.

    ``counts`` are their pixels and bytes, the larger one first. Bytes grow as a power of the
    pixels, since smooth areas cost little more in a larger picture.
    """
    (many, large), (few, small) = counts
    power = np.log(large / small) / np.log(many / few) if many > few else 1.0
    return round(large * (pixels / many) ** float(power))


def _key(given: Values) -> tuple[Any, ...]:
    return given["size"], given["panels"], Path(given["path"].strip()).suffix.lower()


def _kind(given: Values) -> str:
    """Return the kind of file; PNG while its name has no known extension."""
    try:
        return kind_of(Path(given["path"].strip()).name)
    except BocheError:
        return "PNG"


def _shrunk(image: Image) -> Image:
    """Return the image reduced to at most ``ROOM``; each pixel is the mean of a square."""
    height, width = image.shape[:2]
    by = max(-(-width // ROOM[0]), -(-height // ROOM[1]), 1)
    rows, columns = height // by, width // by
    squares = image[: rows * by, : columns * by].reshape(rows, by, columns, by, -1)
    return np.asarray(squares.mean(axis=(1, 3), dtype=np.float32)).astype(np.uint8)
