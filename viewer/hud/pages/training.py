"""An exercise in the panel: what is asked, the answer to the last try, the result, the buttons."""

from __future__ import annotations

from boche.engine.message import begun
from boche.viewer.hud.model import Shown
from boche.viewer.hud.pages.answers import Told, heading, task_and_answer
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.icons import disc
from boche.viewer.hud.widgets.items import Action, wrapped
from boche.viewer.hud.widgets.widgets import Pen, button
from boche.viewer.table.commands import tip_of
from boche.viewer.training.state import TrainingState
from boche.viewer.training.words import FIND

NEXT = {"wrong": "Try again", "judging": "Try again", "done": "Next"}
"""The label of the main button by phase; else it goes on."""


def training(pen: Pen, rect: Rect, shown: Shown, state: TrainingState, top: int | None) -> int:
    """Draw the exercise and return the first visible line.

    ``top`` is the first line of its text to show, or None for the latest answer.
    """
    m = pen.metrics
    head, rest = rect.cut_top(m.row + m.gap / 2)
    heading(pen, head, state.exercise.title, state.heading)
    rest = _turn(pen, rest, shown, state)
    foot, rest = rest.cut_bottom(3 * m.button + 2 * m.gap)
    _buttons(pen, foot, shown, state)
    rest = _quiet(pen, rest, state.exercise.source)
    rest = _quiet(pen, rest.cut_bottom(m.gap / 2)[1], state.noted)
    good = None if state.quality is None else state.quality == "right"
    told = Told(shown.said(state.exercise.task), shown.said(state.answer), good)
    return task_and_answer(pen, rest.inset(0, m.gap / 2), told, top)


def retry_row(pen: Pen, rect: Rect, shown: Shown) -> Rect:
    """Draw the button that begins with one's mistakes, if there are any; return the rest."""
    if "retry_mistakes" in shown.view.refused:
        return rect
    m = pen.metrics
    row, rest = rect.cut_top(m.button + m.gap / 2)
    button(pen, row.cut_top(m.button)[0], Action("command", "retry_mistakes"),
           label="Retry your mistakes", tip=tip_of("retry_mistakes"))  # fmt: skip
    return rest


def _turn(pen: Pen, rect: Rect, shown: Shown, state: TrainingState) -> Rect:
    """Draw whose move it is while one is asked for; return the rest."""
    m = pen.metrics
    row, rest = rect.cut_top(1.35 * m.row)
    if state.phase not in ("arrives", "asks"):
        return rest
    turn = state.exercise.colour
    mark, text = row.cut_left(2 * m.text)
    pen.page.boxes.append(disc(*mark.middle, 0.55 * m.text, shown.discs[turn], pen.look.quiet))
    pen.text(text, shown.said(FIND(colour=begun(turn))), bold=True)
    return rest


def _quiet(pen: Pen, rect: Rect, text: str) -> Rect:
    """Draw a line or two at the bottom of a rectangle; return the rest."""
    m = pen.metrics
    lines = wrapped(text, m.small, False, rect.w, pen.measure)[:3] if text else []
    part, rest = rect.cut_bottom(1.35 * m.small * len(lines))
    pen.lines(part, lines, 1.35 * m.small, pen.look.quiet, size=m.small)
    return rest


def _buttons(pen: Pen, rect: Rect, shown: Shown, state: TrainingState) -> None:
    m = pen.metrics
    rows = [rect.cut_top(m.button)[0]]
    for _ in range(2):
        rect = rect.cut_top(m.button + m.gap)[1]
        rows.append(rect.cut_top(m.button)[0])
    places = [place for row in rows for place in row.columns(2, m.gap)]
    again = "Take back" if state.phase in ("wrong", "judging") else "Start over"
    names = (("training_hint", "Show the move" if state.hints else "Hint"),
             ("training_show", "Solution"), ("training_again", again),
             ("training_leave", "Leave"))  # fmt: skip
    for place, (name, label) in zip(places, names, strict=False):
        _button(pen, place, shown, name, label)
    _button(pen, rows[2], shown, "training_next", NEXT.get(state.phase, "Go on"), main=True)


def _button(
    pen: Pen, rect: Rect, shown: Shown, name: str, label: str, *, main: bool = False
) -> None:
    able = name not in shown.view.refused
    button(pen, rect, Action("command", name), label=label, tip=tip_of(name), enabled=able,
           main=main and able)  # fmt: skip
