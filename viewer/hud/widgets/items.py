"""What a page of the HUD is made of: boxes, strokes, texts, pictures, and what can be clicked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Literal, Protocol

from viewer.hud.widgets.geometry import Rect
from viewer.table.writing.text_edit import TextEdit

Colour = tuple[int, int, int, int]
"""Red, green, blue, alpha, 0 to 255, as the display shows them."""

Measure = Callable[[str, float, bool], float]
"""The width in pixels of a text of that size in pixels, bold or not."""

CLEAR: Colour = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Action:
    """What a click or a key asks for: a name, and what it is about."""

    name: str
    value: Any = None


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle with round corners and, where ``width`` is not 0, a border inside it."""

    rect: Rect
    fill: Colour
    radius: float = 0.0
    border: Colour = CLEAR
    width: float = 0.0
    soft: float = 0.0
    """How far the edge is blurred, for shadows."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line with round ends."""

    x0: float
    y0: float
    x1: float
    y1: float
    width: float
    colour: Colour


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text. ``x`` is its left end, middle or right end, ``y`` its middle height."""

    x: float
    y: float
    text: str
    size: float
    colour: Colour
    bold: bool = False
    align: Literal["left", "center", "right"] = "left"


@dataclass(frozen=True, slots=True)
class Picture:
    """A part of a named texture; ``part`` is (left, bottom, width, height) of it, 0 to 1."""

    rect: Rect
    name: str
    part: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)
    alpha: float = 1.0


@dataclass(frozen=True, slots=True)
class TextArea:
    """A text being typed, shown as far as its rectangle reaches; the part with the cursor is.

    ``chosen`` and ``on_chosen`` are the colours of what is selected and of the letters on it.
    """

    rect: Rect
    edit: TextEdit
    size: float
    colour: Colour = CLEAR
    chosen: Colour = CLEAR
    on_chosen: Colour = CLEAR


class Typesetter(Protocol):
    """Lays texts being typed out in rows. Places are pixels of the window, y down."""

    def height(self, area: TextArea) -> float:
        """How high all rows together are, whatever the height of the rectangle."""

    def caret(self, area: TextArea) -> Rect:
        """Where the cursor stands, without a width."""

    def position_at(self, area: TextArea, x: float, y: float) -> int:
        """The place in the text that is nearest to a place in the window."""

    def row_beside(self, area: TextArea, by: int) -> int:
        """The place a row further down (1) or up (-1); the text's end or start beyond the last."""


@dataclass(frozen=True, slots=True)
class Slide:
    """A bar that says which lines of all are seen: ``seen`` from ``top`` on, of ``count``.

    ``thumb`` is the part of the bar's ``rect`` that stands for them.
    """

    rect: Rect
    thumb: Rect
    top: int
    seen: int
    count: int

    def top_at(self, y: float) -> int:
        """The line that is seen first with the thumb's middle at a height of the window."""
        way = max(self.rect.h - self.thumb.h, 1.0)
        part = (y - self.thumb.h / 2 - self.rect.y) / way
        return round(min(max(part, 0.0), 1.0) * (self.count - self.seen))


@dataclass(frozen=True, slots=True)
class Hit:
    """A place that answers the pointer. Without an action it only has a tip, or only blocks."""

    rect: Rect
    action: Action | None = None
    tip: str = ""
    right: Action | None = None
    """What a right click asks for."""
    drag: bool = False
    """Whether the action is asked for again while the pointer is dragged, with its place."""
    scroll: str = ""
    """What the wheel scrolls here, by its name."""
    slide: Slide | None = None
    """The bar that a press and a drag scroll it by."""
    wheel: tuple[Action, Action] | None = None
    """What the wheel asks for here: turned away from the user, and towards."""
    repeat: bool = False
    """Whether the action is asked for again and again while the button is held down."""
    area: TextArea | None = None
    """The text in which a press puts the cursor, and a drag selects; then the action takes it."""


@dataclass
class Page:
    """A layer of the HUD. Later boxes lie over earlier ones, texts over all of its boxes."""

    boxes: list[Box | Stroke] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    areas: list[TextArea] = field(default_factory=list)
    hits: list[Hit] = field(default_factory=list)

    def hit(self, x: float, y: float) -> Hit | None:
        """What answers the pointer there, the topmost first."""
        return next((hit for hit in reversed(self.hits) if hit.rect.holds(x, y)), None)


def fitted(text: str, size: float, bold: bool, width: float, measure: Measure) -> str:
    """The text, cut short with an ellipsis where it is wider than ``width``."""
    if measure(text, size, bold) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(text[:middle].rstrip() + "…", size, bold) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…" if low else ""


def wrapped(
    text: str, size: float, bold: bool, width: float, measure: Measure, most: int | None = None
) -> list[str]:
    """The text broken into lines of at most ``width``, between words where it can be.

    Of a long text the first ``most`` lines are found in less time than all.
    """
    return list(islice(_lines(text, size, bold, width, measure), most))


def _lines(text: str, size: float, bold: bool, width: float, measure: Measure) -> Iterator[str]:
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if measure(longer, size, bold) <= width:
                line = longer
                continue
            if line:
                yield line
            *full, line = _pieces(word, size, bold, width, measure)
            yield from full
        yield line


def _pieces(word: str, size: float, bold: bool, width: float, measure: Measure) -> list[str]:
    """A word cut into pieces that fit, each at least one letter."""
    pieces, piece = [], ""
    for letter in word:
        if piece and measure(piece + letter, size, bold) > width:
            pieces.append(piece)
            piece = ""
        piece += letter
    return [*pieces, piece]
