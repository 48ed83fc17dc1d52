"""Rules as plain text, for a terminal."""

from __future__ import annotations

import textwrap

from boche.engine.languages.current import tr
from boche.viewer.rules.markdown import Block, Code, Heading, Item, Paragraph, Table, read, words_of

NARROWEST = 20
"""Minimum line width, however narrow the terminal."""
MARGIN = "    "


def plain_text(markdown: str, width: int) -> str:
    """Return the rules without Markdown syntax, in lines of at most ``width`` characters.

    Drawings and words longer than that stay whole.
    """
    width = max(width, NARROWEST)
    lines: list[str] = []
    before: Block | None = None
    for block in read(markdown):
        if before is not None and not (isinstance(block, Item) and isinstance(before, Item)):
            lines.append("")
        lines += _lines(block, width)
        before = block
    return "\n".join(lines) + "\n"


def _lines(block: Block, width: int) -> list[str]:
    if isinstance(block, Heading):
        rule = {1: "=", 2: "-"}.get(block.level)
        return [block.text, *([rule * len(block.text)] if rule else [])]
    if isinstance(block, Paragraph):
        return _filled(words_of(block.spans), width)
    if isinstance(block, Item):
        marker = block.marker.replace("•", "-") + " "
        return _filled(words_of(block.spans), width, marker, " " * len(marker))
    if isinstance(block, Table):
        return _table(block, width)
    if isinstance(block, Code):
        return block.text.splitlines()
    options = ", ".join(f"{name} {value}" for name, value in block.options)
    moves = " ".join(block.moves)
    if options:
        moves = tr("Moves ({options}): {moves}", options=options, moves=moves)
    else:
        moves = tr("Moves: {moves}", moves=moves)
    return _filled(moves, width, MARGIN, MARGIN)


def _filled(text: str, width: int, first: str = "", other: str = "") -> list[str]:
    return textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=other,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _table(table: Table, width: int) -> list[str]:
    """Return each row as its first column and its facts, with the last column indented below."""
    heads = [words_of(cell) for cell in table.rows[0]]
    lines = []
    for row in table.rows[1:]:
        name, *cells = [words_of(cell) for cell in row]
        *facts, about = cells
        details = ", ".join(f"{head} {fact}" for head, fact in zip(heads[1:], facts, strict=False))
        lines.append(f"{name} ({details})" if details else name)
        lines += _filled(about, width, MARGIN, MARGIN)
    return lines
