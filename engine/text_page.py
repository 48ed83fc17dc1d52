"""A character page on which text boards are drawn."""

from __future__ import annotations

Spot = tuple[int, int]
"""A place on a page: (line, column), with lines counted downwards; both may be negative."""

Page = dict[Spot, str]
"""Characters by their spots; all other spots are blank."""


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
