"""The letters of films: those that Pillow brings and, for what it lacks, those of the system."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

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


@lru_cache(maxsize=16)
def _fonts(points: int) -> tuple[FreeTypeFont, ...]:
    """The fonts there are, the one that is always there first."""
    from PIL import ImageFont

    found = [_first(points)]
    for name in OTHERS:
        try:
            found.append(ImageFont.truetype(name, points))
        except OSError:
            continue
    return tuple(found)


@lru_cache(maxsize=4096)
def _font_of(letter: str) -> int | None:
    """The number of the font that has a letter; None if there is none."""
    if letter.isspace():
        return 0
    if _has(_first(TRIED), letter):
        return 0
    return next((n for n, font in enumerate(_fonts(TRIED)) if _has(font, letter)), None)


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
        if _font_of(letter) is None:
            base = unicodedata.normalize("NFD", letter)[0]
            found.append(base if _font_of(base) is not None else letter)
        else:
            found.append(letter)
    return "".join(found)


def _runs(text: str, points: int) -> Iterator[tuple[FreeTypeFont, str]]:
    """The text in parts that one font has."""
    for number, part in groupby(_plain(text), lambda letter: _font_of(letter) or 0):
        yield (_fonts(points)[number] if number else _first(points)), "".join(part)


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
