"""An exercise in the panel: what is asked, the answer to the last try, the result, the buttons."""

from __future__ import annotations

from boche.engine.languages.current import tr, tr_later
from boche.engine.message import capitalized
from boche.viewer.hud.model import HudData
from boche.viewer.hud.pages.answers import LINE, TaskAnswer, heading, quiet_lines, task_and_answer
from boche.viewer.hud.pages.controls import task_buttons
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.widgets import Pen
from boche.viewer.training.state import TrainingState
from boche.viewer.training.words import FIND

NEXT = {"wrong": tr_later("Try again"), "done": tr_later("Next")}
"""The label of the main button by phase; else it goes on."""
GO_ON = tr_later("Continue")
ROOM = 12  # lines that must be left for task and answer, or else it is not said where it is from


def training(pen: Pen, rect: Rect, shown: HudData, state: TrainingState) -> None:
    """Draw the exercise."""
    m = pen.metrics
    head, rest = rect.cut_top(m.row + m.gap / 2)
    heading(pen, head, state.exercise.title, state.heading)
    rest = _turn(pen, rest, shown, state)
    foot, rest = rest.cut_bottom(2 * m.button + m.gap)
    _buttons(pen, foot, shown, state)
    rest = rest.cut_bottom(m.gap / 2)[1]
    if rest.h > ROOM * LINE * m.text:
        rest = quiet_lines(pen, rest, state.exercise.source)
    rest = quiet_lines(pen, rest, state.noted or state.exercise.stake)
    good = None if state.quality is None else state.quality == "right"
    told = TaskAnswer(shown.translate(state.exercise.task), shown.translate(state.answer), good)
    task_and_answer(pen, rest.inset(0, m.gap / 2), told)


def _turn(pen: Pen, rect: Rect, shown: HudData, state: TrainingState) -> Rect:
    """Draw whose move it is while one is asked for; return the rest."""
    m = pen.metrics
    row, rest = rect.cut_top(1.35 * m.row)
    if state.phase not in ("arrives", "asks"):
        return rest
    turn = state.exercise.colour
    mark, text = row.cut_left(2 * m.text)
    pen.disc(*mark.middle, 0.55 * m.text, shown.discs[turn])
    pen.text(text, shown.translate(FIND(colour=capitalized(turn))), bold=True)
    return rest


def _buttons(pen: Pen, rect: Rect, shown: HudData, state: TrainingState) -> None:
    """Draw two rows of buttons: those that make sense now."""
    first = ("training_hint", tr("Show the move") if state.hints else tr("Hint"))
    last = ("training_next", tr(NEXT.get(state.phase, GO_ON)))
    again = ("training_again", tr("Take back") if state.phase == "judging" else tr("Start over"))
    if state.phase == "done":
        first = again
    elif "training_next" in shown.view.refused:
        last = again
    names = (first, ("training_show", tr("Solution")), ("training_leave", tr("Leave")), last)
    task_buttons(pen, rect, shown, names, "training_next")
