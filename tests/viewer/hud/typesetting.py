"""Text layout without a GL context: letters of equal width, rows broken only at newlines."""

from __future__ import annotations

from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import TextArea

WIDE, HIGH = 0.6, 1.2  # width and line height of a letter, relative to its size


class Plain:
    """A ``Typesetter`` with letters of equal width."""

    def height(self, area: TextArea) -> float:
        return HIGH * area.size * (area.edit.text.count("\n") + 1)

    def caret(self, area: TextArea) -> Rect:
        row, column = self._row(area, area.edit.cursor)
        high = HIGH * area.size
        x = area.rect.x + WIDE * area.size * column
        return Rect(x, area.rect.y + row * high, 0, high)

    def position_at(self, area: TextArea, x: float, y: float) -> int:
        row = int((y - area.rect.y) / (HIGH * area.size))
        return self._at(area, row, round((x - area.rect.x) / (WIDE * area.size)))

    def row_beside(self, area: TextArea, by: int) -> int:
        row, column = self._row(area, area.edit.cursor)
        return self._at(area, row + by, column)

    def _row(self, area: TextArea, at: int) -> tuple[int, int]:
        before = area.edit.text[:at]
        return before.count("\n"), len(before.rpartition("\n")[2])

    def _at(self, area: TextArea, row: int, column: int) -> int:
        lines = area.edit.text.split("\n")
        if not 0 <= row < len(lines):
            return 0 if row < 0 else len(area.edit.text)
        return sum(len(line) + 1 for line in lines[:row]) + min(max(column, 0), len(lines[row]))
