"""A page of the rules: chapters on the left, text, and beside it an animated board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from boche.engine.languages.current import tr
from boche.viewer.hud.help_state import TURN, Reader
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action, Colour, Measure, Picture, Text
from boche.viewer.hud.widgets.widgets import Pen, button, button_width
from boche.viewer.rules import picture_name
from boche.viewer.rules.book import Book, Chapter
from boche.viewer.rules.markdown import (
    Block,
    Code,
    Heading,
    Item,
    Paragraph,
    Play,
    Span,
    Spans,
    Style,
    Table,
    words_of,
)

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
    m = pen.metrics
    height = min(1.15 * m.row, rect.h / len(book.chapters))
    for number, chapter in enumerate(book.chapters):
        place, rect = rect.cut_top(height)
        pen.highlight(place, number == current)
        pen.text(place.inset(m.gap, 0), chapter.title, bold=number == current)
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


# Layout of the rules in short pages: lines of text, and the board that belongs to them.
#
# A page has one board. Short consecutive pages are stacked, so that a sentence with its own board
# does not leave a page empty; the page being read is marked. Nothing is drawn here.

LINE, GAP = 1.5, 0.65
"""The height of a line, and the space below a paragraph, in letter heights."""
NARROW_COLUMN = 0.4
"""Fraction of the width below which a table's last column is set below the others."""
SHORT, EMPTY = 0.35, 0.2
"""Fractions of the page height below which a page may be stacked, and should not stand alone."""


@dataclass(frozen=True)
class Run:
    """Words in one style; ``x`` is their distance from the left end of the line."""

    x: float
    text: str
    style: Style


@dataclass(frozen=True)
class Line:
    """A line of text, or the gap below one; ``heading`` keeps it with the line that follows."""

    height: float
    runs: tuple[Run, ...] = ()
    heading: bool = False


@dataclass(frozen=True)
class RulePage:
    """A page: the index of its chapter, its lines, and the number of its play, or None.

    ``beside`` are the numbers of the pages that are visible with it, in order, itself included.
    """

    chapter: int
    lines: tuple[Line, ...]
    play: int | None
    beside: tuple[int, ...] = ()


@dataclass(frozen=True)
class _Setter:
    """A typesetter that breaks blocks into lines of a width."""

    width: float
    size: float
    measure: Measure

    def lines(self, block: Block, after: Block | None) -> list[Line]:
        """Return a block as lines, followed by a gap that depends on the next block.

        Drawings and plays have no lines; the board beside the text shows them.
        """
        if isinstance(block, Heading):
            head = Run(0.0, block.text, "bold")
            return [Line(LINE * self.size, (head,), True), Line(0.3 * GAP * self.size, (), True)]
        if isinstance(block, Paragraph):
            return [*self.filled(block.spans), Line(GAP * self.size)]
        if isinstance(block, Item):
            indent = 1.7 * self.size
            first, *others = self.filled(block.spans, indent)
            marker = Run(0.3 * self.size, block.marker, "plain")
            first = replace(first, runs=(marker, *first.runs))
            gap = 0.6 * GAP if isinstance(after, Item) else GAP
            return [first, *others, Line(gap * self.size)]
        return self._table(block) if isinstance(block, Table) else []

    def _table(self, table: Table) -> list[Line]:
        gap, count = 1.2 * self.size, len(table.rows[0])
        starts = [0.0]
        for column in range(count - 1):
            cells = [row[column] for row in table.rows]
            starts.append(starts[-1] + max(map(self._wide, cells)) + gap)
        if self.width - starts[-1] < NARROW_COLUMN * self.width:
            return self._stacked(table)
        found: list[Line] = []
        for row in table.rows:
            texts = [self.filled(cell, x) for cell, x in zip(row, starts, strict=True)]
            for at in range(max(map(len, texts))):
                runs = [run for text in texts for run in (text[at].runs if at < len(text) else ())]
                found.append(Line(LINE * self.size, tuple(runs)))
            found.append(Line(0.6 * GAP * self.size))
        return [*found, Line(0.4 * GAP * self.size)]

    def _stacked(self, table: Table) -> list[Line]:
        """Return each row as its short cells in a line, with the last cell indented below.

        Each fact follows its column's head, which is no row of its own here.
        """
        heads, *rows = table.rows
        found: list[Line] = []
        for name, *facts, about in rows:
            pairs = zip(heads[1:], facts, strict=False)
            after = [span for head, fact in pairs for span in (Span(", "), *head, Span(" "), *fact)]
            found += self.filled((*name, *after))
            found += [*self.filled(about, 1.7 * self.size), Line(0.6 * GAP * self.size)]
        return [*found, Line(0.4 * GAP * self.size)]

    def _wide(self, spans: Spans) -> float:
        return sum(self.measure(span.text, self.size, span.style == "bold") for span in spans)

    def filled(self, spans: Spans, x: float = 0.0) -> list[Line]:
        """Break words into lines, from ``x`` to the right end."""
        lines: list[list[Run]] = [[]]
        at = x
        for word in _words(spans):
            wide = self._wide(tuple(word))
            if lines[-1] and at + wide > self.width:
                lines.append([])
                at = x
            for number, piece in enumerate(word):
                _add(lines[-1], Run(at, piece.text, piece.style), number == 0)
                at += self._wide((piece,))
            at += self._wide((Span(" ", word[-1].style),))
        return [Line(LINE * self.size, tuple(line)) for line in lines]


def _add(line: list[Run], run: Run, apart: bool) -> None:
    """Append a piece of a word to a line, after a space if ``apart`` is true."""
    if line and line[-1].style == run.style:
        line[-1] = replace(line[-1], text=line[-1].text + (" " if apart else "") + run.text)
    else:
        line.append(run)


def _words(spans: Spans) -> Iterator[list[Span]]:
    """Yield the words, each as a list of its pieces of one style."""
    word: list[Span] = []
    for span in spans:
        first, *others = span.text.split(" ")
        for text, apart in ((first, False), *((other, True) for other in others)):
            if apart and word:
                yield word
                word = []
            if text:
                word.append(replace(span, text=text))
    if word:
        yield word


@lru_cache(maxsize=4)
def leaves(
    book: Book, width: float, height: float, size: float, measure: Measure
) -> tuple[RulePage, ...]:
    """Return the pages of a book whose text area has this size, in letters of ``size``."""
    setter, found, number = _Setter(width, size, measure), list[RulePage](), 0
    for at, chapter in enumerate(book.chapters):
        for blocks, has_play in _parts(chapter):
            ahead = [*blocks[1:], None]
            made = [setter.lines(*each) for each in zip(blocks, ahead, strict=True)]
            for lines in _cut(made, height):
                found.append(RulePage(at, lines, number if has_play else None))
            number += has_play
    return tuple(_together(found, book, setter, height))


def _together(
    found: list[RulePage], book: Book, setter: _Setter, height: float
) -> Iterator[RulePage]:
    """Stack short pages with their neighbours, as far as there is room.

    This works from the last page backwards, so that no short page is left at the end; a short page
    left before others takes the next one.
    """

    def high(*leaves: RulePage) -> float:
        lines = [line for leaf in _titled(leaves, book, setter) for line in leaf.lines]
        return _high(lines) - _gap(lines)

    groups: list[list[RulePage]] = []
    for before, leaf in zip([None, *found[:-1]][::-1], reversed(found), strict=True):
        most = SHORT
        if groups and leaf.chapter != groups[0][0].chapter:  # the end of a chapter stays with it
            most = 0.0 if before is not None and before.chapter == leaf.chapter else EMPTY
        short = groups and min(high(leaf), high(*groups[0])) <= most * height
        if short and high(leaf, *groups[0]) <= height:
            groups[0].insert(0, leaf)
        else:
            groups.insert(0, [leaf])
    for group, after in pairwise(groups):
        while high(*group) <= EMPTY * height and len(after) > 1:
            group.append(after.pop(0))
    at = 0
    for group in groups:
        beside = tuple(range(at, at + len(group)))
        yield from (replace(leaf, beside=beside) for leaf in _titled(group, book, setter))
        at += len(group)


def _titled(group: Sequence[RulePage], book: Book, setter: _Setter) -> Iterator[RulePage]:
    """Yield stacked pages; a chapter that does not begin at the top gets its title."""
    yield group[0]
    for before, leaf in pairwise(group):
        title = Heading(3, book.chapters[leaf.chapter].title)
        lines = setter.lines(title, None) if leaf.chapter != before.chapter else []
        yield replace(leaf, lines=(*lines, *leaf.lines))


def _parts(chapter: Chapter) -> Iterator[tuple[list[Block], bool]]:
    """Yield a chapter's blocks in parts that end with a play; the remainder joins the last part."""
    ends = [at + 1 for at, block in enumerate(chapter.blocks) if isinstance(block, Play)]
    starts, ends = [0, *ends[:-1]], [*ends[:-1], len(chapter.blocks)]
    for start, end in zip(starts, ends, strict=True):
        blocks = _without_drawings(chapter.blocks[start:end])
        yield blocks, any(isinstance(block, Play) for block in blocks)


def _without_drawings(blocks: Sequence[Block]) -> list[Block]:
    """Return the blocks without drawings and without paragraphs that introduce one with a colon."""
    ahead: list[Block | None] = [*blocks[1:], None]
    return [
        block
        for block, after in zip(blocks, ahead, strict=True)
        if not isinstance(block, Code)
        and not (
            isinstance(block, Paragraph)
            and isinstance(after, Code)
            and words_of(block.spans).endswith(":")
        )
    ]


def _cut(blocks: Sequence[list[Line]], height: float) -> list[tuple[Line, ...]]:
    """Cut lines into pages between blocks, or inside a block that is too high for a page.

    A block without lines, such as a play, never begins a page: it would have nothing to read.
    """
    pages: list[list[Line]] = [[]]
    for at, block in enumerate(blocks):
        if not block:
            continue
        ahead = _high(block)
        if block and block[-1].heading and at + 1 < len(blocks):
            ahead += _high(blocks[at + 1])
        if pages[-1] and _high(pages[-1]) + ahead - _gap(block) > height:
            pages.append([])
        for line in block:
            if pages[-1] and line.runs and _high(pages[-1]) + line.height > height:
                pages.append([])
            pages[-1].append(line)
    return [tuple(page) for page in pages]


def _high(lines: Sequence[Line]) -> float:
    return sum(line.height for line in lines)


def _gap(block: Sequence[Line]) -> float:
    """Return the empty space at the end of a block, which may extend beyond the page."""
    return block[-1].height if block and not block[-1].runs else 0.0
