"""Drawing of pages: boxes and strokes in one draw call per page, then pictures, then texts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from boche.viewer.fonts.direction import is_turned
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Box, Page, Picture, Stroke, TextArea, wrapped
from boche.viewer.hud.widgets.pyglet_setup import PLAIN, IncrementalTextLayout, UnformattedDocument
from boche.viewer.hud.widgets.text import (
    BREAKS,
    LIFT,
    POINTS,
    Texts,
    font_name,
    keep_colours,
    measure,
)
from boche.viewer.renderer.programs import Programs

if TYPE_CHECKING:
    from boche.viewer.fonts.visual_order import Rows

SHAPE = np.dtype(
    [
        ("middle", "<f4", 2),
        ("half_size", "<f4", 2),
        ("direction", "<f4", 2),
        ("edge", "<f4", 3),
        ("fill", "u1", 4),
        ("border", "u1", 4),
    ]
)
LAYOUT = ("2f4 2f4 2f4 3f4 4f1 4f1/i", *(SHAPE.names or ()))


class Painter:
    """A painter of pages into the bound framebuffer. It shares its GL context with others."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self.layouts = Layouts()
        self._programs = Programs(context)
        square = np.array([[-1, -1], [1, -1], [-1, 1], [1, 1]], "<f4")
        self._square = context.buffer(square.tobytes())
        self._unit = context.buffer(((square + 1) / 2).astype("<f4").tobytes())
        self._copy = context.vertex_array(
            self._programs.get("picture", "picture"), [(self._unit, "2f4", "corner")]
        )
        self._layers: list[_Layer] = []

    def draw(
        self, pages: Sequence[Page], size: tuple[int, int], textures: Mapping[str, Any]
    ) -> None:
        """Draw the pages from the bottom up; ``textures`` are those that pictures name."""
        while len(self._layers) < len(pages):
            self._layers.append(_Layer(self._context, self._programs, self._square))
        for layer, page in zip(self._layers, pages, strict=False):
            self.set_state()
            layer.draw_boxes(page.boxes, size)
            for picture in page.pictures:
                if picture.name in textures:
                    self.show(textures[picture.name], picture, size)
            layer.texts.load(page.texts, size[1])
            layer.texts.draw()
            self.layouts.draw(page.areas, size[1])
        for layer in self._layers[len(pages) :]:
            layer.texts.load([], size[1])

    def set_state(self) -> None:
        """Set up flat drawing: no depth, no culling, colours premultiplied by alpha."""
        context = self._context
        context.enable_only(context.BLEND)
        context.blend_func = context.ONE, context.ONE_MINUS_SRC_ALPHA

    def show(self, texture: Any, picture: Picture, size: tuple[int, int]) -> None:
        """Draw a part of a texture into a rectangle of a window of ``size``."""
        texture.use(0)
        program = self._programs.get("picture", "picture")
        program["box"].value = clip_box(picture.rect, size)
        program["part"].value = picture.part
        program["alpha"].value = picture.alpha
        self._copy.render(self._context.TRIANGLE_STRIP)

    def release(self) -> None:
        """Free all resources."""
        for layer in self._layers:
            layer.release()
        self._layers = []
        for part in (self.layouts, self._copy, self._square, self._unit, self._programs):
            part.release()


def clip_box(rect: Rect, size: tuple[int, int]) -> tuple[float, float, float, float]:
    """Return a rectangle's lower left corner and size in clip space."""
    sx, sy = 2.0 / size[0], 2.0 / size[1]
    return (rect.x * sx - 1.0, 1.0 - rect.bottom * sy, rect.w * sx, rect.h * sy)


class _Layer:
    """The GPU resources of one page."""

    def __init__(self, context: Any, programs: Programs, square: Any) -> None:
        self._context, self._programs, self._square = context, programs, square
        self._boxes: list[Box | Stroke] = []
        self._resources: list[Any] = []
        self.texts = Texts()

    def draw_boxes(self, boxes: list[Box | Stroke], size: tuple[int, int]) -> None:
        """Draw boxes and strokes in their order."""
        if boxes != self._boxes:
            self._load(boxes)
        if boxes:
            self._programs.get("hud", "hud")["window"].value = size
            self._resources[0].render(self._context.TRIANGLE_STRIP, instances=len(boxes))

    def _load(self, boxes: list[Box | Stroke]) -> None:
        self._free()
        self._boxes = list(boxes)
        if boxes:
            data = self._context.buffer(shapes(boxes).tobytes())
            array = self._context.vertex_array(
                self._programs.get("hud", "hud"),
                [(self._square, "2f4", "corner"), (data, *LAYOUT)],
            )
            self._resources = [array, data]

    def _free(self) -> None:
        for resource in self._resources:
            resource.release()
        self._resources, self._boxes = [], []

    def release(self) -> None:
        """Free all resources."""
        self._free()
        self.texts.release()


def shapes(boxes: Sequence[Box | Stroke]) -> Any:
    """Return boxes and strokes as an array of ``SHAPE``."""
    rows = [_box(item) if isinstance(item, Box) else _stroke(item) for item in boxes]
    return np.array(rows, SHAPE)


def _box(box: Box) -> tuple[Any, ...]:
    half = (box.rect.w / 2, box.rect.h / 2)
    edge = (box.radius, box.width, box.soft)
    return (box.rect.middle, half, (1.0, 0.0), edge, box.fill, box.border)


def _stroke(line: Stroke) -> tuple[Any, ...]:
    dx, dy = line.x1 - line.x0, line.y1 - line.y0
    length = math.hypot(dx, dy)
    direction = (dx / length, dy / length) if length else (1.0, 0.0)
    middle = ((line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2)
    half = (length / 2 + line.width / 2, line.width / 2)
    return (middle, half, direction, (line.width / 2, 0.0, 0.0), line.colour, line.colour)


# Layout of texts being typed, with pyglet's incremental layout: rows, scrolling, selection.
#
# Pyglet's ``Caret`` is not used: it holds text and cursor in a GL layout, while ``TextEdit`` has
# them as data; it blinks by a clock that draws no frames, and is one pixel wide on any screen.

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
