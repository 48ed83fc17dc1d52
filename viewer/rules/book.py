"""A game's rules in chapters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Any

from boche.engine.errors import why_not
from boche.engine.game import OptionValue
from boche.engine.games.registry import find
from boche.engine.languages.catalogue import ENGLISH
from boche.engine.languages.current import current, tr
from boche.viewer.games.registry import ViewError, view_of
from boche.viewer.rules.markdown import (
    FENCE,
    ITEM,
    ROW,
    Block,
    Heading,
    Item,
    Paragraph,
    Play,
    Span,
    Spans,
    Table,
    grouped,
    read,
    spans_of,
)


@dataclass(frozen=True)
class Chapter:
    """A chapter: its title, and the blocks below it."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Book:
    """The rules of one game; the title of the first chapter is that of the book."""

    game: str
    chapters: tuple[Chapter, ...]

    @property
    def plays(self) -> tuple[Play, ...]:
        """The plays of the book, in order."""
        every = (block for chapter in self.chapters for block in chapter.blocks)
        return tuple(block for block in every if isinstance(block, Play))

    def explaining(self, option: str) -> int | None:
        """Return the number of the play that explains an option, or None."""
        numbers = (number for number, play in enumerate(self.plays) if play.option == option)
        return next(numbers, None)


def rules_text(game: str) -> str:
    """Return the text of a game's rules in the current language, empty if it has none.

    Raises ``ViewError``.
    """
    rules = view_of(game).rules
    try:
        return in_language(rules()) if rules is not None else ""
    except Exception as error:  # any fault of an external package
        raise ViewError(f"the rules of {game} cannot be read: {why_not(error)}") from error


def book_of(game: str) -> Book | None:
    """Return a game's rules in the current language, or None without any that can be read."""
    return _book(game, current())


@cache
def _book(game: str, language: str) -> Book | None:
    """Return the rules in the current language, which is named for the cache alone."""
    try:
        text = rules_text(game)
    except ViewError:
        return None
    names = {name: option.title for option in find(game).options
             for name in (option.name, option.opposite) if name}  # fmt: skip
    chapters = _chapters(tuple(_with_titles(block, names) for block in read(text)))
    return Book(game, tuple(chapters)) if chapters else None


def _with_titles(block: Block, titles: Mapping[str, str]) -> Block:
    """Return a block that calls options by their titles, as forms do, not by their names."""
    if isinstance(block, Table):
        rows = (tuple(_titled(cell, titles) for cell in row) for row in block.rows)
        return replace(block, rows=tuple(rows))
    if isinstance(block, Paragraph | Item):
        return replace(block, spans=_titled(block.spans, titles))
    return block


def _titled(spans: Spans, titles: Mapping[str, str]) -> Spans:
    """Return spans in which an option's name, as in `kill` or `kill=n`, is its title or its value.

    A name in brackets, which follows the title, is left out.
    """
    made: list[Span] = []
    dropped = False
    for span in spans:
        text, name = span.text, span.text.partition("=")[0]
        before = made[-1].text if made else ""
        if dropped:
            made.append(replace(span, text=text.removeprefix(")")))
        elif span.style != "code" or name not in titles:
            made.append(span)
        elif "=" in text:
            made.append(replace(span, text=text.partition("=")[2]))
        elif not before.endswith(" ("):
            made.append(Span(tr(titles[name]), "italic"))
        else:
            made[-1] = replace(made[-1], text=before[:-2])
            dropped = True
            continue
        dropped = False
    return tuple(span for span in made if span.text)


def _chapters(blocks: tuple[Block, ...]) -> list[Chapter]:
    heads = [
        at for at, block in enumerate(blocks) if isinstance(block, Heading) and block.level < 3
    ]
    chapters = []
    for at, end in pairwise([*heads, len(blocks)]):
        head = blocks[at]
        assert isinstance(head, Heading)
        chapters.append(Chapter(head.text, blocks[at + 1 : end]))
    return chapters


def options_of(play: Play) -> Mapping[str, OptionValue]:
    """Return the game options of a play."""
    return {name: _value(text) for name, text in play.options}


def _value(text: str) -> OptionValue:
    return text == "on" if text in ("on", "off") else int(text)


def positions_of(game: str, play: Play) -> list[Any]:
    """Return the positions of a play, from the start of the game. Raises ``BocheError``."""
    positions: list[Any] = [find(game).new(**options_of(play))]
    for move in play.moves:
        positions.append(positions[-1].play(move))
    return positions


# Rules in the current language: the same blocks, each with its own entry in the catalogues.
#
# The file in English is the only one with boards and drawings. A paragraph, a list item, a heading
# and a row of a table are entries each, with their Markdown inside.


def in_language(markdown: str) -> str:
    """Return a page in the current language."""
    if current() == ENGLISH:
        return markdown
    lines = [
        before + tr(text) if text else before
        for group in grouped(markdown.splitlines())
        for before, text in _parts(group)
    ]
    return "\n".join(lines) + "\n"


def entries(markdown: str) -> Iterator[str]:
    """Yield the texts of a page that the catalogues have."""
    for group in grouped(markdown.splitlines()):
        yield from (text for _, text in _parts(group) if text)


def _parts(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what a block is made of: Markdown that stays, and the text after it, if any."""
    first, *others = (line.strip() for line in lines)
    if not first or first.startswith(FENCE):
        yield from ((line, "") for line in lines)
    elif first.startswith("#"):
        text = first.lstrip("# ")
        yield first.removesuffix(text), text
    elif first.startswith("|"):
        for line in (first, *others):
            row = ROW.match(line)
            yield ("| ", row["text"].strip("| ")) if row else (line, "")
    elif item := ITEM.match(first):
        yield f"{item['marker']} ", " ".join([item["text"], *others])
    else:
        text = " ".join([first, *others])
        yield ("", text) if spans_of(text) else (text, "")
