"""The texture made at start: the letters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from boche.engine.languages.current import tr
from boche.viewer.renderer.errors import RenderError

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

POINTS = 72  # size of the drawn letters; when shown smaller, a pixel is the mean of many taps
GAP = 12  # between letters, and twice the growth allowed to a letter on each side


@dataclass(frozen=True)
class Glyph:
    """A letter: its box in the atlas (0 to 1), and its box and advance in capital heights."""

    uv: tuple[float, float, float, float]
    box: tuple[float, float, float, float]
    advance: float


def letters(points: float) -> FreeTypeFont:
    """Return Pillow's built-in font, so that every machine draws the same letters.

    Raises ``RenderError`` if this Pillow was built without it.
    """
    from PIL import ImageFont

    font = ImageFont.load_default(points)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise RenderError(
            tr(
                "cannot draw text: this Pillow lacks FreeType "
                "(pip install --force-reinstall pillow)"
            )
        )
    return font


def glyph_atlas(characters: Iterable[str]) -> tuple[npt.NDArray[np.uint8], dict[str, Glyph]]:
    """Return an image (H, W) of coverage and each character's place in it.

    Raises ``RenderError``.
    """
    from PIL import Image, ImageDraw

    font = letters(POINTS)
    cap = -font.getbbox("H", anchor="ls")[1]
    # The font has one blank only, and shows a box for those that do not break.
    drawn = {ch: " " if ch.isspace() else ch for ch in characters}
    boxes = {ch: font.getbbox(drawn[ch], anchor="ls") for ch in drawn}
    width = sum(int(b[2] - b[0]) + GAP for b in boxes.values()) + GAP
    top, bottom = (f(int(b[i]) for b in boxes.values()) for f, i in ((min, 1), (max, 3)))
    image = Image.new("L", (width, bottom - top + 2 * GAP))
    pen, x, glyphs = ImageDraw.Draw(image), GAP, {}
    for ch, (left, up, right, down) in boxes.items():
        pen.text((x - left, GAP - top), drawn[ch], fill=255, font=font, anchor="ls")
        half = GAP / 2  # the letter's own soft edge
        place = (x - half, GAP + up - top - half, right - left + GAP, down - up + GAP)
        uv = tuple(a / b for a, b in zip(place, 2 * image.size, strict=True))
        size = tuple(
            a / cap for a in (left - half, -down - half, right - left + GAP, down - up + GAP)
        )
        glyphs[ch] = Glyph(uv, size, font.getlength(drawn[ch]) / cap)  # type: ignore[arg-type]
        x += int(right - left) + GAP
    return np.asarray(image), glyphs
