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
    top, left = min(line for line, _ in page), min(column for _, column in page)
    bottom = max(line for line, _ in page)
    lines = []
    for line in range(top, bottom + 1):
        right = max((column for at, column in page if at == line), default=left - 1)
        lines.append("".join(page.get((line, i), " ") for i in range(left, right + 1)).rstrip())
    return "\n".join(lines) + "\n"
