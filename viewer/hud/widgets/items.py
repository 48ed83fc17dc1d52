"""The elements of a HUD page: boxes, strokes, texts, pictures and clickable areas."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Literal, Protocol

from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.table.text_edit import TextEdit

Colour = tuple[int, int, int, int]
"""Red, green, blue and alpha, each 0 to 255, as the display shows them."""

Measure = Callable[[str, float, bool], float]
"""The width in pixels of a text, from its size in pixels and whether it is bold."""

CLEAR: Colour = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Action:
    """The request of a click or a key: a name, and its argument."""

    name: str
    value: Any = None


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle with round corners and, if ``width`` is not 0, a border inside it."""

    rect: Rect
    fill: Colour
    radius: float = 0.0
    border: Colour = CLEAR
    width: float = 0.0
    soft: float = 0.0
    """Blur of the edge, for shadows."""


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
    """A line of text. ``x`` is its left end, middle or right end, ``y`` its vertical middle."""

    x: float
    y: float
    text: str
    size: float
    colour: Colour
    bold: bool = False
    align: Literal["left", "center", "right"] = "left"
    named: bool = False
    """True if its words may be names of places, which light these under the pointer."""

    def word_at(self, x: float, y: float, measure: Measure) -> str:
        """Return its word at a place, with the space before it, or nothing beside the text."""
        size, bold = self.size, self.bold
        width = measure(self.text, size, bold)
        left = self.x - width * {"left": 0.0, "center": 0.5, "right": 1.0}[self.align]
        if abs(y - self.y) > 0.65 * size or not left <= x < left + width:
            return ""
        read = ""
        for word in self.text.split(" "):
            read += word
            if x < left + measure(read, size, bold):
                return word
            read += " "
        return ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A part of a named texture; ``part`` is (left, bottom, width, height) of it, 0 to 1."""

    rect: Rect
    name: str
    part: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)
    alpha: float = 1.0


@dataclass(frozen=True, slots=True)
class TextArea:
    """A text being typed, clipped to its rectangle and scrolled to the cursor.

    ``chosen`` and ``on_chosen`` are the colours of the selection and of the letters on it.
    """

    rect: Rect
    edit: TextEdit
    size: float
    colour: Colour = CLEAR
    chosen: Colour = CLEAR
    on_chosen: Colour = CLEAR


class Typesetter(Protocol):
    """A layout of texts being typed in rows. Places are pixels of the window, y down."""

    def height(self, area: TextArea) -> float:
        """Return the height of all rows together, regardless of the rectangle."""

    def caret(self, area: TextArea) -> Rect:
        """Return the place of the cursor, with zero width."""

    def position_at(self, area: TextArea, x: float, y: float) -> int:
        """Return the position in the text that is nearest to a place in the window."""

    def row_beside(self, area: TextArea, by: int) -> int:
        """Return the position one row down (1) or up (-1), or the text's end or start beyond it."""


@dataclass(frozen=True, slots=True)
class Slide:
    """A scroll bar: ``seen`` of ``count`` lines are visible from ``top`` on.

    ``thumb`` is the part of the bar's ``rect`` that stands for them.
    """

    rect: Rect
    thumb: Rect
    top: int
    seen: int
    count: int

    def top_at(self, y: float) -> int:
        """Return the first visible line with the thumb's middle at height ``y`` of the window."""
        travel = max(self.rect.h - self.thumb.h, 1.0)
        part = (y - self.thumb.h / 2 - self.rect.y) / travel
        return round(min(max(part, 0.0), 1.0) * (self.count - self.seen))


@dataclass(frozen=True, slots=True)
class Hit:
    """An area that responds to the pointer; without an action it only blocks or has a tooltip."""

    rect: Rect
    action: Action | None = None
    tip: str = ""
    right: Action | None = None
    """The action of a right click."""
    drag: bool = False
    """True if the action is repeated while the pointer is dragged, with its place."""
    scroll: str = ""
    """The name of the content that the wheel scrolls here."""
    slide: Slide | None = None
    """The scroll bar moved by a press and a drag."""
    wheel: tuple[Action, Action] | None = None
    """The actions of the wheel here: turned away from the user, and towards."""
    hover: Action | None = None
    """The action when the pointer comes here; when it leaves, the same with the value None."""
    carried: Action | None = None
    """The action when a drag that begins here leaves for the board, which then has the drag."""
    repeat: bool = False
    """True if the action is repeated while the button is held down."""
    through: bool = False
    """True if a click also does what it would do on the parts around the board, below."""
    area: TextArea | None = None
    """The text in which a press puts the cursor and a drag selects; the action then takes it."""


@dataclass
class Page:
    """A layer of the HUD. Later boxes lie over earlier ones, texts over all of its boxes."""

    boxes: list[Box | Stroke] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    areas: list[TextArea] = field(default_factory=list)
    hits: list[Hit] = field(default_factory=list)

    def hit(self, x: float, y: float) -> Hit | None:
        """Return the topmost area at a place, or None."""
        return next((hit for hit in reversed(self.hits) if hit.rect.holds(x, y)), None)

    def name_at(self, x: float, y: float, measure: Measure) -> str:
        """Return the word at a place, of a text whose words may be names of places, or nothing."""
        words = (text.word_at(x, y, measure) for text in self.texts if text.named)
        return next((word for word in words if word), "")


def fitted(text: str, size: float, bold: bool, width: float, measure: Measure) -> str:
    """Return the text, shortened with an ellipsis if it is wider than ``width``."""
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


def fitted_at_both_ends(text: str, size: float, bold: bool, width: float, measure: Measure) -> str:
    """Return the text, shortened in its middle if it is wider than ``width``.

    So the name of a file keeps its ending.
    """
    if measure(text, size, bold) <= width:
        return text
    for kept in range(len(text) - 1, 1, -1):
        first, last = (kept + 1) // 2, kept // 2
        shorter = f"{text[:first].rstrip()}…{text[-last:].lstrip()}"
        if measure(shorter, size, bold) <= width:
            return shorter
    return fitted(text, size, bold, width, measure)


def halved(
    text: str, size: float, bold: bool, width: float, measure: Measure
) -> tuple[str, str] | None:
    """Return the text in two lines of at most ``width``, or None if it cannot be broken so."""
    words = text.split(" ")
    for at in range(len(words) - 1, 0, -1):
        first, second = " ".join(words[:at]), " ".join(words[at:])
        if measure(first, size, bold) <= width:
            return (first, second) if measure(second, size, bold) <= width else None
    return None


def wrapped(
    text: str, size: float, bold: bool, width: float, measure: Measure, most: int | None = None
) -> list[str]:
    """Break the text into lines of at most ``width``, between words if possible.

    With ``most``, only the first lines of a long text are computed, which takes less time.
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
            line = yield from _pieces(word, size, bold, width, measure)
        yield line


def _pieces(
    word: str, size: float, bold: bool, width: float, measure: Measure
) -> Generator[str, None, str]:
    """Cut a word into pieces that fit, each of at least one letter; return the last one."""
    piece = ""
    for character in word:
        if piece and measure(piece + character, size, bold) > width:
            yield piece
            piece = ""
        piece += character
    return piece
