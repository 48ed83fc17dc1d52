"""Drawing of forms and of the line being typed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from boche.engine.languages.current import tr, tr_later
from boche.viewer.hud.dialogs.model import Field, Form, Sample
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action, Picture, wrapped
from boche.viewer.hud.widgets.widgets import (
    Pen,
    button,
    button_width,
    check_box,
    scrollbar,
    segments,
    show_area,
    stepper,
    text_area,
    text_field,
)
from boche.viewer.table.shown import Entry
from boche.viewer.table.text_edit import TextEdit

FIELD = "field"
"""The action of a field: (index, value); a value of None only takes the focus."""
STEP = "step"
"""The action of a number's buttons: (index of its field, steps)."""
TYPE = "type"
"""The action of a text: (index of its field, or -1 for the line at the table; the edited text)."""
PRESS = "press"
DOT = "•"  # replaces each letter of a hidden text
LEAST_BUTTON = 5.0  # minimum width of a button, in letter heights
HINT = 1.3  # height of a line that explains a field, in small letter heights
LEAST_ASIDE = 24.0  # minimum height, in letter heights, of a form with something beside its fields


@dataclass(frozen=True)
class Line:
    """Fields that stand side by side, and their height."""

    indices: tuple[int, ...]
    height: float


def form_page(pen: Pen, window: Rect, form: Form) -> Rect:
    """Draw a form in the middle of the window over a veil; return its rectangle."""
    m, look = pen.metrics, pen.look
    width = max(36 * m.text, buttons_width(pen, form) + 4 * m.gap)
    width = min(width, window.w - 2 * m.gap)
    inner = width - 4 * m.gap
    aside = 0.0 if form.sample is None else _room_aside(pen, window)
    lines = field_lines(pen, form, range(len(form.fields)), inner)
    head, foot = 1.6 * m.row, m.button + 1.5 * m.gap
    told = wrapped(pen.translate(form.text), m.text, False, inner, pen.measure) if form.text else []
    problem = (
        []
        if not form.problem
        else wrapped(pen.translate(form.problem), m.small, False, inner, pen.measure)[:3]
    )
    least = min(LEAST_ASIDE * m.text, window.h - 2 * m.gap) if aside else 0.0
    fixed = head + foot + 3 * m.gap + len(problem) * 1.35 * m.small + len(told) * 1.4 * m.text
    free = window.h - 2 * m.gap - fixed
    wanted = sum(line.height for line in lines)
    squeeze = min(1.0, free / wanted) if wanted else 1.0
    size = (width + aside, max(fixed + wanted * squeeze, least))
    whole = card_beside if form.beside else card_over
    card = whole(pen, window, size, shift=form.shift)
    if not form.fields:
        pen.hit(card, Action(PRESS, "cancel"))
    rest = card.inset(2 * m.gap, m.gap)
    part, rest = rest.cut_top(head)
    pen.text(part, form.title, size=m.large, bold=True)
    if form.sample is not None and aside:
        side, rest = rest.cut_right(aside)
        _sample(pen, side.cut_left(2 * m.gap)[1], form.sample)
    rest = pen.lines(rest, told, 1.4 * m.text)
    rest = draw_lines(pen, rest, form, lines, squeeze)
    rest = pen.lines(rest, problem, 1.35 * m.small, look.danger, size=m.small)
    form_buttons(pen, rest.cut_bottom(m.button)[0], form)
    return card


def _room_aside(pen: Pen, window: Rect) -> float:
    """Return how much wider a sample makes a form; 0 if there is no room for one."""
    m = pen.metrics
    free = min(30 * m.text, window.w - 36 * m.text - 2 * m.gap)
    return free if free >= 14 * m.text else 0.0


def _sample(pen: Pen, rect: Rect, sample: Sample) -> None:
    """Draw the sample beside the fields: a picture whole, a text as far as there is room."""
    m, look = pen.metrics, pen.look
    pen.box(rect, look.raised, m.radius, look.line)
    if sample.text:
        line = 1.35 * m.small
        inner = rect.inset(m.gap)
        count = max(int(inner.h // line), 1)
        begin = sample.text[: count * 200]  # no line has room for more than 200 characters
        lines = wrapped(begin, m.small, False, inner.w, pen.measure, count)
        pen.lines(inner, lines, line, look.quiet, size=m.small)
    elif sample.picture:
        inner = rect.inset(m.gap / 2)
        width = min(inner.w, inner.h * sample.shape)
        place = inner.centred(width, width / sample.shape).rounded()
        pen.page.pictures.append(Picture(place, sample.picture))


def card_over(
    pen: Pen,
    window: Rect,
    size: tuple[float, float],
    away: Action | None = None,
    shift: tuple[float, float] = (0.0, 0.0),
) -> Rect:
    """Draw a card in the middle of the window over a veil; a click beside it asks for ``away``."""
    pen.box(window, pen.look.veil)
    pen.hit(window, away)
    return _card(pen, _within(window.centred(*size).moved(*shift), window))


def card_beside(
    pen: Pen, window: Rect, size: tuple[float, float], shift: tuple[float, float] = (0.0, 0.0)
) -> Rect:
    """Draw a card at the right side of the window, so that the board stays visible."""
    pen.hit(window, None)
    gap = pen.metrics.gap
    place = window.cut_right(size[0] + gap)[0].centred(size[0], size[1])
    return _card(pen, _within(place.moved(*shift), window))


def _within(rect: Rect, window: Rect) -> Rect:
    """Return the rectangle moved into the window, as far as it fits."""
    x = max(min(rect.x, window.right - rect.w), window.x)
    y = max(min(rect.y, window.bottom - rect.h), window.y)
    return rect.moved(x - rect.x, y - rect.y)


def _card(pen: Pen, rect: Rect) -> Rect:
    m, look, card = pen.metrics, pen.look, rect.rounded()
    pen.shadow(card, 2 * m.radius)
    pen.box(card, look.panel, 2 * m.radius, look.line)
    pen.hit(card, None)
    return card


def field_lines(pen: Pen, form: Form, which: Sequence[int], width: float) -> list[Line]:
    """Arrange fields in lines; two short flags share a line."""
    m, lines = pen.metrics, []
    half = (width - m.gap) / 2 - 2.2 * m.text
    left = list(which)
    while left:
        pair = [form.fields[index] for index in left[:2]]
        if len(pair) == 2 and all(f.kind == "flag" and pen.width(f.label) <= half for f in pair):
            lines.append(Line((left.pop(0), left.pop(0)), 1.15 * m.row))
            continue
        lines.append(Line((left[0],), _height(pen, form.fields[left.pop(0)], width)))
    return lines


def draw_lines(pen: Pen, rect: Rect, form: Form, lines: Sequence[Line], squeeze: float) -> Rect:
    """Draw lines of fields from the top of a rectangle; return the remaining rectangle."""
    for index, place in field_places(pen, rect, lines, squeeze):
        _field(pen, place, form, index)
    return rect.cut_top(sum(line.height for line in lines) * squeeze)[1]


def field_places(
    pen: Pen, rect: Rect, lines: Sequence[Line], squeeze: float
) -> list[tuple[int, Rect]]:
    """Return the index and the rectangle of each field in these lines."""
    found: list[tuple[int, Rect]] = []
    for line in lines:
        part, rect = rect.cut_top(line.height * squeeze)
        columns = part.columns(len(line.indices), pen.metrics.gap)
        found += zip(line.indices, columns, strict=True)
    return found


def _height(pen: Pen, field: Field, width: float) -> float:
    m = pen.metrics
    if field.kind == "list":
        seen = min(len(field.choices), field.rows or len(field.choices))
        return m.row * (seen + (1 if field.label else 0)) + m.gap
    high = 1.15 * m.row if field.kind == "flag" else m.button + m.gap
    return high + HINT * m.small * bool(field.hint)


def _field(pen: Pen, rect: Rect, form: Form, index: int) -> None:
    m, field = pen.metrics, form.fields[index]
    focused = form.focus == index
    if field.hint:
        part, rect = rect.cut_bottom(HINT * m.small)
        pen.text(part, field.hint, pen.look.quiet, size=m.small)
    rect = rect.inset(0, min(m.gap / 2, 0.08 * rect.h))
    if field.kind == "list":
        _list(pen, rect, form, index)
        return
    if focused and field.kind != "text":
        pen.box(Rect(rect.x - m.gap, rect.y, 3 * m.unit, rect.h), pen.look.accent, m.unit)
    if field.kind == "flag":
        check_box(
            pen, rect, field.label, field.value, Action(FIELD, (index, not field.value)), field.tip
        )
        return
    label, control = rect.cut_left(_label_width(pen, field, rect.w))
    pen.label(label, field.label)
    if field.tip:
        pen.hit(label, None, field.tip)
    if field.kind == "text":
        edit = form.edit if focused and form.edit is not None else TextEdit(field.value)
        if field.hidden:
            edit = replace(edit, text=DOT * len(edit.text))
        text_field(pen, control, edit, focused, Action(TYPE, index), field.tip)
    elif field.kind == "choice":
        pairs = tuple((str(i), label) for i, (_, label) in enumerate(field.choices))
        at = next((i for i, (value, _) in enumerate(field.choices) if value == field.value), -1)
        segments(pen, control, pairs, str(at), f"{FIELD}:{index}")
    else:
        able = (field.stepped(-1) != field.value, field.stepped(1) != field.value)
        stepper(pen, control, field.value_text,
                (Action(STEP, (index, -1)), Action(STEP, (index, 1))), able,
                Action(FIELD, (index, None)), form.edit if focused else None)  # fmt: skip


def _label_width(pen: Pen, field: Field, width: float) -> float:
    """Return the width of a field's label: less if the choices beside it need more room."""
    if field.kind == "text":
        return 0.3 * width
    each = max((pen.width(label) for _, label in field.choices), default=0.0)
    wanted = (each + 2 * pen.metrics.gap) * len(field.choices) if field.kind == "choice" else 0.0
    return min(0.45 * width, max(width - wanted, pen.width(field.label) + pen.metrics.gap))


def _list(pen: Pen, rect: Rect, form: Form, index: int) -> None:
    m, look, field = pen.metrics, pen.look, form.fields[index]
    if field.label:
        part, rect = rect.cut_top(m.row)
        pen.text(part, field.label, look.quiet, size=m.small)
    places, count = rect.rows(m.row)[: field.rows or None], len(field.choices)
    bar = 3 * m.gap if count > len(places) > 0 else 0.0
    at = next((i for i, (value, _) in enumerate(field.choices) if value == field.value), -1)
    top = form.top_of(field.name, at, count, len(places))
    for place, (value, label) in zip(places, field.choices[top:], strict=False):
        place = place.cut_right(bar)[1]
        chosen = value == field.value
        if chosen or pen.hovered(place):
            pen.box(place, look.chosen if chosen else look.hover, m.radius)
        pen.text(place.inset(m.gap, 0), label)
        tip = label if pen.width(label) > place.w - 2 * m.gap else ""
        tip = value if isinstance(value, str) and value != label else tip
        pen.hit(place, Action(FIELD, (index, value)), tip, scroll=field.name)
    if bar:
        high = len(places) * m.row
        scrollbar(pen, rect.cut_top(high)[0], top, len(places), count, field.name)


def form_buttons(pen: Pen, rect: Rect, form: Form) -> None:
    """Draw the buttons of a form, from right to left."""
    rows = [(Action(PRESS, name), label, "") for name, label in form.buttons]
    buttons(pen, rect, rows, form.focused_button)


def buttons_width(pen: Pen, form: Form) -> float:
    """Return the width of a form's buttons and of the gaps between them."""
    widths = [_button_width(pen, label) for _, label in form.buttons]
    return sum(widths) + pen.metrics.gap * max(len(widths) - 1, 0)


def _button_width(pen: Pen, label: str) -> float:
    return max(button_width(pen, label), LEAST_BUTTON * pen.metrics.text)


def buttons(pen: Pen, rect: Rect, rows: Sequence[tuple[Action, str, str]], focus: int) -> None:
    """Draw buttons (action, label, tip) from right to left, the main one first.

    ``focus`` is the index of the focused one, negative for none. Where there is no room for all of
    them they are narrower.
    """
    m = pen.metrics
    widths = [_button_width(pen, label) for _, label, _ in rows]
    gaps = m.gap * (len(rows) - 1)
    squeeze = min(1.0, max(rect.w - gaps, 0.0) / sum(widths)) if widths else 1.0
    for index, (action, label, tip) in enumerate(rows):
        part, rect = rect.cut_right(squeeze * widths[index])
        button(pen, part, action, label=label, main=index == 0, tip=tip)
        if focus == index:
            pen.box(part.inset(-2 * m.unit), (0, 0, 0, 0), m.radius + 2 * m.unit, pen.look.accent)
        _, rect = rect.cut_right(m.gap)


# -- over the board

ENTRIES = {
    "move": (tr_later("Move"), tr_later("Enter: play, Escape: cancel")),
    "comment": (tr_later("Comment"), tr_later("Enter: keep, Shift+Enter: new line")),
    "mark": (
        tr_later("A mark on the board"),
        tr_later(
            "a place, then square, triangle, cross, a letter or a number; an arrow: two places"
        ),
    ),
    "chat": (tr_later("Message to the other player"), tr_later("Enter: send, Escape: cancel")),
}
"""A title and a line on the keys for each kind of typed line."""

ROWS = 6  # rows of a comment visible at once; the others scroll


def entry_page(pen: Pen, board: Rect, entry: Entry) -> None:
    """Draw the line being typed, at the bottom of the board."""
    m, look = pen.metrics, pen.look
    width = min(40 * m.text, board.w - 2 * m.gap)
    title, hint = map(tr, ENTRIES[entry.kind])
    beside = (
        pen.width(title, bold=True) + m.gap + pen.width(hint, size=m.small) <= width - 3 * m.gap
    )
    below = [] if beside else wrapped(hint, m.small, False, width - 3 * m.gap, pen.measure)
    inner = text_area(pen, Rect(0, 0, width - 5 * m.gap, 0), entry.edit)
    wanted = pen.typeset.height(inner)
    rows = min(wanted, ROWS * pen.typeset.height(replace(inner, edit=TextEdit())))
    height = 1.5 * m.row + rows + 3 * m.gap + len(below) * HINT * m.small
    height += m.gap / 2 if below else 0.0
    card = Rect(
        board.x + (board.w - width) / 2, board.bottom - height - m.gap, width, height
    ).rounded()
    pen.shadow(card, m.radius)
    pen.box(card, look.panel, m.radius, look.line)
    pen.hit(card, None)
    rest = card.inset(1.5 * m.gap, m.gap / 2)
    head, rest = rest.cut_top(1.3 * m.row)
    if beside:
        right, head = head.cut_right(pen.width(hint, size=m.small) + 1)
        pen.text(right, hint, look.quiet, size=m.small, align="right")
    pen.text(head, title, bold=True)
    rest = pen.lines(rest, below, HINT * m.small, look.quiet, size=m.small)
    rest = rest.cut_top(m.gap / 2)[1] if below else rest
    box = Rect(rest.x, rest.y, rest.w, rows + m.gap)
    pen.box(box, look.raised, m.radius, look.accent)
    area = replace(inner, rect=box.inset(m.gap, m.gap / 2))
    pen.hit(box, Action(TYPE, -1), area=area)
    show_area(pen, area)


def tooltip_page(pen: Pen, window: Rect, over: Rect, tip: str) -> None:
    """Draw a tooltip below its item, or above it if there is no room below; it is never cut."""
    m, look = pen.metrics, pen.look
    width = min(30 * m.text, window.w - 3 * m.gap)
    lines = wrapped(pen.translate(tip), m.small, False, width, pen.measure)
    broad = math.ceil(max(pen.width(line, size=m.small) for line in lines)) + 2 * m.gap
    high = len(lines) * 1.4 * m.small + m.gap
    x = min(max(over.x + over.w / 2 - broad / 2, m.gap / 2), window.w - broad - m.gap / 2)
    y = over.bottom + m.gap / 2
    if y + high > window.h:
        y = max(over.y - high - m.gap / 2, 0)
    card = Rect(math.floor(max(x, 0)), round(y), broad, math.ceil(high))
    pen.box(card, look.tip, 0.7 * m.radius)
    pen.lines(card.inset(m.gap, m.gap / 2), lines, 1.4 * m.small, look.on_tip, size=m.small)
