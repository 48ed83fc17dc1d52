"""Layout of texts being typed, with pyglet's incremental layout: rows, scrolling, selection.

Pyglet's ``Caret`` is not used: it holds text and cursor in a GL layout, while ``TextEdit`` has them
as data; it blinks by a clock that draws no frames, and is one pixel wide on any screen.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from boche.viewer.fonts.direction import is_turned
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import TextArea, wrapped
from boche.viewer.hud.widgets.pyglet_setup import PLAIN, IncrementalTextLayout, UnformattedDocument
from boche.viewer.hud.widgets.text import BREAKS, LIFT, POINTS, font_name, keep_colours, measure

if TYPE_CHECKING:
    from boche.viewer.fonts.visual_order import Rows

MOST = 4  # layouts kept at a time: one text is being typed, the pointer is on a few others
SHOWN = {code: sign for code, sign in BREAKS.items() if code != 10}


class Layouts:
    """A ``Typesetter`` that also draws. Needs a current GL context.

    A layout is kept from frame to frame, so that a long text scrolls only as far as needed.
    """

    def __init__(self) -> None:
        self._layouts: dict[tuple[Any, ...], Any] = {}
        self._top = 0  # the height of the window, whose y = 0 is at its lower edge

    def height(self, area: TextArea) -> float:
        return float(self._written(area).content_height)

    def caret(self, area: TextArea) -> Rect:
        layout = self._laid(area)
        x, y = layout.get_point_from_position(_cursor(area))
        font = layout.document.get_font(0)
        top = layout.y + y - layout.view_y + font.ascent
        return Rect(layout.x + x - layout.view_x, self._top - top, 0, font.ascent - font.descent)

    def position_at(self, area: TextArea, x: float, y: float) -> int:
        layout = self._laid(area)
        row = layout.get_line_from_point(x, self._top - y)
        return _rows_of(area).place_at(_on_row(layout, row, x))

    def row_beside(self, area: TextArea, by: int) -> int:
        layout, cursor = self._laid(area), _cursor(area)
        row = layout.get_line_from_position(cursor) + by
        if not 0 <= row < len(layout.lines):
            return 0 if row < 0 else len(area.edit.text)
        x, _ = layout.get_point_from_position(cursor)
        return _rows_of(area).place_at(_on_row(layout, row, layout.x + x - layout.view_x))

    def draw(self, areas: list[TextArea], height: int) -> None:
        """Draw texts with the window's projection, which pyglet holds.

        ``height`` is the window's height.
        """
        self._top = height
        for area in areas:
            layout = self._laid(area)
            if not area.edit.text.isascii():
                keep_colours(layout.lines)
            layout.draw()

    def release(self) -> None:
        """Free all layouts."""
        for layout in self._layouts.values():
            layout.delete()
        self._layouts = {}

    def _written(self, area: TextArea) -> Any:
        """Return the layout of an area with its text; its scroll position is kept."""
        width = max(int(area.rect.w), 1)
        key = (area.edit.many, area.size, width, area.colour, area.chosen, area.on_chosen)
        layout = self._layouts.pop(key, None) or _new(area, width)
        self._layouts[key] = layout
        if len(self._layouts) > MOST:
            self._layouts.pop(next(iter(self._layouts))).delete()
        _write(layout.document, _visual_text(area))
        return layout

    def _laid(self, area: TextArea) -> Any:
        """Return the layout of an area, updated to its text, selection and place."""
        layout, edit, rect = self._written(area), area.edit, area.rect.rounded()
        font = layout.document.get_font(0)
        row = font.ascent - font.descent
        rows = max(int(rect.h) // row, 1) if edit.many else 1
        if edit.many:
            top = self._top - rect.y
        else:  # aligned with the label of a text that is not being edited
            middle = round(self._top - (area.rect.y + area.rect.h / 2) + LIFT * area.size)
            top = middle + font.ascent // 2 - font.descent // 4
        layout.height = rows * row + 1  # see _scroll
        layout.position = (rect.x, top, 0)
        cursor = _cursor(area)
        layout.set_selection(*_rows_of(area).seen_part(edit.selection))
        _scroll(layout, layout.get_line_from_position(cursor), rows, row)
        layout.ensure_x_visible(layout.x + layout.get_point_from_position(cursor)[0])
        return layout


def _cursor(area: TextArea) -> int:
    """Return the cursor's index among the displayed letters."""
    return _rows_of(area).seen_at(area.edit.cursor)


def _rows_of(area: TextArea) -> Rows:
    """Return the rows of a text with letters that are read from the right."""
    from boche.viewer.fonts.visual_order import Rows

    text = area.edit.text.translate(SHOWN)
    if not PLAIN or not is_turned(text):
        return Rows()
    return _broken(text, area.size, int(area.rect.w) if area.edit.many else None)


@lru_cache(maxsize=MOST)
def _broken(text: str, size: float, width: int | None) -> Rows:
    """Break a text into rows, then put the letters of each in order.

    So the text's first words are in the first row.
    """
    from boche.viewer.fonts.visual_order import Rows, line_of

    lines = [text] if width is None else wrapped(text, size, False, width - 1, measure)
    rows: list[tuple[int, str]] = []
    end = -1
    for line in lines:
        if end < 0 or text[end : end + 1] in (" ", "\n"):
            rows.append((end + 1, line))
        else:  # a word longer than a row
            rows[-1] = (rows[-1][0], rows[-1][1] + line)
        end = rows[-1][0] + len(rows[-1][1])
    return Rows(tuple((start, line_of(row)) for start, row in rows))


def _visual_text(area: TextArea) -> str:
    """Return the text as it is seen from the left; each row ends with a line break."""
    rows = _rows_of(area).rows
    return "\n".join(row.letters for _, row in rows) or area.edit.text.translate(SHOWN)


def _new(area: TextArea, width: int) -> Any:
    document = UnformattedDocument("")
    style = {"font_name": font_name(), "font_size": area.size * POINTS, "color": area.colour}
    document.set_style(0, 0, style)
    many = area.edit.many
    # Anchored at the top: pyglet does not move drawn text when only the height changes.
    layout = IncrementalTextLayout(
        document, 0, 0, 0, width, 1, anchor_y="top", multiline=many, dpi=96, wrap_lines=many
    )
    layout.selection_color = area.on_chosen
    layout.selection_background_color = area.chosen
    return layout


def _write(document: Any, text: str) -> None:
    """Update the text by the part that differs, since laying out a long one takes a while.

    If the text ends with a line break, the rest is replaced as well: pyglet loses the empty row
    behind it when only the part before it is laid out again.
    """
    old = document.text
    if text == old:
        return
    start = _alike(old, text)
    most = min(len(old), len(text)) - start
    tail = 0 if text.endswith("\n") else min(_alike(old[::-1], text[::-1]), most)
    if start + tail < len(old):
        document.delete_text(start, len(old) - tail)
    if start + tail < len(text):
        document.insert_text(start, text[start : len(text) - tail])


def _alike(one: str, other: str) -> int:
    """Return the number of characters that both start with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _scroll(layout: Any, at: int, rows: int, row: int) -> None:
    """Scroll a row into view; only whole rows are visible.

    One pixel is left: pyglet draws a row that ends or begins exactly at the layout's border and
    never clears it.
    """
    first = min(max(round(-layout.view_y / row), at - rows + 1), at)
    layout.view_y = -row * first - (1 if first else 0)


def _on_row(layout: Any, row: int, x: float) -> int:
    """Return the position on a row; the end of a row is before its line break."""
    place = int(layout.get_position_on_line(row, x))
    later = layout.lines[row + 1 : row + 2]
    return min([place, *(int(line.start) - 1 for line in later)])
