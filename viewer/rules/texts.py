"""Rules in the current language: the same blocks, each with its own entry in the catalogues.

The file in English is the only one with boards and drawings. A paragraph, a list item, a heading
and a row of a table are entries each, with their Markdown inside.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boche.engine.languages.catalogue import ENGLISH
from boche.engine.languages.current import current, tr
from boche.viewer.rules.markdown import FENCE, ITEM, ROW, grouped, spans_of


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
