"""The page of lessons: those of one game in a column, with ticks for finished ones."""

from __future__ import annotations

import math
from collections.abc import Sequence

from boche.engine.languages.current import tr
from boche.viewer.hud.dialogs.dialogs import FIELD, beside_buttons, choice_row, page_card
from boche.viewer.hud.dialogs.lessons_model import LessonLine
from boche.viewer.hud.dialogs.model import Form
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action
from boche.viewer.hud.widgets.widgets import Pen

WIDTH, LINE = 46.0, 3.2  # of the page and of a lesson, in letter heights, if there is room
PACE, STEP = 2.0, 5  # exercises a minute, as newcomers took them; minutes are rounded up to these
TWO_LINES = 2.7  # a lower line has the title only, and the rest as a tooltip


def lessons_page(pen: Pen, window: Rect, form: Form) -> Rect:
    """Draw the page over a veil; return its rectangle."""
    m = pen.metrics
    count = max(len(form.fields[1].choices), 8)
    fixed = 2.6 * m.row + 2 * m.button + 5 * m.gap
    height = fixed / m.text + count * LINE
    card, inner, foot = page_card(pen, window, form, WIDTH, height)
    choice, inner = inner.cut_top(m.button + m.gap)
    choice_row(pen, choice.cut_top(m.button)[0], form, 0, framed=True)
    length, inner = inner.cut_top(m.row)
    pen.text(length, _length_of([line for line, _ in form.fields[1].choices]), pen.look.quiet,
             size=m.small)  # fmt: skip
    _lines(pen, inner, form, count)
    place = beside_buttons(pen, foot, form)
    pen.text(place, form.problem, pen.look.danger, size=m.small)
    return card


def _length_of(lines: Sequence[LessonLine]) -> str:
    """Return a line that says which lessons teach the rules, and how long they take."""
    rules = [line for line in lines if line.rules]
    if not rules:
        return ""
    minutes = STEP * math.ceil(sum(line.count for line in rules) / PACE / STEP)
    return tr("The first {count} lessons teach the rules, in about {minutes} minutes.",
              count=len(rules), minutes=minutes)  # fmt: skip


def _lines(pen: Pen, rect: Rect, form: Form, count: int) -> None:
    field = form.fields[1]
    places = rect.rows(min(rect.h / count, LINE * pen.metrics.text))
    for place, (line, _) in zip(places, field.choices, strict=False):
        _line(pen, place, line, line == field.value, form.focus == 1)
        tip = line.about if place.h < TWO_LINES * pen.metrics.text else ""
        pen.hit(place, Action(FIELD, (1, line)), tip)


def _line(pen: Pen, rect: Rect, line: LessonLine, chosen: bool, focused: bool) -> None:
    m, look = pen.metrics, pen.look
    spot = rect.inset(0, m.unit)
    pen.highlight(spot, chosen, focused=focused)
    mark, words = spot.inset(m.gap, 0).cut_left(2 * m.text)
    note = tr("{number} of {count}", number=line.done, count=line.count)
    note = tr("done") if line.finished else note
    right, words = words.cut_right(pen.width(f"{note}  ", size=m.small))
    pen.text(right, note, look.quiet, size=m.small, align="right")
    if line.finished:
        pen.icon("check", mark.cut_left(m.text)[0].centred(m.text, m.text), look.good)
    if rect.h < TWO_LINES * m.text:
        pen.text(words, line.title, bold=True)
        return
    upper, lower = words.inset(0, 0.1 * rect.h).cut_top(0.4 * rect.h)
    pen.text(upper, line.title, bold=True)
    pen.text(lower, line.about, look.quiet, size=m.small)
