"""Drawing of forms, questions and tooltips."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from boche.engine.languages.current import tr
from boche.viewer.hud.dialogs.model import Field, Form, Sample
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import CLEAR, Action, Picture
from boche.viewer.hud.widgets.widgets import (
    Pen,
    button,
    button_width,
    check_box,
    segments,
    stepper,
    text_field,
    visible,
)
from boche.viewer.table.question import CANCEL, Answer, Question
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
TOLD = 4  # lines kept free for the text of a form whose fields change
LEAST_ASIDE = 24.0  # minimum height, in letter heights, of a form with something beside its fields


@dataclass(frozen=True)
class Line:
    """Fields that stand side by side, and their height."""

    indices: tuple[int, ...]
    height: float


def form_page(pen: Pen, window: Rect, form: Form, clear: float = 0.0) -> Rect:
    """Draw a form in the middle of the window over a veil; return its rectangle.

    One ``beside`` the board stands below ``clear``, where there is room and until it has been
    moved.
    """
    m = pen.metrics
    width = max(36 * m.text, buttons_width(pen, form) + 4 * m.gap)
    width = min(width, window.w - 2 * m.gap)
    inner = width - 4 * m.gap
    aside = 0.0 if form.sample is None else _room_aside(pen, window)
    lines = field_lines(pen, form, range(len(form.fields)), inner)
    told = pen.lines_of(form.text, inner)
    problem = pen.lines_of(form.problem, inner, size=m.small, most=3)
    least = min(LEAST_ASIDE * m.text, window.h - 2 * m.gap) if aside else 0.0
    around = (window.w, window.h, m.text)
    telling = max(len(told), TOLD if form.others else 0) * 1.4 * m.text
    telling = telling if form.others else form.text_height(around, telling)
    fixed = 1.6 * m.row + m.button + 4.5 * m.gap + len(problem) * 1.35 * m.small + telling
    free = window.h - 2 * m.gap - fixed
    others = (_lines_of(pen, fields, range(len(fields)), inner) for fields in form.others)
    wanted = max(sum(line.height for line in each) for each in (lines, *others))
    squeeze = min(1.0, free / wanted) if wanted else 1.0
    over = 0.0 if form.others else telling
    height, down = form.held(around, max(fixed + wanted * squeeze, least), over)
    shift = (form.shift[0], form.shift[1] + down)
    size = (width + aside, min(height, window.h - 2 * m.gap))
    if form.beside:
        away = Action(PRESS, "cancel") if form.leaves else None
        card = card_beside(pen, window, size, away, shift, 0.0 if any(form.shift) else clear)
    else:
        card = card_over(pen, window, size, shift=shift)
    if not form.fields:
        pen.hit(card, Action(PRESS, "cancel"))
    rest = _title(pen, card, form)
    if form.sample is not None and aside:
        side, rest = rest.cut_right(aside)
        _sample(pen, side.cut_left(2 * m.gap)[1], form.sample)
    foot, rest = rest.cut_bottom(m.button)
    place, below = rest.cut_top(telling)
    if form.others:
        place, below = rest.cut_bottom(telling + m.gap / 2)
    pen.lines(place, told, 1.4 * m.text)
    below = draw_lines(pen, below, form, lines, squeeze)
    pen.lines(below, problem, 1.35 * m.small, pen.look.danger, size=m.small)
    form_buttons(pen, foot, form)
    return card


def _title(pen: Pen, card: Rect, form: Form) -> Rect:
    """Draw the title at the top of a form's card; return the room below it."""
    m = pen.metrics
    head, rest = card.inset(2 * m.gap, m.gap).cut_top(1.6 * m.row)
    pen.text(head, form.title, size=m.large, bold=True)
    return rest


def page_frame(pen: Pen, card: Rect, form: Form) -> tuple[Rect, Rect]:
    """Draw a form's title and buttons on its card; return the room between, and the buttons'."""
    m = pen.metrics
    foot, inner = _title(pen, card, form).cut_bottom(m.button + m.gap)
    foot = foot.cut_bottom(m.button)[0]
    form_buttons(pen, foot, form)
    return inner, foot


def page_card(
    pen: Pen, window: Rect, form: Form, width: float, height: float, *, leaves: bool = False
) -> tuple[Rect, Rect, Rect]:
    """Draw the card of a form that has its own page, of this size if there is room.

    The size is in letter heights. A click beside a form that one ``leaves`` so cancels it. Return
    the card, and what ``page_frame`` returns.
    """
    m = pen.metrics
    size = min(width * m.text, window.w - m.gap), min(height * m.text, window.h - m.gap)
    card = card_over(pen, window, size, Action(PRESS, "cancel") if leaves else None)
    return (card, *page_frame(pen, card, form))


def _room_aside(pen: Pen, window: Rect) -> float:
    """Return how much wider a sample makes a form; 0 if there is no room for one."""
    m = pen.metrics
    free = min(30 * m.text, window.w - 36 * m.text - 2 * m.gap)
    return free if free >= 14 * m.text else 0.0


def _sample(pen: Pen, rect: Rect, sample: Sample) -> None:
    """Draw the sample beside the fields: a picture whole, a text as far as there is room."""
    m = pen.metrics
    if sample.text or sample.picture:
        pen.frame(rect)
    if sample.text:
        inner = rect.inset(m.gap)
        count = max(int(inner.h // (1.35 * m.small)), 1)
        begin = sample.text[: count * 200]  # no line has room for more than 200 characters
        pen.paragraph(inner, begin, 1.35, pen.look.quiet, size=m.small, most=count)
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
    pen: Pen,
    window: Rect,
    size: tuple[float, float],
    away: Action | None = None,
    shift: tuple[float, float] = (0.0, 0.0),
    below: float = 0.0,
) -> Rect:
    """Draw a card at the right side of the window, so that the board stays visible.

    It stands no higher than ``below``, if there is room. A click beside it asks for ``away``, and
    then for what is clicked, since nothing shows that the rest of the window is covered.
    """
    pen.hit(window, away, through=away is not None)
    gap = pen.metrics.gap
    place = window.cut_right(size[0] + gap)[0].centred(size[0], size[1]).moved(*shift)
    place = place.moved(0.0, max(below + gap / 2 - place.y, 0.0))
    return _card(pen, _within(place, window))


def _within(rect: Rect, window: Rect) -> Rect:
    """Return the rectangle moved into the window, as far as it fits."""
    x = max(min(rect.x, window.right - rect.w), window.x)
    y = max(min(rect.y, window.bottom - rect.h), window.y)
    return rect.moved(x - rect.x, y - rect.y)


def _card(pen: Pen, rect: Rect) -> Rect:
    card = pen.card(rect)
    pen.hit(card, None)
    return card


def field_lines(pen: Pen, form: Form, which: Sequence[int], width: float) -> list[Line]:
    """Arrange fields in lines; two short flags share a line."""
    return _lines_of(pen, form.fields, which, width)


def _lines_of(pen: Pen, fields: Sequence[Field], which: Sequence[int], width: float) -> list[Line]:
    m, lines = pen.metrics, []
    half = (width - m.gap) / 2 - 2.2 * m.text
    left = list(which)
    while left:
        pair = [fields[index] for index in left[:2]]
        if len(pair) == 2 and all(
            f.kind == "flag" and not f.hint and pen.width(f.label) <= half for f in pair
        ):
            lines.append(Line((left.pop(0), left.pop(0)), 1.15 * m.row))
            continue
        lines.append(Line((left[0],), _height(pen, fields[left.pop(0)], width)))
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
        return _row(pen, field, width) * seen + (m.row if field.label else 0) + m.gap
    rows = max(field.rows, 1) if field.kind == "choice" else 1
    flag = (1.4 if field.hint else 1.15) * m.row  # squeezed, a box above words stays square
    high = flag if field.kind == "flag" else rows * m.button + m.gap
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
        typed_text(pen, control, form, index, field.tip)
    elif field.kind == "choice":
        choice_row(pen, control, form, index)
    else:
        able = (field.stepped(-1) != field.value, field.stepped(1) != field.value)
        stepper(pen, control, field.value_text,
                (Action(STEP, (index, -1)), Action(STEP, (index, 1))), able,
                Action(FIELD, (index, None)), form.edit if focused else None,
                focused=focused)  # fmt: skip


def typed_text(pen: Pen, rect: Rect, form: Form, index: int, hint: str) -> TextEdit:
    """Draw a field that holds a text; return that text as it is shown."""
    field, focused = form.fields[index], form.focus == index
    edit = form.edit if focused and form.edit is not None else TextEdit(field.value)
    if field.hidden:
        edit = replace(edit, text=DOT * len(edit.text))
    text_field(pen, rect, edit, focused, Action(TYPE, index), hint)
    return edit


def choice_row(pen: Pen, rect: Rect, form: Form, index: int, *, framed: bool = False) -> None:
    """Draw the choices of a field side by side; ``framed`` draws a frame around if focused."""
    field = form.fields[index]
    choices = [(Action(FIELD, (index, value)), label) for value, label in field.choices]
    wide, rest = _in_a_row(field), rect
    for first in range(0, len(choices), wide):
        part, rest = rest.cut_top(rect.h / max(field.rows, 1))
        segments(pen, part, choices[first : first + wide], field.line - first)
    if framed and form.focus == index:
        border = rect.inset(-2 * pen.metrics.unit)
        pen.box(border, CLEAR, pen.metrics.radius, pen.look.accent)


def _label_width(pen: Pen, field: Field, width: float) -> float:
    """Return the width of a field's label: less if the choices beside it need more room."""
    if field.kind == "text":
        return 0.3 * width
    each = max((pen.width(label) for _, label in field.choices), default=0.0)
    wanted = (each + 2 * pen.metrics.gap) * _in_a_row(field) if field.kind == "choice" else 0.0
    return min(0.45 * width, max(width - wanted, pen.width(field.label) + pen.metrics.gap))


def _in_a_row(field: Field) -> int:
    """Return how many choices stand side by side."""
    return max(math.ceil(len(field.choices) / max(field.rows, 1)), 1)


def _list(pen: Pen, rect: Rect, form: Form, index: int) -> None:
    m, field = pen.metrics, form.fields[index]
    if field.label:
        part, rect = rect.cut_top(m.row)
        pen.text(part, field.label, pen.look.quiet, size=m.small)
    row = _row(pen, field, rect.w)
    places = rect.rows(row)[: field.rows or None]
    bar = 3 * m.gap if len(field.choices) > len(places) > 0 else 0.0

    def tip(place: Rect, value: object, label: str) -> str:
        if isinstance(value, str) and value != label:
            return value
        return label if pen.width(label) > place.w - 2 * m.gap else ""

    room = rect.cut_top(len(places) * row)[0]
    for place, _, label in list_lines(pen, room, form, index, places, bar, tip):
        part = place.inset(m.gap, 0)
        if row > m.row:
            broken = pen.lines_of(label, part.w, most=2)
            high = 1.3 * m.text
            pen.lines(part.centred(part.w, high * len(broken)), broken, high)
        else:
            pen.text(part, label)


def _row(pen: Pen, field: Field, width: float) -> float:
    """Return the height of a list's line, which is two lines of text if it breaks a long one."""
    m = pen.metrics
    if field.breaks and any(pen.width(label) > width - 2 * m.gap for _, label in field.choices):
        return 2.8 * m.text
    return m.row


def list_box(pen: Pen, rect: Rect, form: Form, index: int) -> Rect:
    """Draw the frame of a list that scrolls under the wheel; return the room inside."""
    pen.frame(rect, form.focus == index)
    pen.hit(rect, Action(FIELD, (index, None)), scroll=form.fields[index].name)
    return rect.inset(pen.metrics.gap / 2)


def list_lines(
    pen: Pen, rect: Rect, form: Form, index: int, places: Sequence[Rect], bar: float,
    tip: Callable[[Rect, Any, str], str] = lambda place, value, label: "",
) -> Iterator[tuple[Rect, Any, str]]:  # fmt: skip
    """Draw the visible lines of a list, but for their texts, and their scroll bar.

    Yield each with its place, its value and its label. ``places`` are those that there is room for,
    ``bar`` what is left free at their right.
    """
    field = form.fields[index]
    top = form.top_of(field.name, field.line, len(field.choices), len(places))
    shown = visible(pen, rect, places, field.choices, top, field.name)
    for place, (value, label) in shown:
        place = place.cut_right(bar)[1]
        pen.highlight(place, value == field.value)
        action = Action(FIELD, (index, value))
        pen.hit(place, action, tip(place, value, label), scroll=field.name)
        yield place, value, label


def form_buttons(pen: Pen, rect: Rect, form: Form) -> None:
    """Draw the buttons of a form, from right to left."""
    here = [each for each in form.buttons if not each.aside]
    rows = [(Action(PRESS, each.name), each.label, "") for each in here]
    buttons(pen, rect, rows, form.focused_button, filled=not form.takes_line)


def buttons_width(pen: Pen, form: Form) -> float:
    """Return the width of a form's buttons and of the gaps between them."""
    widths = [_button_width(pen, each.label) for each in form.buttons if not each.aside]
    return sum(widths) + pen.metrics.gap * max(len(widths) - 1, 0)


def beside_buttons(pen: Pen, foot: Rect, form: Form) -> Rect:
    """Return the room to the left of a form's buttons."""
    return foot.cut_left(foot.w - buttons_width(pen, form) - pen.metrics.gap)[0]


def _button_width(pen: Pen, label: str) -> float:
    return max(button_width(pen, label), LEAST_BUTTON * pen.metrics.text)


def buttons(
    pen: Pen,
    rect: Rect,
    rows: Sequence[tuple[Action, str, str]],
    focus: int,
    *,
    filled: bool = True,
) -> None:
    """Draw buttons (action, label, tip) from right to left, the main one first.

    ``focus`` is the index of the focused one, negative for none. The one that Enter gives is
    filled: the focused one, else the main one, unless ``filled`` is false because it gives none.
    Where there is no room for all of them they are narrower.
    """
    m = pen.metrics
    widths = [_button_width(pen, label) for _, label, _ in rows]
    gaps = m.gap * (len(rows) - 1)
    squeeze = min(1.0, max(rect.w - gaps, 0.0) / sum(widths)) if widths else 1.0
    for index, (action, label, tip) in enumerate(rows):
        part, rect = rect.cut_right(squeeze * widths[index])
        button(pen, part, action, label=label, main=filled and index == max(focus, 0),
               tip=tip)  # fmt: skip
        if focus == index:
            focus_ring(pen, part)
        _, rect = rect.cut_right(m.gap)


def focus_ring(pen: Pen, rect: Rect) -> None:
    """Draw the ring around a focused button."""
    m = pen.metrics
    pen.box(rect.inset(-2 * m.unit), CLEAR, m.radius + 2 * m.unit, pen.look.accent)


# Questions, both the table's and the window's.

ANSWER = "answer"
"""The action of an answer; its value is the answer's name."""


def question_page(pen: Pen, window: Rect, question: Question) -> Rect:
    """Draw a question in the middle of the window over a veil; return its rectangle.

    A click beside it cancels if that is one of the answers.
    """
    m = pen.metrics
    width = min(36 * m.text, window.w - 2 * m.gap)
    inner = width - 4 * m.gap
    titles = pen.lines_of(question.title, inner, size=m.large, bold=True)
    lines = pen.lines_of(question.text, inner)
    head = 1.6 * m.row + (len(titles) - 1) * 1.4 * m.large
    body = len(lines) * 1.4 * m.text + 1.5 * m.gap
    away = Action(ANSWER, CANCEL.name) if CANCEL in question.answers else None
    card = card_over(pen, window, (width, head + body + m.button + 3 * m.gap), away)
    part, rest = card.inset(2 * m.gap, m.gap).cut_top(head)
    pen.lines(part, titles, head / len(titles), size=m.large, bold=True)
    pen.lines(rest, lines, 1.4 * m.text)
    foot = rest.cut_bottom(m.gap)[1].cut_bottom(m.button)[0]
    rows = [(Action(ANSWER, each.name), _label(each), _tip(question, each))
            for each in question.answers]  # fmt: skip
    buttons(pen, foot, rows, question.marked)
    return card


def _label(answer: Answer) -> str:
    """Return an answer's label with its letter; Cancel, which Escape gives, needs none."""
    letter = "" if answer.name == CANCEL.name else answer.letter
    return f"{tr(answer.label)} ({letter})" if letter else tr(answer.label)


def _tip(question: Question, answer: Answer) -> str:
    """Return an answer with the key that gives it, or an empty text if there is none."""
    marked = answer is question.answers[question.marked]
    key = "Enter" if marked else "Escape" if answer.name == CANCEL.name else answer.letter
    return f"{tr(answer.label)}  ({key})" if key else ""


MUST = 100.0  # how much worse it is to cover a place to click than a piece
BROAD, NARROW = 26.0, 15.0
"""The widths of a bubble's lines, in letter heights: the smaller one where that covers less."""
STEPS = 14  # across the room, and down: where a bubble may stand that finds no room beside a place


def bubble_page(
    pen: Pen,
    room: Rect,
    places: Sequence[Rect],
    text: str,
    *,
    pieces: Sequence[Rect],
    clear: Sequence[Rect],
) -> Rect | None:
    """Draw a text beside one of some places within ``room``, and over none of them if it can be.

    It leaves ``clear`` what else must be seen, and stands further away where it could not; it
    covers as little as possible of the ``pieces``. Return its rectangle, or None without places.
    """
    m, look = pen.metrics, pen.look
    if not places:
        return None
    inner = room.inset(m.gap / 2, m.gap / 2)
    kept = [(each, MUST) for each in (*places, *clear)] + [(each, 1.0) for each in pieces]
    best: tuple[float, Rect, list[str]] | None = None
    for beside in (True, False):
        if best is not None and best[0] < MUST:
            break
        for order, most in enumerate((BROAD, NARROW)):
            lines = pen.lines_of(text, min(most * m.text, room.w - 3 * m.gap))
            broad = math.ceil(max(pen.width(line) for line in lines)) + 2 * m.gap
            high = math.ceil(len(lines) * 1.4 * m.text + m.gap)
            for x, y in (_beside if beside else _anywhere)(inner, places, broad, high, m.gap):
                x = min(max(x, inner.x), inner.right - broad)
                y = min(max(y, inner.y), inner.bottom - high)
                card = Rect(math.floor(x), round(y), broad, high)
                off = 0.0 if beside else min(math.dist(card.middle, each.middle) for each in places)
                covered, most_covered = order + off / room.w, math.inf if best is None else best[0]
                for each, weight in kept:
                    covered += weight * _shared(card, each)
                    if covered >= most_covered:
                        break
                else:
                    best = covered, card, lines
    if best is None:
        return None
    _, card, lines = best
    pen.box(card, look.tip, 0.7 * m.radius)
    pen.lines(card.inset(m.gap, m.gap / 2), lines, 1.4 * m.text, look.on_tip)
    return card


def _beside(
    room: Rect, places: Sequence[Rect], wide: float, high: float, gap: float
) -> Iterator[tuple[float, float]]:
    """Yield corners of a card of that size to the right, left, above and below each place."""
    for place in places:
        across, down = place.x + (place.w - wide) / 2, place.y + (place.h - high) / 2
        yield place.right + gap / 2, down
        yield place.x - wide - gap / 2, down
        yield across, place.y - high - gap / 2
        yield across, place.bottom + gap / 2


def _anywhere(
    room: Rect, places: Sequence[Rect], wide: float, high: float, gap: float
) -> Iterator[tuple[float, float]]:
    """Yield corners of a card of that size all over the room."""
    for down in range(STEPS + 1):
        for across in range(STEPS + 1):
            yield (
                room.x + (room.w - wide) * across / STEPS,
                room.y + (room.h - high) * down / STEPS,
            )


def _shared(one: Rect, other: Rect) -> float:
    """Return the area that two rectangles share."""
    wide = min(one.right, other.right) - max(one.x, other.x)
    high = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(wide, 0.0) * max(high, 0.0)


def tooltip_page(
    pen: Pen, room: Rect, over: Rect, tip: str, *, pieces: Sequence[Rect] = ()
) -> None:
    """Draw a tooltip below its item, or above it if there is no room below; it is never cut.

    It stands within ``room``, such as the window. Beside a board it stands where it covers the
    least of the ``pieces``, also to the right or left.
    """
    m, look = pen.metrics, pen.look
    width = min(30 * m.text, room.w - 3 * m.gap)
    lines = pen.lines_of(tip, width, size=m.small)
    broad = math.ceil(max(pen.width(line, size=m.small) for line in lines)) + 2 * m.gap
    high = len(lines) * 1.4 * m.small + m.gap
    left, right = room.x + m.gap / 2, room.right - broad - m.gap / 2
    x = min(max(over.x + over.w / 2 - broad / 2, left), right)
    y = over.bottom + m.gap / 2
    if y + high > room.bottom:
        y = max(over.y - high - m.gap / 2, room.y)
    card = Rect(math.floor(max(x, room.x)), round(y), broad, math.ceil(high))
    if pieces:
        ways = _beside(room, [over], broad, high, m.gap)
        others = [
            Rect(math.floor(min(max(left, room.x), room.right - broad)), round(top), broad, card.h)
            for left, top in ways
        ]
        free = [each for each in others if each.inside(room) and not each.overlaps(over, 1.0)]
        card = min(
            [card, *free], key=lambda each: sum(_shared(each, piece) for piece in (over, *pieces))
        )
    pen.box(card, look.tip, 0.7 * m.radius)
    pen.lines(card.inset(m.gap, m.gap / 2), lines, 1.4 * m.small, look.on_tip, size=m.small)
