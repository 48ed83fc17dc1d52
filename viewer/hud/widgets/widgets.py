"""The building blocks of pages: buttons, fields, labels. Each adds itself to a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from boche.engine.languages.current import translate
from boche.engine.message import capitalized
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.icons import disc, icon
from boche.viewer.hud.widgets.items import (
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
    halved,
    wrapped,
)
from boche.viewer.hud.widgets.theme import Look, Metrics
from boche.viewer.table.text_edit import TextEdit

TIGHT = 1.1  # the height of the lines of a label in two lines, in letter heights
LEAST = 0.76  # the size of the smallest letters of a label

Line = TypeVar("Line")


@dataclass
class Pen:
    """A page under construction, with its measures and colours and the pointer."""

    metrics: Metrics
    look: Look
    measure: Measure
    typeset: Typesetter
    pointer: tuple[float, float] | None = None
    pressed: bool = False
    translate: Callable[[str], str] = translate
    """Puts messages in the current language, with the palette's words for colours; for all text."""
    scrolled: dict[str, int] = field(default_factory=dict)
    """The first lines that the user has scrolled to, by the names of what scrolls."""
    shown: dict[str, int] = field(default_factory=dict)
    """The first lines that are visible, by the same names."""
    page: Page = field(default_factory=Page)

    def first_line(
        self, name: str, count: int, seen: int, usual: int = 0, kept: int | None = None
    ) -> int:
        """Return and note the first of ``count`` lines to show, ``seen`` of them visible.

        It is ``usual`` unless the user has scrolled; the line ``kept`` is visible in any case.
        """
        top = max(min(self.scrolled.get(name, usual), count - seen), 0)
        if name in self.scrolled:
            self.scrolled[name] = top
        if kept is not None:
            top = max(min(min(max(top, kept - seen + 1), kept), count - seen), 0)
        self.shown[name] = top
        return top

    def hovered(self, rect: Rect) -> bool:
        """Return whether the pointer is on a rectangle."""
        return self.pointer is not None and rect.holds(*self.pointer)

    def box(self, rect: Rect, fill: Colour, radius: float = 0.0, border: Colour = CLEAR) -> None:
        """Add a filled box, with a thin border if ``border`` is a colour."""
        width = self.metrics.hair if border != CLEAR else 0.0
        self.page.boxes.append(Box(rect, fill, radius, border, width))

    def frame(self, rect: Rect, focused: bool = False) -> None:
        """Add a raised box with a border, which shows whether it is focused."""
        look = self.look
        self.box(rect, look.raised, self.metrics.radius, look.accent if focused else look.line)

    def highlight(
        self, rect: Rect, chosen: bool, radius: float | None = None, *, focused: bool = True
    ) -> None:
        """Add the ground of an item if it is chosen or the pointer is on it.

        What is chosen in a list that is not ``focused`` has a quieter one, with a border.
        """
        if chosen or self.hovered(rect):
            loud = chosen and focused
            fill = self.look.chosen if loud else self.look.hover
            border = self.look.off if chosen and not focused else CLEAR
            self.box(rect, fill, self.metrics.radius if radius is None else radius, border)

    def disc(
        self, x: float, y: float, radius: float, fill: Colour, border: Colour | None = None
    ) -> None:
        """Add a disc, by default with a quiet border."""
        self.page.boxes.append(disc(x, y, radius, fill, border or self.look.quiet))

    def card(self, rect: Rect, radius: float | None = None, border: Colour | None = None) -> Rect:
        """Add a card with a shadow, on whole pixels; return its rectangle."""
        card, look = rect.rounded(), self.look
        radius = 2 * self.metrics.radius if radius is None else radius
        soft, down = 14 * self.metrics.unit, card.moved(0, 4 * self.metrics.unit)
        self.page.boxes.append(Box(down, look.shadow, radius, CLEAR, 0.0, soft))
        self.box(card, look.panel, radius, border or look.line)
        return card

    def icon(self, name: str, rect: Rect, colour: Colour) -> None:
        """Add an icon in the middle of a rectangle."""
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
        named: bool = False,
    ) -> float:
        """Add a line of text, cut with an ellipsis to fit the rectangle; return its width.

        With ``named``, the names of places in it light these while the pointer is on them.
        """
        size = size or self.metrics.text
        fitting = fitted(self.translate(text), size, bold, rect.w, self.measure)
        x = {"left": rect.x, "center": rect.x + rect.w / 2, "right": rect.right}[align]
        colour = colour or self.look.text
        y = rect.y + rect.h / 2
        if fitting:
            self.page.texts.append(Text(x, y, fitting, size, colour, bold, align, named))  # type: ignore[arg-type]
        return self.measure(fitting, size, bold)

    def label(
        self, rect: Rect, text: str, colour: Colour | None = None, *, size: float | None = None,
        bold: bool = False, align: str = "left",
    ) -> None:  # fmt: skip
        """Add a short text that is not to be cut: where it is too wide, smaller or in two lines.

        ``size`` is that of its letters where there is room, by default the usual one.
        """
        m = self.metrics
        text, size, small = self.translate(text), size or m.text, min(size or m.text, m.small)
        for one in (size, small):
            if self.measure(text, one, bold) <= rect.w:
                self.text(rect, text, colour, size=one, bold=bold, align=align)
                return
        halves = halved(text, small, bold, rect.w, self.measure)
        if halves and rect.h >= 2 * TIGHT * small:
            middle = rect.centred(rect.w, 2 * TIGHT * small)
            for part, half in zip(middle.rows(TIGHT * small), halves, strict=True):
                self.text(part, half, colour, size=small, bold=bold, align=align)
            return
        self.text(rect, text, colour, size=round(LEAST * size), bold=bold, align=align)

    def lines(
        self,
        rect: Rect,
        lines: Sequence[str],
        height: float,
        colour: Colour | None = None,
        *,
        size: float | None = None,
        bold: bool = False,
        named: bool = False,
    ) -> Rect:
        """Add lines of text, each ``height`` high, from the top of a rectangle; return the rest.

        ``named`` is that of ``text``.
        """
        for line in lines:
            part, rect = rect.cut_top(height)
            self.text(part, line, colour, size=size, bold=bold, named=named)
        return rect

    def lines_of(
        self, text: str, width: float, *, size: float | None = None, bold: bool = False,
        most: int | None = None,
    ) -> list[str]:  # fmt: skip
        """Return a text in at most ``most`` lines of a width; an empty one has none."""
        if not text:
            return []
        size = size or self.metrics.text
        return wrapped(self.translate(text), size, bold, width, self.measure, most)

    def paragraph(
        self, rect: Rect, text: str, high: float, colour: Colour | None = None, *,
        size: float | None = None, bold: bool = False, most: int | None = None,
    ) -> Rect:  # fmt: skip
        """Add a text in lines from the top of a rectangle; return the rest.

        ``high`` is the height of a line in its letters.
        """
        size = size or self.metrics.text
        lines = self.lines_of(text, rect.w, size=size, bold=bold, most=most)
        return self.lines(rect, lines, high * size, colour, size=size, bold=bold)

    def sentence(self, rect: Rect, text: str, high: float, most: int | None = None) -> Rect:
        """Add a quiet sentence in small letters, like a ``paragraph``; return the rest."""
        text = capitalized(self.translate(text))
        return self.paragraph(rect, text, high, self.look.quiet, size=self.metrics.small, most=most)

    def note(self, rect: Rect, text: str, colour: Colour) -> None:
        """Add a text of at most two small lines, spread over the height of a rectangle."""
        size = self.metrics.small
        lines = self.lines_of(text, rect.w, size=size, most=2)
        self.lines(rect, lines, rect.h / max(len(lines), 1), colour, size=size)

    def hit(self, rect: Rect, action: Action | None, tip: str = "", **more: object) -> None:
        """Add an area that responds to the pointer."""
        self.page.hits.append(Hit(rect, action, self.translate(tip), **more))  # type: ignore[arg-type]

    def width(self, text: str, *, size: float | None = None, bold: bool = False) -> float:
        """Return the width of a text."""
        return self.measure(self.translate(text), size or self.metrics.text, bold)

    def rule(self, rect: Rect, side: str) -> None:
        """Add a thin line along one side of a rectangle."""
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
    """Draw a button with an icon, a label or both; ``on`` shows it pressed, ``main`` filled."""
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
        loose = pen.width(label) <= inner.w - m.gap
        inner = inner if picture else inner.inset(m.gap / 2 if loose else 2 * m.unit, 0)
        pen.label(inner, label, colour, align="left" if picture else "center")
    pen.hit(rect, action if enabled else None, tip)


def button_width(pen: Pen, label: str, picture: bool = False) -> float:
    """Return the width that a button needs for its whole label."""
    words = pen.width(label) if label else 0.0
    if picture:
        return pen.metrics.button + (words + pen.metrics.gap + 1 if label else 0.0)
    return words + 3 * pen.metrics.gap


def check_box(pen: Pen, rect: Rect, label: str, value: bool, action: Action, tip: str = "") -> None:
    """Draw a check box with its label."""
    look, m = pen.look, pen.metrics
    side = round(min(1.25 * m.text, 0.9 * rect.h))
    mark, words = rect.cut_left(side + m.gap)
    mark = Rect(rect.x, rect.y + (rect.h - side) / 2, side, side)
    hovered = pen.hovered(rect)
    border = look.accent if value or hovered else look.off
    pen.box(mark, look.accent if value else look.raised, 4 * m.unit, border)
    if value:
        pen.icon("check", mark.inset(side * 0.2), look.on_accent)
    pen.label(words, label)
    pen.hit(rect, action, tip)


def segments(pen: Pen, rect: Rect, choices: Sequence[tuple[Action, str]], chosen: int) -> None:
    """Draw a row of choices (action, label); ``chosen`` is the index of one, or negative."""
    look, m = pen.look, pen.metrics
    pen.frame(rect)
    places = rect.columns(len(choices))
    for index, (part, (action, label)) in enumerate(zip(places, choices, strict=True)):
        if index == chosen or pen.hovered(part):
            fill = look.chosen if index == chosen else look.hover
            pen.box(part.inset(2 * m.unit), fill, m.radius)
        pen.label(part.inset(3 * m.unit, 0), label, align="center")
        pen.hit(part, action)


def stepper(
    pen: Pen,
    rect: Rect,
    text: str,
    steps: tuple[Action, Action],
    able: tuple[bool, bool],
    point: Action,
    edit: TextEdit | None = None,
    *,
    focused: bool,
) -> None:
    """Draw a value between a minus and a plus button; with ``edit`` one that is being typed.

    ``steps`` are the actions of the buttons and, where ``focused``, of the wheel: one that merely
    rolls past must not change a value. ``able`` says which of them still change it. ``point`` is
    the action for a click on the value, or on a button that does not.
    """
    look, m = pen.look, pen.metrics
    pen.frame(rect, edit is not None)
    wheel = (steps[1], steps[0]) if focused else None
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
    """Draw a one-line text field; ``hint`` is shown in it while it is empty."""
    pen.frame(rect, focused)
    area = text_area(pen, rect.inset(pen.metrics.gap, 0), edit)
    pen.hit(rect, action, area=area)
    if focused:
        show_area(pen, area)
    elif edit.text:
        pen.text(area.rect, edit.text)
    else:
        pen.label(area.rect, hint, pen.look.quiet)


def text_area(pen: Pen, rect: Rect, edit: TextEdit) -> TextArea:
    """Return a text being typed, in the page's letters and colours."""
    look = pen.look
    return TextArea(rect, edit, pen.metrics.text, look.text, look.accent, look.on_accent)


def show_area(pen: Pen, area: TextArea) -> None:
    """Draw a text being typed, with its cursor."""
    pen.page.areas.append(area)
    caret = pen.typeset.caret(area)
    thick = max(pen.metrics.hair, 1.5 * pen.metrics.unit)
    pen.box(Rect(caret.x, caret.y, thick, caret.h), pen.look.accent)


def scrollbar(pen: Pen, rect: Rect, top: int, visible: int, count: int, name: str) -> None:
    """Draw a scroll bar at the right of a list that is not visible as a whole.

    The wheel over it, a press and a drag scroll the content of that name.
    """
    if not 0 < visible < count:
        return
    m = pen.metrics
    width = 4 * m.unit
    height = min(max(rect.h * visible / count, 3 * width), rect.h)
    y = rect.y + (rect.h - height) * top / max(count - visible, 1)
    thumb = Rect(rect.right - width, y, width, height)
    place = rect.cut_right(3 * width)[0]
    colour = pen.look.quiet if pen.hovered(place) else pen.look.off
    pen.box(thumb, colour, width / 2)
    pen.hit(place, None, scroll=name, slide=Slide(rect, thumb, top, visible, count))


def visible(
    pen: Pen, rect: Rect, places: Sequence[Rect], lines: Sequence[Line], top: int, name: str
) -> Iterator[tuple[Rect, Line]]:
    """Yield the lines from ``top`` on, each with its place, then draw their scroll bar."""
    yield from zip(places, lines[top:], strict=False)
    scrollbar(pen, rect, top, len(places), len(lines), name)


def _mixed(one: Colour, two: Colour, part: float) -> Colour:
    r, g, b, a = (round(x + (y - x) * part) for x, y in zip(one, two, strict=True))
    return (r, g, b, a)
