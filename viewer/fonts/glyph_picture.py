"""Letters that the window's own font lacks, drawn from an installed font that has them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from boche.viewer.fonts.installed import FontFile, fonts_with

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont

STRIKES = (109, 136, 128, 160, 96, 72, 64, 48, 32)
"""Pixel sizes of bitmap fonts; each font has a few sizes, most of them one."""
UNSEEN = ("Cf", "Cc")


class Drawn(NamedTuple):
    """Pixels of a letter, red, green, blue and alpha, and their place.

    ``left`` and ``bottom`` are the picture's edges relative to the letter's origin on its line,
    ``bottom`` downwards.
    """

    pixels: npt.NDArray[np.uint8]
    left: int
    bottom: int
    advance: int
    colour: bool = False


def drawn(character: str, pixels: float, bold: bool) -> Drawn | None:
    """Return the letter in a size, or None if no font has it."""
    if unseen(character):
        return Drawn(np.zeros((1, 1, 4), np.uint8), 0, 0, 0)
    for spelling in _spellings(character):
        for file in fonts_with(spelling, bold):
            draw = _coloured if file.colour else _plain
            if (picture := draw(spelling, pixels, file)) is not None:
                return picture
    return None


def unseen(character: str) -> bool:
    """Return True for a control character of the text layout: it joins, turns or varies others."""
    return unicodedata.category(character) in UNSEEN or "\ufe00" <= character <= "\ufe0f"


def _spellings(character: str) -> Iterator[str]:
    """Yield the letter, and the plain one that it is a form of."""
    yield character
    plain = unicodedata.normalize("NFKC", character)
    if plain != character and len(plain) == 1:
        yield plain


@lru_cache(maxsize=32)
def _font(path: str, face: int, pixels: float) -> FreeTypeFont | None:
    from PIL import ImageFont

    try:
        return ImageFont.truetype(path, pixels, face, layout_engine=ImageFont.Layout.BASIC)
    except OSError:  # no longer there, or not in that size
        return None


def _plain(character: str, pixels: float, file: FontFile) -> Drawn | None:
    font = _font(file.path, file.face, pixels)
    if font is None:
        return None
    image, left, bottom = _image(character, font)
    alpha = np.asarray(image)[..., 3]
    if not alpha.any() and not character.isspace():
        return None  # its font has a kind of outline that is not supported here
    white = np.full((*alpha.shape, 4), 255, np.uint8)
    white[..., 3] = alpha
    return Drawn(white, left, bottom, round(font.getlength(character)))


def _coloured(character: str, pixels: float, file: FontFile) -> Drawn | None:
    """Return the picture of a letter, drawn in a size that the font has and scaled."""
    from PIL import Image

    for size in (pixels, *STRIKES):
        font = _font(file.path, file.face, size)
        image, left, bottom = _image(character, font) if font else (None, 0, 0)
        if font is None or image is None or not np.asarray(image)[..., 3].any():
            continue
        part = pixels / size
        shape = (max(round(image.width * part), 1), max(round(image.height * part), 1))
        small = image.resize(shape, Image.Resampling.BOX)
        edges = round(left * part), round(bottom * part), round(font.getlength(character) * part)
        return Drawn(_undone(np.asarray(small)), *edges, True)
    return None


def _undone(pixels: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return colours that are no longer multiplied by their alpha."""
    alpha = np.maximum(pixels[..., 3:].astype(int), 1)
    colours = np.minimum(pixels[..., :3].astype(int) * 255 // alpha, 255)
    return np.dstack([colours, pixels[..., 3]]).astype(np.uint8)


def _image(character: str, font: FreeTypeFont) -> tuple[Image, int, int]:
    """Return a letter with its left and lower edge.

    It is white or in its own colours, multiplied by its alpha.
    """
    from PIL import Image, ImageDraw

    box = font.getbbox(character, anchor="ls")
    left, top, right, bottom = (int(edge) for edge in box)
    image = Image.new("RGBA", (max(right - left, 1), max(bottom - top, 1)))
    pen = ImageDraw.Draw(image)
    pen.text((-left, -top), character, fill="white", font=font, anchor="ls", embedded_color=True)
    return image, left, bottom
