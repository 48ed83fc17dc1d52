"""A lesson in the panel: the task, the answer to the last attempt, the buttons."""

from __future__ import annotations

from boche.engine.languages.current import tr
from boche.viewer.hud import words
from boche.viewer.hud.model import HudData
from boche.viewer.hud.pages.answers import (
    TaskAnswer,
    has_room,
    heading,
    quiet_height,
    quiet_lines,
    task_and_answer,
)
from boche.viewer.hud.pages.controls import task_buttons
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.widgets import Pen
from boche.viewer.lessons.state import LessonState
from boche.viewer.table.command_keys import shown_key

KEYS_TOLD = "By keys:"
"""What a task says, in English, that explains its keys itself."""


def lesson(pen: Pen, rect: Rect, shown: HudData, state: LessonState) -> None:
    """Draw the lesson."""
    m = pen.metrics
    head, rest = rect.cut_top(m.row + m.gap / 2)
    count = tr("{number} of {count}", number=state.number + 1, count=len(state.lesson.exercises))
    heading(pen, head, state.lesson.title, count)
    foot, rest = rest.cut_bottom(2 * m.button + m.gap)
    _buttons(pen, foot, shown, state)
    looks_back = shown.session.looks_back  # then the status line says what keys do
    answered = state.phase == "right" and state.shown
    good = None if answered else state.good
    told = TaskAnswer(state.task, _answer(shown.translate(state.answer), state), good)
    if state.phase == "asks" and not state.command and not looks_back:
        quiet = [pen.translate(words.YOU_PLAY(colour=shown.session.turn.capitalize()))]
        if KEYS_TOLD not in state.question.comment:  # its task tells the ways of the mouse
            keys = tr("By keys: arrows choose a place, {place} plays there; {help} lists all keys.",
                      place=shown_key("place"), help=shown_key("help"))  # fmt: skip
            quiet.insert(0, keys)
        rest = rest.cut_bottom(m.gap / 2)[1]
        for text in quiet:  # they give way to the task
            left = rest.cut_bottom(quiet_height(pen, rest, text))[1]
            if has_room(pen, left.inset(0, m.gap / 2), told):
                rest = quiet_lines(pen, rest, text)
    task_and_answer(pen, rest.inset(0, m.gap / 2), told)


def _answer(answer: str, state: LessonState) -> str:
    """Return the answer, after the last exercise with a line that says so."""
    if not answer or state.phase != "right":
        return answer
    if state.all_done:
        end = tr(
            "That was the last lesson. Now play your first game: hints and taking back are free."
        )
    elif state.rules_done:
        end = tr(
            "You know the rules now. Play a first game, in which hints and taking back are free, or"
            " go on to the tactics."
        )
    elif state.done:
        end = tr("That was the last exercise of this lesson.")
    else:
        return answer
    return f"{answer}\n\n{end}"


def _buttons(pen: Pen, rect: Rect, shown: HudData, state: LessonState) -> None:
    after = tr("Next lesson") if state.done else tr("Next")
    after = tr("First game") if state.all_done else after
    after = tr("Try again") if state.phase == "wrong" else after
    over = tr("Play it yourself") if state.helped and state.exercise_done else tr("Start over")
    second = ("lesson_show", tr("Show me"))
    if state.rules_done:  # nothing is left to be shown
        second = ("lesson_play", tr("First game"))
    names = (("lesson_again", over), second,
             ("lesson_leave", tr("Leave")), ("lesson_next", after))  # fmt: skip
    task_buttons(pen, rect, shown, names, "lesson_next")
