"""A picture of the table, or of the whole window: what it asks for, and how it will look."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import BocheError
from viewer.export.formats import kind_of
from viewer.export.png import Image, encode_picture
from viewer.hud.dialogs.game_dialogs import picture_fields
from viewer.hud.dialogs.model import Field
from viewer.hud.dialogs.share_model import Values
from viewer.window.canvas import Canvas
from viewer.window.drawing.board_picture import style_of
from viewer.window.pictures import Pictures
from viewer.window.sharing.names import size_told
from viewer.window.sharing.studio import Studio, within
from viewer.window.snapshot import picture_pixels, table_scene, window_image

ROOM = (320, 240)
"""Pixels that a preview has at most."""
BANDS = 8
"""Parts in which a picture of the whole window is packed, to learn how many bytes it will have."""


class Shooting:
    """Asks what a picture of one desk is to be."""

    def __init__(self, canvas: Canvas, pictures: Pictures) -> None:
        self._canvas, self._pictures = canvas, pictures
        self._counted: tuple[tuple[Any, ...], int] | None = None

    def fields(self, given: Values) -> list[Field]:
        """How large, with the panels or without, and its file."""
        return picture_fields(str(self._pictures.start), given)

    def do(self, given: Values) -> None:
        """Write it. Raises ``BocheError``."""
        self._pictures.write(given["path"].strip(), given["size"], given["panels"])

    def told(self, given: Values) -> str:
        """Its size in pixels and, once that is known, about in bytes."""
        width, height = self._size(given)
        told = f"{width} x {height} pixels"
        if self._counted is None or self._counted[0] != _key(given):
            return f"{told}."
        return f"{told}, about {size_told(self._counted[1])}."

    def _size(self, given: Values) -> tuple[int, int]:
        if given["panels"]:
            return self._canvas.desk.window.pixels
        return picture_pixels(self._canvas, given["size"])

    def preview(self, given: Values, studio: Studio) -> Iterator[Image | None]:
        """The picture, small; how many bytes it will have is known after the last step."""
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
            shown = self._canvas.shown()
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
        """The whole window without the dialog."""
        hud = self._canvas.desk.hud
        form, hud.form = hud.form, None
        try:
            return window_image(self._canvas)
        finally:
            hud.form, hud.dirty = form, True


def continued(counts: list[tuple[int, int]], pixels: int) -> int:
    """About how many bytes a picture has with so many pixels, by two smaller ones of the same.

    ``counts`` are pixels and bytes of these. Bytes grow as a power of the pixels: what is smooth
    costs little more when it is larger.
    """
    (many, large), (few, small) = counts
    power = np.log(large / small) / np.log(many / few) if many > few else 1.0
    return round(large * (pixels / many) ** float(power))


def _key(given: Values) -> tuple[Any, ...]:
    return given["size"], given["panels"], Path(given["path"].strip()).suffix.lower()


def _kind(given: Values) -> str:
    """The kind of file; PNG while its name has no ending that is known."""
    try:
        return kind_of(Path(given["path"].strip()).name)
    except BocheError:
        return "PNG"


def _shrunk(image: Image) -> Image:
    """The image at most as large as ``ROOM``, each pixel the mean of a square."""
    height, width = image.shape[:2]
    by = max(-(-width // ROOM[0]), -(-height // ROOM[1]), 1)
    rows, columns = height // by, width // by
    squares = image[: rows * by, : columns * by].reshape(rows, by, columns, by, -1)
    return np.asarray(squares.mean(axis=(1, 3), dtype=np.float32)).astype(np.uint8)
