"""Letters of films: those of Pillow's font and, for others, those of the system's fonts.

Bitmap fonts are left out: they have a single size.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, groupby
from typing import TYPE_CHECKING

from boche.viewer.fonts.direction import is_turned
from boche.viewer.fonts.glyph_picture import unseen
from boche.viewer.fonts.installed import FontFile, fonts_with
from boche.viewer.fonts.visual_order import line_of
from boche.viewer.renderer.textures import letters

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

OTHERS = (
    # Linux
    "NotoSans-Regular.ttf", "DejaVuSans.ttf", "LiberationSans-Regular.ttf", "FreeSans.ttf",
    "NotoSansCJK-Regular.ttc", "NotoSansCJKjp-Regular.otf", "wqy-zenhei.ttc",
    "DroidSansFallbackFull.ttf",
    # Windows
    "segoeui.ttf", "arial.ttf", "msyh.ttc", "YuGothR.ttc", "malgun.ttf",
    # macOS
    "Helvetica.ttc", "Arial Unicode.ttf", "PingFang.ttc", "Hiragino Sans GB.ttc",
)  # fmt: skip
"""Font files that are used if installed, the first that has a letter."""

NO_LETTER = "\uffff"
"""A character that no font has: its picture is the box that a font draws for missing letters."""

TRIAL_SIZE = 20
"""Pixel size at which fonts are tested for letters."""

Ink = tuple[int, int, int]


PILLOW = FontFile("", 0, False)
"""Placeholder for the font that is always there."""


@lru_cache(maxsize=64)
def _font(file: FontFile, points: int) -> FreeTypeFont | None:
    """Return a font in a size, or None if it is not installed. It keeps the order of letters."""
    from PIL import ImageFont

    if file == PILLOW:
        return _first(points)
    try:
        return ImageFont.truetype(
            file.path, points, file.face, layout_engine=ImageFont.Layout.BASIC
        )
    except OSError:
        return None


@lru_cache(maxsize=4096)
def _font_of(character: str) -> FontFile | None:
    """Return the font that has a letter, or None."""
    if character.isspace() or _has(_first(TRIAL_SIZE), character):
        return PILLOW
    named = (FontFile(name, 0, False) for name in OTHERS)
    installed = (file for file in fonts_with(character) if not file.colour)
    for file in chain(named, installed):
        font = _font(file, TRIAL_SIZE)
        if font is not None and _has(font, character):
            return file
    return None


def _has(font: FreeTypeFont, character: str) -> bool:
    mask, none = font.getmask(character), font.getmask(NO_LETTER)
    return (mask.size, bytes(mask)) != (none.size, bytes(none))


def unwritten(text: str) -> str:
    """Return the letters of a text that no font here has, each once; they are drawn as boxes."""
    return "".join(
        dict.fromkeys(character for character in _plain(text) if _font_of(character) is None)
    )


def _plain(text: str) -> str:
    """Return the text, with accents removed from letters that no font has with them."""
    characters = []
    for character in unicodedata.normalize("NFC", text):
        if unseen(character) and not character.isspace():
            continue
        if _font_of(character) is None:
            base = unicodedata.normalize("NFD", character)[0]
            characters.append(base if _font_of(base) is not None else character)
        else:
            characters.append(character)
    return "".join(characters)


def _runs(text: str, points: int) -> Iterator[tuple[FreeTypeFont, str]]:
    """Yield the text from the left in parts covered by one font each."""
    plain = _plain(text)
    characters = map(_substitute, line_of(plain).letters if is_turned(plain) else plain)
    visible = (
        character for character in characters if character.isspace() or not unseen(character)
    )
    for file, part in groupby(visible, lambda character: _font_of(character) or PILLOW):
        yield _font(file, points) or _first(points), "".join(part)


def _substitute(character: str) -> str:
    """Return the letter, or the plain one that it is a form of if no font has the form."""
    plain = unicodedata.normalize("NFKC", character)
    return plain if _font_of(character) is None and len(plain) == 1 else character


@lru_cache(maxsize=16)
def _first(points: int) -> FreeTypeFont:
    return letters(points)


def length(text: str, points: int) -> float:
    """Return the width of a text in pixels."""
    return sum(font.getlength(part) for font, part in _runs(text, points))


def write(
    pen: ImageDraw, place: tuple[float, float], text: str, points: int, ink: Ink, anchor: str
) -> None:
    """Write a line. ``anchor`` is the point of it at the ``place``, as in Pillow.

    It is ``la`` for its upper left corner, ``ra`` for the right one, ``mm`` for its middle.
    """
    ascent, descent = _first(points).getmetrics()
    part = {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]]
    x = place[0] - part * length(text, points)
    y = place[1] + (ascent if anchor[1] == "a" else (ascent - descent) / 2)
    for font, run in _runs(text, points):
        pen.text((x, y), run, fill=ink, font=font, anchor="ls")
        x += font.getlength(run)
