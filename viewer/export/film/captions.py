"""Texts in a film: the strip below each picture, and the title."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, groupby
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from boche.engine.game import Outcome
from boche.engine.languages.current import tr, tr_word, translate
from boche.engine.languages.formats import written_day
from boche.engine.message import capitalized
from boche.engine.record.people import called, players_at_end, result_said
from boche.viewer.export.film.frames import Caption, Plan, Story
from boche.viewer.export.images import Image
from boche.viewer.fonts.direction import is_turned
from boche.viewer.fonts.glyph_picture import unseen
from boche.viewer.fonts.installed import FontFile, fonts_with
from boche.viewer.fonts.visual_order import line_of
from boche.viewer.hud.widgets.items import wrapped
from boche.viewer.renderer.style import Rgb, Theme
from boche.viewer.renderer.textures import letters

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

MOST_LINES = 3
"""Most lines of a comment; a longer one ends in an ellipsis."""
LARGE, LEAST = 1 / 28, 13
"""Size of the letters as a fraction of the film's smaller side, and at least in pixels."""
SMALL = 9
"""Least size in pixels of a title's line that would be too wide."""
LINE = 1.35  # height of a line relative to that of its letters
FEW = 12  # number of letters that are named
LIT = (20.0, 60.0)  # from the table's colour, of 255: the lamp alone, and surely something else
FADED = 0.85  # how much of that is gone under a caption
QUIET = 0.3  # share of the background in the colour of less important texts


@dataclass(frozen=True)
class Lettering:
    """Text renderer for films of one size: (width, height) in pixels, in the colours of a theme.

    ``names`` are words for players' colours that a palette calls otherwise.
    """

    size: tuple[int, int]
    theme: Theme
    names: Mapping[str, str]

    @property
    def points(self) -> int:
        """The size of the letters, in pixels."""
        return max(round(min(self.size) * LARGE), LEAST)

    @property
    def margin(self) -> int:
        """The space left free beside and between texts, in pixels."""
        return max(self.points // 2, 1)

    def strip_height(self, captions: Sequence[Caption]) -> int:
        """Return the height of a strip that can hold each of these; 0 if all of them are empty."""
        if not any(caption != Caption() for caption in captions):
            return 0
        most = 0
        for caption in captions:
            most = max(most, len(self.comment_lines(caption)))
            if most == MOST_LINES:  # the others need not be laid out
                break
        height = round(self._line * (1 + most) + 1.5 * self.margin)
        return min(height, self.size[1] // 2)

    @property
    def _line(self) -> float:
        return self.points * LINE

    def comment_lines(self, caption: Caption) -> list[str]:
        """Return the lines of a comment."""
        if not caption.comment:
            return []
        width = self.size[0] - 2 * self.margin
        lines = wrapped(caption.comment, self.points, False, width, _width, MOST_LINES + 1)
        if len(lines) > MOST_LINES:
            lines = [*lines[: MOST_LINES - 1], _fitted(f"{lines[MOST_LINES - 1]}…", width,
                                                       self.points)]  # fmt: skip
        return lines

    def strip(self, caption: Caption, foot: Image) -> Image:
        """Return the lowest rows of a picture with a caption on them: (height, width, 3).

        ``foot`` are these rows as they are drawn, the top one first. The lamp's light on the table
        stays as it is; a board that reaches into them fades to the table's colour.
        """
        image, pen = self._sheet(self._faded(foot))
        ink, quiet = self._colours
        margin, points = self.margin, self.points
        y, right = margin, self.size[0] - margin
        head = f"{caption.number}.  {caption.move}" if caption.number else ""
        name = tr_word(self.names.get(caption.who, caption.who))
        beside = _fitted(capitalized(translate(caption.end) or name), right - margin, self.points)
        free = right - margin - length(beside, points) - 2 * margin
        write(pen, (right, y), beside, points, quiet, "ra")
        write(pen, (margin, y), _fitted(head, free, points), points, ink, "la")
        for line in self.comment_lines(caption):
            y += round(self._line)
            write(pen, (margin, y), line, points, ink, "la")
        return np.asarray(image)

    def title(self, story: Story, outcome: Outcome | None) -> Image:
        """Return a full-size title card: (height, width, 3).

        ``outcome`` is how the moves end, or None to use the result that the record declares.
        """
        image, pen = self._sheet(np.broadcast_to(self._table, (*self.size[::-1], 3)))
        ink, quiet = self._colours
        record = story.record
        players = [
            (f"{translate(called(name))} ({tr_word(self.names.get(colour, colour))})", 1.5, ink)
            for colour, name in players_at_end(record).items()
            if name
        ]
        about = ", ".join(filter(None, [record.event, written_day(record.date)]))
        lines = [(record.game.title, 2.4, ink), *players, (about, 1.0, quiet)]
        end = result_said(record, outcome, self.names)
        lines.append((capitalized(translate(end)), 1.0, ink))
        lines = [line for line in lines if line[0]]
        y = (self.size[1] - sum(large * self._line for _, large, _ in lines)) / 2
        for text, large, colour in lines:
            points = self._shrunk(text, round(large * self.points))
            title = _fitted(text, self._wide, points)
            y += large * self._line
            middle = (self.size[0] / 2, y - large * self._line / 2)
            write(pen, middle, title, points, colour, "mm")
        return np.asarray(image)

    @property
    def _wide(self) -> float:
        """The width of the lines of a title card."""
        return self.size[0] - 4 * self.margin

    def _shrunk(self, text: str, points: int) -> int:
        """Return the size in which a line fits, if it need not be smaller than what is read."""
        needed = length(text, points)
        if needed <= self._wide:
            return points
        return max(int(points * self._wide / needed), min(points, SMALL))

    @staticmethod
    def _sheet(colours: Image) -> tuple[object, ImageDraw]:
        """Return a sheet of paper with these colours (height, width, 3), and a pen for it."""
        from PIL import Image, ImageDraw

        image = Image.fromarray(np.ascontiguousarray(colours))
        return image, ImageDraw.Draw(image)

    @property
    def _table(self) -> Image:
        """The table's colour, (3,)."""
        return np.array(_rgb_bytes(self.theme.table), np.uint8)

    def _faded(self, foot: Image) -> Image:
        """Return the rows with what is not the table nearly gone, more so further down."""
        away = self._table - foot.astype(np.float32)
        other = _eased((np.abs(away).max(axis=2, keepdims=True) - LIT[0]) / (LIT[1] - LIT[0]))
        down = _eased(np.arange(1, len(foot) + 1)[:, None, None] / max(self.points, 1))
        return np.asarray(np.rint(foot + FADED * down * other * away)).astype(np.uint8)

    @property
    def _colours(self) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """The colours of important texts and of less important ones."""
        ink, table = self.theme.ink, self.theme.table
        r, g, b = ((1 - QUIET) * i + QUIET * t for i, t in zip(ink, table, strict=True))
        return _rgb_bytes(ink), _rgb_bytes((r, g, b))


def boxes_told(plan: Plan) -> str:
    """Return a sentence on letters shown as boxes in a film; empty if there are none."""
    captions = [plan.caption(ply) for ply in plan.plies]
    texts = [f"{caption.move} {caption.comment} {caption.end}" for caption in captions]
    record = plan.story.record
    if plan.options.title:
        texts += filter(None, [*map(called, record.players.values()), record.event, record.date])
    missing = unwritten(" ".join(texts))
    some = missing if len(missing) <= FEW else f"{missing[:FEW]}…"
    if not some:
        return ""
    return tr(
        "No font on this machine has these letters, which are shown as boxes: {some}", some=some
    )


def _eased(part: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return 0 to 1 for 0 to 1, and the ends beyond, without a corner at either."""
    held = np.clip(part, 0.0, 1.0)
    return np.asarray(held * held * (3.0 - 2.0 * held))


def _rgb_bytes(colour: Rgb) -> tuple[int, int, int]:
    r, g, b = (round(255 * part) for part in colour)
    return r, g, b


def _width(text: str, size: float, bold: bool) -> float:
    return length(text, round(size))


def _fitted(text: str, width: float, points: int) -> str:
    """Return the text, cut off with an ellipsis if it is wider than ``width``."""
    if length(text, points) <= width:
        return text
    while text and length(f"{text}…", points) > width:
        text = text[:-1].removesuffix("…")
    return f"{text}…" if text else ""


# Letters of films: those of Pillow's font and, for others, those of the system's fonts.
#
# Bitmap fonts are left out: they have a single size.

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
