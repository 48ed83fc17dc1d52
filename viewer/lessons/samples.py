"""Texts of the sample records and opening books in the current language; their files are English.

The moves in them are gaps, as in lessons. A book says the same of each position, with its numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from boche.engine.comments import comment_shown
from boche.engine.languages.catalogue import ENGLISH
from boche.engine.languages.current import current, tr, tr_later, tr_word
from boche.engine.languages.formats import grouped, percent
from boche.engine.message import capitalized
from boche.engine.record import Record
from boche.viewer.lessons import texts

TITLE = tr_later("Opening book")
ABOUT = tr_later(
    "Each position with a chance was searched; chances are those behind the best moves."
)
"""Lines of the opening books, as ``training.book`` writes them."""

_CHANCE = re.compile(r"(\w+) (\d{1,3})%: ([\d,]+) playouts")
_SAME = re.compile(r"Goes on as after (.+)")


def in_language(text: str) -> str:
    """Return a title or a comment of a sample or an opening book in the current language."""
    if current() == ENGLISH:
        return text
    return "\n".join(map(_line, comment_shown(text).split("\n")))


def entries(record: Record) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield the catalogue's entries of a sample, with what stands in their gaps."""
    for text in (record.event, *(node.comment for node in record.nodes())):
        for line in text.split("\n"):
            yield from texts.entries(line)


def _line(line: str) -> str:
    if found := _CHANCE.fullmatch(line):
        return tr(
            "{colour} {chance}: {count} playouts",
            colour=capitalized(tr_word(found[1].lower())),
            chance=percent(int(found[2]) / 100),
            count=grouped(int(found[3].replace(",", ""))),
        )
    if found := _SAME.fullmatch(line):
        return tr("Goes on as after {moves}", moves=found[1])
    return texts.in_language(line)
