"""The building blocks of pages: buttons, fields, labels. Each adds itself to a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from viewer.hud.widgets.geometry import Rect
from viewer.hud.widgets.icons import icon
from viewer.hud.widgets.items import (
    CLEAR,
    Action,
    Box,
    Colour,
    Hit,
    Measure,
    Page,
    Slide,
    Text,
    TextArea,
    Typesetter,
    fitted,
)
from viewer.hud.widgets.theme import Look, Metrics
from viewer.table.writing.text_edit import TextEdit


@dataclass
class Pen:
    """A page being written: the page, its measures and colours, and where the pointer is."""

    metrics: Metrics
    look: Look
    measure: Measure
    typeset: Typesetter
    pointer: tuple[float, float] | None = None
    pressed: bool = False
    said: Callable[[str], str] = str
    """A text in the words of the palette, where it speaks of colours; done to all that is drawn."""
    page: Page = field(default_factory=Page)

    def hovered(self, rect: Rect) -> bool:
        """Whether the pointer is on a rectangle."""
        return self.pointer is not None and rect.holds(*self.pointer)

    def box(self, rect: Rect, fill: Colour, radius: float = 0.0, border: Colour = CLEAR) -> None:
        """A filled box; with a border colour also a thin border."""
        width = self.metrics.hair if border != CLEAR else 0.0
        self.page.boxes.append(Box(rect, fill, radius, border, width))

    def shadow(self, rect: Rect, radius: float) -> None:
        """A soft shadow below a box that is yet to come."""
        soft = 14 * self.metrics.unit
        down = rect.moved(0, 4 * self.metrics.unit)
        self.page.boxes.append(Box(down, self.look.shadow, radius, CLEAR, 0.0, soft))

    def icon(self, name: str, rect: Rect, colour: Colour) -> None:
        """An icon in the middle of a rectangle."""
        width = max(1.4 * self.metrics.unit, 1.3)
        self.page.boxes.extend(icon(name, rect, colour, width))

    def text(
        self,
        rect: Rect,
        text: str,
        colour: Colour | None = None,
        *,
        size: float | None = None,
        bold: bool = False,
        align: str = "left",
    ) -> float:
        """A line of text within a rectangle, cut with an ellipsis if need be; its width."""
        size = size or self.metrics.text
        shown = fitted(self.said(text), size, bold, rect.w, self.measure)
        x = {"left": rect.x, "center": rect.x + rect.w / 2, "right": rect.right}[align]
        colour = colour or self.look.text
        y = rect.y + rect.h / 2
        if shown:
            self.page.texts.append(Text(x, y, shown, size, colour, bold, align))  # type: ignore[arg-type]
        return self.measure(shown, size, bold)

    def lines(
        self,
        rect: Rect,
        lines: Sequence[str],
        height: float,
        colour: Colour | None = None,
        *,
        size: float | None = None,
        bold: bool = False,
    ) -> Rect:
        """Lines of text of that height each from the top of a rectangle; returns what is left."""
        for line in lines:
            part, rect = rect.cut_top(height)
            self.text(part, line, colour, size=size, bold=bold)
        return rect

    def hit(self, rect: Rect, action: Action | None, tip: str = "", **more: object) -> None:
        """A place that answers the pointer."""
        self.page.hits.append(Hit(rect, action, self.said(tip), **more))  # type: ignore[arg-type]

    def width(self, text: str, *, size: float | None = None, bold: bool = False) -> float:
        """How wide a text would be."""
        return self.measure(self.said(text), size or self.metrics.text, bold)

    def rule(self, rect: Rect, side: str) -> None:
        """A thin line along one side of a rectangle."""
        hair = self.metrics.hair
        cut = {"top": rect.cut_top, "bottom": rect.cut_bottom,
               "left": rect.cut_left, "right": rect.cut_right}[side]  # fmt: skip
        self.box(cut(hair)[0], self.look.line)


def button(
    pen: Pen,
    rect: Rect,
    action: Action,
    *,
    label: str = "",
    picture: str = "",
    tip: str = "",
    enabled: bool = True,
    on: bool = False,
    main: bool = False,
) -> None:
    """A button with an icon, a label or both; ``on`` shows it held down, ``main`` filled."""
    look, m = pen.look, pen.metrics
    over = enabled and pen.hovered(rect)
    fill = look.accent if main else look.chosen if on else look.hover if over else CLEAR
    if main and over:
        fill = _mixed(look.accent, look.text, 0.15)
    bordered = look.line if (label and not picture and not main) else CLEAR
    pen.box(rect, fill, m.radius, bordered)
    colour = look.off if not enabled else look.on_accent if main else look.text
    inner = rect
    if picture:
        part, inner = rect.cut_left(rect.h if label else rect.w)
        side = round(0.46 * m.button)
        pen.icon(picture, part.centred(side, side), look.accent if on else colour)
    if label:
        inner = inner if not picture else Rect(inner.x, inner.y, inner.w - m.gap, inner.h)
        pen.text(inner, label, colour, align="left" if picture else "center")
    pen.hit(rect, action if enabled else None, tip)


def button_width(pen: Pen, label: str, picture: bool = False) -> float:
    """How wide a button must be for its label to be uncut."""
    words = pen.width(label) if label else 0.0
    if picture:
        return pen.metrics.button + (words + pen.metrics.gap + 1 if label else 0.0)
    return words + 3 * pen.metrics.gap


def check_box(pen: Pen, rect: Rect, label: str, value: bool, action: Action, tip: str = "") -> None:
    """A box to tick with its label."""
    look, m = pen.look, pen.metrics
    side = round(1.25 * m.text)
    mark, words = rect.cut_left(side + m.gap)
    mark = Rect(rect.x, rect.y + (rect.h - side) / 2, side, side)
    hovered = pen.hovered(rect)
    border = look.accent if value or hovered else look.off
    pen.box(mark, look.accent if value else look.raised, 4 * m.unit, border)
    if value:
        pen.icon("check", mark.inset(side * 0.2), look.on_accent)
    pen.text(words, label)
    pen.hit(rect, action, tip)


def segments(
    pen: Pen, rect: Rect, choices: tuple[tuple[str, str], ...], value: str, name: str
) -> None:
    """A row of choices, (value, label) each, of which one holds. Asks for the one clicked."""
    look, m = pen.look, pen.metrics
    pen.box(rect, look.raised, m.radius, look.line)
    for part, (each, label) in zip(rect.columns(len(choices)), choices, strict=True):
        chosen = each == value
        if chosen or pen.hovered(part):
            pen.box(part.inset(2 * m.unit), look.chosen if chosen else look.hover, m.radius)
        pen.text(part.inset(3 * m.unit, 0), label, align="center", bold=False)
        pen.hit(part, Action(name, each))


def stepper(
    pen: Pen,
    rect: Rect,
    text: str,
    steps: tuple[Action, Action],
    able: tuple[bool, bool],
    point: Action,
    edit: TextEdit | None = None,
) -> None:
    """A value between two buttons, less and more; with ``edit`` one that is being typed.

    ``steps`` is what the buttons ask for, and the wheel; ``able`` says where there is one more.
    ``point`` is asked for where the value is clicked, or a button that leads no further.
    """
    look, m = pen.look, pen.metrics
    pen.box(rect, look.raised, m.radius, look.accent if edit is not None else look.line)
    wheel = (steps[1], steps[0])
    left, rest = rect.cut_left(rect.h)
    right, middle = rest.cut_right(rect.h)
    for part, picture, action, further in zip((left, right), ("minus", "plus"), steps, able,
                                              strict=True):  # fmt: skip
        if further and pen.hovered(part):
            pen.box(part.inset(2 * m.unit), look.hover, m.radius)
        side = 0.36 * rect.h
        pen.icon(picture, part.centred(side, side), look.text if further else look.off)
        pen.hit(part, action if further else point, wheel=wheel, repeat=further)
    pen.hit(middle, point, wheel=wheel)
    if edit is None:
        pen.text(middle, text, align="center")
    else:
        show_area(pen, text_area(pen, middle.inset(m.gap, 0), edit))


def text_field(
    pen: Pen, rect: Rect, edit: TextEdit, focused: bool, action: Action, hint: str = ""
) -> None:
    """A field of one line to type in; ``hint`` stands in it while it is empty."""
    look, m = pen.look, pen.metrics
    pen.box(rect, look.raised, m.radius, look.accent if focused else look.line)
    area = text_area(pen, rect.inset(m.gap, 0), edit)
    pen.hit(rect, action, area=area)
    if focused:
        show_area(pen, area)
    elif edit.text:
        pen.text(area.rect, edit.text)
    else:
        pen.text(area.rect, hint, look.off)


def text_area(pen: Pen, rect: Rect, edit: TextEdit) -> TextArea:
    """A text being typed, in the page's letters and colours."""
    look = pen.look
    return TextArea(rect, edit, pen.metrics.text, look.text, look.accent, look.on_accent)


def show_area(pen: Pen, area: TextArea) -> None:
    """Show a text being typed, with its cursor."""
    pen.page.areas.append(area)
    caret = pen.typeset.caret(area)
    thick = max(pen.metrics.hair, 1.5 * pen.metrics.unit)
    pen.box(Rect(caret.x, caret.y, thick, caret.h), pen.look.accent)


def scrollbar(pen: Pen, rect: Rect, top: int, seen: int, count: int, name: str) -> None:
    """A bar at the right of a list: which lines of all are seen. The wheel over it scrolls what has
    that name, and so do a press and a drag.
    """
    m = pen.metrics
    width = 4 * m.unit
    height = min(max(rect.h * seen / count, 3 * width), rect.h)
    y = rect.y + (rect.h - height) * top / max(count - seen, 1)
    thumb = Rect(rect.right - width, y, width, height)
    place = rect.cut_right(3 * width)[0]
    colour = pen.look.quiet if pen.hovered(place) else pen.look.off
    pen.box(thumb, colour, width / 2)
    pen.hit(place, None, scroll=name, slide=Slide(rect, thumb, top, seen, count))


def _mixed(one: Colour, two: Colour, part: float) -> Colour:
    r, g, b, a = (round(x + (y - x) * part) for x, y in zip(one, two, strict=True))
    return (r, g, b, a)
