"""Texts of lessons in the current language.

Lessons say the same of many moves. So an entry of the catalogues is a paragraph whose moves, cells,
numbers, and letters that name something are gaps: one entry serves all paragraphs that differ in
nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from string import ascii_lowercase

from boche.engine.languages.catalogue import ENGLISH
from boche.engine.languages.current import current, tr, translate
from boche.engine.message import Message, capitalized

BREAK = "\n\n"
"""What parts the paragraphs of a text."""

# A word with a digit in it, without the punctuation around it; or a letter that names something,
# of which "a" is taken for one behind certain words only.
_VALUE = re.compile(
    r"(?<![^\s(])[^\s(]*\d\S*?(?=[.,:;!?)]*(?:\s|$))"
    r"|(?<![\w'’.-])[b-h](?![\w'’-])|(?<=[Pp]rong )a\b|(?<=[Rr]otation )a\b"
)
_GAP = re.compile(r"\{([a-z])\}")


def entry_of(paragraph: str) -> tuple[str, dict[str, str]]:
    """Return a paragraph's entry in the catalogues, and what stands in its gaps.

    >>> entry_of("Five, from f3 to f7.")
    ('Five, from {a} to {b}.', {'a': 'f3', 'b': 'f7'})
    """
    values: dict[str, str] = {}

    def gap(found: re.Match[str]) -> str:
        if len(values) == len(ascii_lowercase):
            return found[0]
        name = ascii_lowercase[len(values)]
        values[name] = found[0]
        return f"{{{name}}}"

    return _VALUE.sub(gap, paragraph), values


def entries(text: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the entries of a text, with what stands in their gaps."""
    yield from (entry_of(paragraph) for paragraph in text.split(BREAK) if paragraph)


def in_language(text: str) -> str:
    """Return a text of a lesson, or a message, in the current language.

    A message that is the value of another one is a sentence there, and begins like one.
    """
    if isinstance(text, Message):
        values = {
            name: capitalized(translate(value)) if isinstance(value, Message) else value
            for name, value in text.values.items()
        }
        return translate(text.phrase(**values))
    return text if current() == ENGLISH else _translated(text, current())


@lru_cache(maxsize=256)
def _translated(text: str, language: str) -> str:
    """Translate a text into the current language, which is named for the cache alone."""
    return BREAK.join(_filled(*entry_of(paragraph)) for paragraph in text.split(BREAK))


def _filled(entry: str, values: dict[str, str]) -> str:
    template = tr(entry) if entry else ""
    return _GAP.sub(lambda found: values.get(found[1], found[0]), template)
