"""The simple Markdown of the rules, parsed into blocks of text. Pictures are left out.

It has headings, paragraphs, list items, tables and code blocks; within them bold, italic, code and
links, of which the text is kept. A code block whose fence says ``play`` is a ``Play``: moves that a
board beside the text makes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

Style = Literal["plain", "bold", "italic", "code"]


@dataclass(frozen=True)
class Span:
    """A piece of text in one style."""

    text: str
    style: Style = "plain"


Spans = tuple[Span, ...]


@dataclass(frozen=True)
class Heading:
    """A heading; ``level`` 1 is the page's title, 2 a chapter's."""

    level: int
    text: str


@dataclass(frozen=True)
class Paragraph:
    """A paragraph of text."""

    spans: Spans


@dataclass(frozen=True)
class Item:
    """A list item; ``marker`` is what precedes it, ``•`` or its number."""

    marker: str
    spans: Spans


@dataclass(frozen=True)
class Table:
    """Rows of cells; the first row is the header."""

    rows: tuple[tuple[Spans, ...], ...]


@dataclass(frozen=True)
class Code:
    """A drawing in monospaced text."""

    text: str


@dataclass(frozen=True)
class Play:
    """Moves to be shown on a board: ``play size=3 after=2 view=top option=kill``.

    The first ``after`` moves are on the board from the start. ``view`` is the viewpoint, or empty
    for the game's own. ``option`` names the option that the play explains. All other words are
    options of the game, as text.
    """

    moves: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    after: int = 0
    view: str = ""
    option: str = ""


Block = Heading | Paragraph | Item | Table | Code | Play

_INLINE = re.compile(
    r"(?P<picture>!\[[^]]*\]\([^)]*\))|\[(?P<link>[^]]*)\]\([^)]*\)|\*\*(?P<bold>.+?)\*\*"
    r"|\*(?P<italic>[^*\s][^*]*)\*|`(?P<code>[^`]+)`"
)
_STYLES: dict[str, Style] = {"link": "plain", "bold": "bold", "italic": "italic", "code": "code"}
ITEM = re.compile(r"(?P<marker>-|\d+\.) +(?P<text>.*)")
"""The first line of a list item."""
ROW = re.compile(r"(?![|\s:-]+$)\|(?P<text>.*)")
"""A row of a table, except for the line below its head."""
FENCE = "```"
"""What the lines around a code block begin with."""


def read(text: str) -> tuple[Block, ...]:
    """Return the blocks of a page, in order."""
    return tuple(_blocks(text.splitlines()))


def _blocks(lines: list[str]) -> Iterator[Block]:
    for group in grouped(lines):
        line = group[0].strip()
        if line.startswith(FENCE):
            ended = len(group) > 1 and group[-1].strip() == FENCE
            yield _fenced(line[3:].split(), group[1 : -1 if ended else None])
        elif line:
            yield from _of_text([text.strip() for text in group])


def grouped(lines: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the lines of each block; a code block has its fences, and each empty line is a group.

    All lines are there, in order.
    """
    at = 0
    while at < len(lines):
        line = lines[at].strip()
        end = at + 1
        if line.startswith(FENCE):
            while end < len(lines) and lines[end].strip() != FENCE:
                end += 1
            end = min(end + 1, len(lines))
        else:
            while end < len(lines) and _goes_on(line, lines[end]):
                end += 1
        yield lines[at:end]
        at = end


def _goes_on(first: str, line: str) -> bool:
    """Return whether a line belongs to the block that began with ``first``."""
    plain = line.strip()
    if not first or not plain or first.startswith("#"):
        return False
    if first.startswith("|"):
        return plain.startswith("|")
    return not (plain.startswith((FENCE, "#", "|")) or ITEM.match(plain))


def _of_text(lines: list[str]) -> Iterator[Block]:
    first = lines[0]
    if first.startswith("#"):
        level = len(first) - len(first.lstrip("#"))
        yield Heading(level, words_of(spans_of(first.lstrip("# "))))
    elif first.startswith("|"):
        rows = [line.strip("|").split("|") for line in lines if ROW.match(line)]
        width = max(map(len, rows), default=0)
        even = [[*row, *[""] * (width - len(row))] for row in rows]
        yield Table(tuple(tuple(spans_of(cell.strip()) for cell in row) for row in even))
    elif item := ITEM.match(first):
        marker = "•" if item["marker"] == "-" else item["marker"]
        yield Item(marker, spans_of(" ".join([item["text"], *lines[1:]])))
    elif spans := spans_of(" ".join(lines)):
        yield Paragraph(spans)


def _fenced(info: list[str], lines: Sequence[str]) -> Block:
    """Return a code block, or a ``Play``; a ``play`` fence that cannot be parsed is plain code."""
    code = Code("\n".join(lines))
    if info[:1] != ["play"]:
        return code
    try:
        attributes = dict(word.split("=", 1) for word in info[1:])
        after = int(attributes.pop("after", 0))
    except ValueError:
        return code
    view, option = attributes.pop("view", ""), attributes.pop("option", "")
    return Play(tuple(" ".join(lines).split()), tuple(attributes.items()), after, view, option)


def spans_of(text: str) -> Spans:
    """Return the text of a line, split by style."""
    spans: list[Span] = []
    at = 0
    for match in _INLINE.finditer(text):
        spans.append(Span(text[at : match.start()]))
        kind = match.lastgroup or ""
        if kind in _STYLES:
            spans.append(Span(match[kind].replace("`", ""), _STYLES[kind]))
        at = match.end()
    spans.append(Span(text[at:]))
    return tuple(span for span in spans if span.text)


def words_of(spans: Spans) -> str:
    """Return the text without its styles."""
    return "".join(span.text for span in spans)
