"""A task in the panel with the answer to the last try, for lessons and exercises."""

from __future__ import annotations

from typing import NamedTuple

from boche.viewer.hud.model import LIST
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.widgets import Pen, scrollbar

LINE = 1.4  # line height in letter heights


class TaskAnswer(NamedTuple):
    """A task, the answer to the last try, and whether that was good; None for a neutral line."""

    task: str
    answer: str
    good: bool | None


def heading(pen: Pen, rect: Rect, title: str, count: str) -> None:
    """Draw a title, and on the right the place in a series."""
    m = pen.metrics
    right, left = rect.cut_right(pen.width(count, size=m.small) + 1)
    pen.text(right, count, pen.look.quiet, size=m.small, align="right")
    pen.label(left.cut_right(m.gap)[1], title, bold=True)
    pen.rule(rect, "bottom")


def task_and_answer(pen: Pen, rect: Rect, told: TaskAnswer) -> None:
    """Draw the task and the answer; lines that do not fit are reached by scrolling."""
    pen.hit(rect, None, scroll=LIST)
    places = rect.rows(LINE * pen.metrics.text)
    task, answer = _lines(pen, rect, told)
    total = len(task) + len(answer)
    top = pen.first_line(LIST, total, len(places), total if answer else 0)
    for place, line in zip(places, task[top:], strict=False):
        pen.text(place, line, named=True)
    shown = max(len(task) - top, 0)
    first = max(top - len(task), 0)
    _draw_answer(pen, places[shown:], answer[first:], told.good, begins=first == 0)
    scrollbar(pen, rect, top, len(places), total, LIST)


def has_room(pen: Pen, rect: Rect, told: TaskAnswer) -> bool:
    """Return whether the task and the answer fit without scrolling."""
    task, answer = _lines(pen, rect, told)
    return len(task) + len(answer) <= len(rect.rows(LINE * pen.metrics.text))


def _lines(pen: Pen, rect: Rect, told: TaskAnswer) -> tuple[list[str], list[str | None]]:
    m, inner = pen.metrics, rect.w - pen.metrics.gap
    said = pen.lines_of(told.answer, inner - 2.5 * m.gap - m.text)
    return pen.lines_of(told.task, inner), [None, *said, None] if said else []


def _draw_answer(
    pen: Pen, places: list[Rect], lines: list[str | None], good: bool | None, *, begins: bool
) -> None:
    """Draw the answer to the last try in a box; None is a line of its edge."""
    m, look = pen.metrics, pen.look
    rows = list(zip(places, lines, strict=False))
    if not rows:
        return
    colour = look.accent if good is None else look.good if good else look.danger
    first, last = rows[0][0], rows[-1][0]
    height = last.bottom - first.y
    box = Rect(first.x, first.y, first.w - m.gap, height).inset(0, 0.35 * LINE * m.text)
    pen.box(box, look.raised, m.radius, colour)
    for number, (place, line) in enumerate(rows):
        mark, words = place.inset(m.gap, 0).cut_left(m.text + m.gap / 2)
        if begins and number == 1:
            side = 0.9 * m.text
            picture = "hint" if good is None else "check" if good else "close"
            pen.icon(picture, mark.cut_left(side)[0].centred(side, side), colour)
        pen.text(words, line or "", named=True)


def quiet_lines(pen: Pen, rect: Rect, text: str) -> Rect:
    """Draw a quiet text in small lines at the bottom of a rectangle; return the rest."""
    m = pen.metrics
    part, rest = rect.cut_bottom(quiet_height(pen, rect, text))
    lines = pen.lines_of(text, rect.w, size=m.small, most=3)
    pen.lines(part, lines, 1.35 * m.small, pen.look.quiet, size=m.small)
    return rest


def quiet_height(pen: Pen, rect: Rect, text: str) -> float:
    """Return how much of the height of a rectangle such lines take."""
    small = pen.metrics.small
    return 1.35 * small * len(pen.lines_of(text, rect.w, size=small, most=3))
