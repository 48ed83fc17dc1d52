"""A page of characters that text boards are drawn on."""

from __future__ import annotations

Spot = tuple[int, int]
"""A place on a page: (line, column), lines counted downwards; both may be negative."""

Page = dict[Spot, str]
"""The characters by their spots; what is not there is blank."""


def text_of(page: Page) -> str:
    """The page from its uppermost line and leftmost column on; it must hold a character.

    One trailing newline, no blanks at the ends of lines.
    """
    lines: dict[int, dict[int, str]] = {}
    for (line, column), character in page.items():
        lines.setdefault(line, {})[column] = character
    left = min(column for _, column in page)
    found = []
    for line in range(min(lines), max(lines) + 1):
        at = lines.get(line, {})
        right = max(at, default=left - 1)
        found.append("".join(at.get(i, " ") for i in range(left, right + 1)).rstrip())
    return "\n".join(found) + "\n"
