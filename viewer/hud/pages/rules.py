"""A page of the rules: chapters on the left, text, and beside it an animated board."""

from __future__ import annotations

from dataclasses import dataclass

from boche.engine.languages.current import tr
from boche.viewer.hud.help_state import TURN, Reader
from boche.viewer.hud.pages.rule_pages import RulePage, leaves
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action, Colour, Picture, Text
from boche.viewer.hud.widgets.widgets import Pen, button, button_width
from boche.viewer.rules import picture_name
from boche.viewer.rules.book import Book
from boche.viewer.rules.markdown import Style

NARROW = 62.0
"""Letter heights; on a narrower page the board lies below the text."""
SHARE = 0.54
"""The text's share of the width beside the chapters, or of the height of a narrow page."""


@dataclass(frozen=True)
class Places:
    """The rectangles of a page's parts; ``chapters`` is empty on a narrow page."""

    chapters: Rect
    text: Rect
    board: Rect
    foot: Rect
    size: float


def places_in(pen: Pen, area: Rect, book: Book) -> Places:
    """Lay out a page; all pages of a book have the same layout."""
    m = pen.metrics
    size = round(1.08 * m.text)
    foot, rest = area.cut_bottom(m.button)
    _, rest = rest.cut_bottom(m.gap)
    if area.w < NARROW * m.text:
        text, board = rest.cut_top(SHARE * rest.h)
        return Places(Rect(0, 0, 0, 0), text, board.cut_top(m.gap)[1].rounded(), foot, size)
    titles = max(pen.width(chapter.title, bold=True) for chapter in book.chapters)
    chapters, rest = rest.cut_left(titles + 3 * m.gap)
    _, rest = rest.cut_left(2 * m.gap)
    text, board = rest.cut_left(SHARE * rest.w)
    return Places(chapters, text, board.cut_left(2 * m.gap)[1].rounded(), foot, size)


def pages_of(pen: Pen, area: Rect, book: Book) -> tuple[RulePage, ...]:
    """Return all pages of a book for such an area."""
    places = places_in(pen, area, book)
    head = 1.9 * places.size
    return leaves(book, places.text.w, places.text.h - head, places.size, pen.measure)


def rules_page(pen: Pen, area: Rect, book: Book, reader: Reader) -> None:
    """Draw the current page of the reader."""
    places, every = places_in(pen, area, book), pages_of(pen, area, book)
    leaf = every[reader.page]
    pen.hit(area, None)
    if places.chapters.w > 0:
        _chapters(pen, places.chapters, book, every, leaf.chapter)
    head, rest = places.text.cut_top(1.9 * places.size)
    title = book.chapters[every[leaf.beside[0]].chapter].title
    pen.text(head.cut_top(1.6 * places.size)[0], title, size=round(1.3 * places.size), bold=True)
    for number in leaf.beside:
        rest = _part(pen, rest, every[number], places.size, number, reader.page)
    foot(pen, places.foot, reader)
    if leaf.play is not None:
        pen.page.pictures.append(Picture(places.board, picture_name(book.game, leaf.play)))


def _chapters(pen: Pen, rect: Rect, book: Book, every: tuple[RulePage, ...], current: int) -> None:
    """Draw the list of chapters; a click opens a chapter at its first page."""
    m, look = pen.metrics, pen.look
    height = min(1.15 * m.row, rect.h / len(book.chapters))
    for number, chapter in enumerate(book.chapters):
        place, rect = rect.cut_top(height)
        here = number == current
        if here or pen.hovered(place):
            pen.box(place, look.chosen if here else look.hover, m.radius)
        pen.text(place.inset(m.gap, 0), chapter.title, bold=here)
        first = next(at for at, leaf in enumerate(every) if leaf.chapter == number)
        pen.hit(place, Action(TURN, first))


def _part(pen: Pen, rect: Rect, leaf: RulePage, size: float, number: int, current: int) -> Rect:
    """Draw one of the stacked pages: a click makes it the current one, a bar marks that one.

    Return the rest of the rectangle.
    """
    m, look = pen.metrics, pen.look
    part, rest = rect.cut_top(sum(line.height for line in leaf.lines))
    if number != current:
        pen.hit(part, Action(TURN, number))
    elif len(leaf.beside) > 1:
        high = sum(line.height for line in leaf.lines if line.runs)
        pen.box(Rect(part.x - m.gap, part.y, 3 * m.unit, high), look.accent, m.unit)
    plain = look.text if number == current or pen.hovered(part) else look.quiet
    _lines(pen, part, leaf, size, plain)
    return rest


def _lines(pen: Pen, rect: Rect, leaf: RulePage, size: float, plain: Colour) -> None:
    colours: dict[Style, Colour] = {"code": pen.look.accent}
    y = rect.y
    for line in leaf.lines:
        for run in line.runs:
            colour, bold = colours.get(run.style, plain), run.style == "bold"
            middle = y + line.height / 2
            pen.page.texts.append(Text(rect.x + run.x, middle, run.text, size, colour, bold))
        y += line.height


def foot(pen: Pen, rect: Rect, reader: Reader) -> None:
    """Draw the buttons to turn the page, and the page number."""
    m = pen.metrics
    for label, by in ((tr("Next"), 1), (tr("Back"), -1)):
        part, rect = rect.cut_right(max(button_width(pen, label), 6 * m.text))
        to = reader.page + by
        there = 0 <= to < reader.count
        button(pen, part, Action(TURN, to), label=label, enabled=there, main=there and by > 0)
        _, rect = rect.cut_right(m.gap)
    shown = tr("Page {number} of {count}", number=reader.page + 1, count=reader.count)
    pen.text(rect, shown, pen.look.quiet, size=m.small, align="right")
