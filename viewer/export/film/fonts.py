"""The letters of films: those that Pillow brings and, for what it lacks, those of the system.

Fonts of pictures are left out: they have one size.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, groupby
from typing import TYPE_CHECKING

from viewer.letters.installed import FontFile, fonts_with
from viewer.letters.order import line_of
from viewer.letters.picture import unseen
from viewer.letters.turned import is_turned
from viewer.renderer.textures import letters

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
"""Files of fonts that are taken where they are installed, the first that has a letter."""

NO_LETTER = "\uffff"
"""What no font has: its picture is the box that a font draws instead of a letter."""

TRIED = 20
"""The size, in pixels, in which fonts are asked what they have."""

Ink = tuple[int, int, int]


PILLOW = FontFile("", 0, False)
"""Stands for the font that is always there."""


@lru_cache(maxsize=64)
def _font(file: FontFile, points: int) -> FreeTypeFont | None:
    """A font in a size, None where it is not installed. The letters come in their order."""
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
def _font_of(letter: str) -> FontFile | None:
    """The font that has a letter; None if there is none."""
    if letter.isspace() or _has(_first(TRIED), letter):
        return PILLOW
    named = (FontFile(name, 0, False) for name in OTHERS)
    installed = (file for file in fonts_with(letter) if not file.colour)
    for file in chain(named, installed):
        font = _font(file, TRIED)
        if font is not None and _has(font, letter):
            return file
    return None


def _has(font: FreeTypeFont, letter: str) -> bool:
    mask, none = font.getmask(letter), font.getmask(NO_LETTER)
    return (mask.size, bytes(mask)) != (none.size, bytes(none))


def unwritten(text: str) -> str:
    """The letters of a text that no font here has, each once; they are drawn as boxes."""
    return "".join(dict.fromkeys(letter for letter in _plain(text) if _font_of(letter) is None))


def _plain(text: str) -> str:
    """The text, a letter without its accents where no font has it with them."""
    found = []
    for letter in unicodedata.normalize("NFC", text):
        if unseen(letter) and not letter.isspace():
            continue
        if _font_of(letter) is None:
            base = unicodedata.normalize("NFD", letter)[0]
            found.append(base if _font_of(base) is not None else letter)
        else:
            found.append(letter)
    return "".join(found)


def _runs(text: str, points: int) -> Iterator[tuple[FreeTypeFont, str]]:
    """The text from the left in parts that one font has."""
    plain = _plain(text)
    letters = map(_known, line_of(plain).letters if is_turned(plain) else plain)
    seen = (letter for letter in letters if letter.isspace() or not unseen(letter))
    for file, part in groupby(seen, lambda letter: _font_of(letter) or PILLOW):
        yield _font(file, points) or _first(points), "".join(part)


def _known(letter: str) -> str:
    """The letter, or the plain one that it is a form of where no font has the form."""
    plain = unicodedata.normalize("NFKC", letter)
    return plain if _font_of(letter) is None and len(plain) == 1 else letter


@lru_cache(maxsize=16)
def _first(points: int) -> FreeTypeFont:
    return letters(points)


def length(text: str, points: int) -> float:
    """How wide a text is, in pixels."""
    return sum(font.getlength(part) for font, part in _runs(text, points))


def write(
    pen: ImageDraw, place: tuple[float, float], text: str, points: int, ink: Ink, anchor: str
) -> None:
    """Write a line. ``anchor`` says what of it is at the ``place``, as Pillow has it: ``la`` its
    upper left corner, ``ra`` the right one, ``mm`` its middle."""
    ascent, descent = _first(points).getmetrics()
    part = {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]]
    x = place[0] - part * length(text, points)
    y = place[1] + (ascent if anchor[1] == "a" else (ascent - descent) / 2)
    for font, run in _runs(text, points):
        pen.text((x, y), run, fill=ink, font=font, anchor="ls")
        x += font.getlength(run)
