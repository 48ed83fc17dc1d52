"""The page of lessons: those of one game in a column, with ticks for finished ones."""

from __future__ import annotations

from boche.engine.languages.current import tr
from boche.viewer.hud.dialogs.dialogs import FIELD, buttons_width, card_over, form_buttons
from boche.viewer.hud.dialogs.lessons_model import LessonLine
from boche.viewer.hud.dialogs.model import Form
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action
from boche.viewer.hud.widgets.widgets import Pen, segments

WIDTH, LINE = 46.0, 3.2  # of the page and of a lesson, in letter heights, if there is room
TWO_LINES = 2.7  # a lower line has the title only, and the rest as a tooltip


def lessons_page(pen: Pen, window: Rect, form: Form) -> Rect:
    """Draw the page over a veil; return its rectangle."""
    m = pen.metrics
    count = max(len(form.fields[0].choices), 8)
    fixed = 1.6 * m.row + 2 * m.button + 5 * m.gap
    wanted = fixed + count * LINE * m.text
    size = (min(WIDTH * m.text, window.w - m.gap), min(wanted, window.h - m.gap))
    card = card_over(pen, window, size)
    inner = card.inset(2 * m.gap, m.gap)
    head, inner = inner.cut_top(1.6 * m.row)
    pen.text(head, form.title, size=m.large, bold=True)
    foot, inner = inner.cut_bottom(m.button + m.gap)
    choice, inner = inner.cut_top(m.button + m.gap)
    _games(pen, choice.cut_top(m.button)[0], form)
    _lines(pen, inner, form, count)
    foot = foot.cut_bottom(m.button)[0]
    room = foot.w - buttons_width(pen, form) - m.gap
    pen.text(foot.cut_left(room)[0], form.problem, pen.look.danger, size=m.small)
    form_buttons(pen, foot, form)
    return card


def _games(pen: Pen, rect: Rect, form: Form) -> None:
    field = form.fields[1]
    pairs = tuple((str(i), label) for i, (_, label) in enumerate(field.choices))
    at = [value for value, _ in field.choices].index(field.value)
    segments(pen, rect, pairs, str(at), f"{FIELD}:1")
    if form.focus == 1:
        border = rect.inset(-2 * pen.metrics.unit)
        pen.box(border, (0, 0, 0, 0), pen.metrics.radius, pen.look.accent)


def _lines(pen: Pen, rect: Rect, form: Form, count: int) -> None:
    field = form.fields[0]
    places = rect.rows(min(rect.h / count, LINE * pen.metrics.text))
    for place, (line, _) in zip(places, field.choices, strict=False):
        chosen = line == field.value and form.focus == 0
        _line(pen, place, line, chosen)
        tip = line.about if place.h < TWO_LINES * pen.metrics.text else ""
        pen.hit(place, Action(FIELD, (0, line)), tip)


def _line(pen: Pen, rect: Rect, line: LessonLine, chosen: bool) -> None:
    m, look = pen.metrics, pen.look
    spot = rect.inset(0, m.unit)
    if chosen or pen.hovered(spot):
        pen.box(spot, look.chosen if chosen else look.hover, m.radius)
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
