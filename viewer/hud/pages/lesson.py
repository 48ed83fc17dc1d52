"""A lesson in the panel: the task, the answer to the last attempt, the buttons."""

from __future__ import annotations

from boche.viewer.hud.model import LIST, Shown
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action, wrapped
from boche.viewer.hud.widgets.widgets import Pen, button, scrollbar
from boche.viewer.lessons.state import LessonState
from boche.viewer.table.commands import tip_of

LINE = 1.4  # line height in letter heights


def lesson(pen: Pen, rect: Rect, shown: Shown, state: LessonState, top: int | None) -> int:
    """Draw the lesson and return the first visible line.

    ``top`` is the first line of its text to show, or None for the latest answer.
    """
    m = pen.metrics
    head, rest = rect.cut_top(m.row + m.gap / 2)
    _head(pen, head, state)
    foot, rest = rest.cut_bottom(2 * m.button + m.gap)
    _buttons(pen, foot, shown, state)
    return _text(pen, rest.inset(0, m.gap / 2), state, top)


def _head(pen: Pen, rect: Rect, state: LessonState) -> None:
    m = pen.metrics
    count = f"{state.number + 1} of {len(state.lesson.exercises)}"
    right, left = rect.cut_right(pen.width(count, size=m.small) + 1)
    pen.text(right, count, pen.look.quiet, size=m.small, align="right")
    pen.text(left.cut_right(m.gap)[1], state.lesson.title, bold=True)
    pen.rule(rect, "bottom")


def _text(pen: Pen, rect: Rect, state: LessonState, top: int | None) -> int:
    """Draw the task and the answer; the lines that do not fit are reached by scrolling."""
    m = pen.metrics
    pen.hit(rect, None, scroll=LIST)
    places = rect.rows(LINE * m.text)
    inner = rect.w - m.gap
    task = _lines(pen, state.task, inner)
    said = _lines(pen, _answer(state), inner - 2.5 * m.gap - m.text)
    answer = [None, *said, None] if said else []
    total = len(task) + len(answer)
    if top is None:
        top = total if answer else 0
    top = max(min(top, total - len(places)), 0)
    for place, line in zip(places, task[top:], strict=False):
        pen.text(place, line)
    shown = max(len(task) - top, 0)
    first = max(top - len(task), 0)
    _said(pen, places[shown:], answer[first:], state, begins=first == 0)
    if total > len(places) > 0:
        scrollbar(pen, rect, top, len(places), total, LIST)
    return top


def _answer(state: LessonState) -> str:
    if not state.answer or state.phase != "right":
        return state.answer
    if state.all_done:
        return f"{state.answer}\n\nThat was the last lesson. Now play your first game."
    if state.done:
        return f"{state.answer}\n\nThat was the last exercise of this lesson."
    return state.answer


def _lines(pen: Pen, text: str, width: float) -> list[str]:
    return wrapped(text, pen.metrics.text, False, width, pen.measure) if text else []


def _said(
    pen: Pen, places: list[Rect], lines: list[str | None], state: LessonState, *, begins: bool
) -> None:
    """Draw the answer to the last attempt in a box; None is a line of its edge."""
    m, look = pen.metrics, pen.look
    rows = list(zip(places, lines, strict=False))
    if not rows:
        return
    colour = look.good if state.good else look.danger
    first, last = rows[0][0], rows[-1][0]
    height = last.bottom - first.y
    box = Rect(first.x, first.y, first.w - m.gap, height).inset(0, 0.35 * LINE * m.text)
    pen.box(box, look.raised, m.radius, colour)
    for number, (place, line) in enumerate(rows):
        mark, words = place.inset(m.gap, 0).cut_left(m.text + m.gap / 2)
        if begins and number == 1:
            side = 0.9 * m.text
            pen.icon("check" if state.good else "close", mark.cut_left(side)[0].centred(side, side),
                     colour)  # fmt: skip
        pen.text(words, line or "")


def _buttons(pen: Pen, rect: Rect, shown: Shown, state: LessonState) -> None:
    m = pen.metrics
    upper, lower = rect.cut_top(m.button)
    after = "First game" if state.all_done else "Next lesson" if state.done else "Next"
    after = "Try again" if state.phase == "wrong" else after
    places = [*upper.columns(2, m.gap), *lower.cut_bottom(m.button)[0].columns(2, m.gap)]
    names = (("lesson_again", "Again"), ("lesson_show", "Show me"),
             ("lesson_leave", "Leave"), ("lesson_next", after))  # fmt: skip
    for place, (name, label) in zip(places, names, strict=True):
        able = name not in shown.view.refused
        main = name == "lesson_next" and able
        button(pen, place, Action("command", name), label=label, tip=tip_of(name),
               enabled=able, main=main)  # fmt: skip
