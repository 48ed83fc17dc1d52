"""A character page on which text boards are drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

Spot = tuple[int, int]
"""A place on a page: (line, column), with lines counted downwards; both may be negative."""

Page = dict[Spot, str]
"""Characters by their spots; all other spots are blank."""


class BoardText(NamedTuple):
    """What a text board shows: options that it determines, pieces as in a set-up, and the turn.

    ``turn`` is None if it follows from the pieces or cannot be told.
    """

    options: Mapping[str, int]
    values: Mapping[str, tuple[str, ...]]
    turn: str | None


def char_at(lines: Sequence[str], line: int, column: int) -> str:
    """Return the character at a place of a text; a blank beyond it."""
    if not 0 <= line < len(lines) or not 0 <= column < len(lines[line]):
        return " "
    return lines[line][column]


def home_of(text: str, sign: str, spot: Spot) -> Spot:
    """Return the place of spot (0, 0) in a text, in which ``sign`` first stands on ``spot``."""
    lines = text.splitlines()
    line = next(i for i, each in enumerate(lines) if sign in each)
    return line - spot[0], lines[line].index(sign) - spot[1]


def text_of(page: Page) -> str:
    """Return the page as text from its top line and leftmost column; it must not be empty.

    The text ends in one newline and has no trailing blanks.
    """
    lines: dict[int, dict[int, str]] = {}
    for (line, column), character in page.items():
        lines.setdefault(line, {})[column] = character
    first_column = min(column for _, column in page)
    text_lines = []
    for line in range(min(lines), max(lines) + 1):
        at = lines.get(line, {})
        right = max(at, default=first_column - 1)
        text_lines.append("".join(at.get(i, " ") for i in range(first_column, right + 1)).rstrip())
    return "\n".join(text_lines) + "\n"
