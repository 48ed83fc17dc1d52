"""Lessons from the answers alone, as a page takes them, against the same at the table."""

from __future__ import annotations

import pytest

from boche.engine.errors import BocheError
from boche.viewer.lessons.catalogue import catalogue_of
from boche.viewer.lessons.lesson import Lesson
from boche.viewer.lessons.replay import COMMAND, state_after
from boche.viewer.lessons.session import LessonSession
from boche.viewer.lessons.state import LessonState, right_move
from tests.viewer.lessons.push.test_every_lesson import every_lesson


def right_answer(state: LessonState) -> str:
    return COMMAND + state.command if state.command else right_move(state)


@every_lesson
def test_right_answers_lead_through_a_lesson_as_at_the_table(lesson: Lesson) -> None:
    for number in range(len(lesson.exercises)):
        table, found = LessonSession(lesson, number), list[str]()
        while True:
            state = state_after(lesson, number, found)
            assert state == table.state
            answer = right_answer(state)
            if answer.startswith(COMMAND):
                table.did(state.command)
            else:
                table.play(answer)
            done = state_after(lesson, number, found, answer)
            assert done == table.state
            assert done.good
            if done.exercise_done:
                break
            if done.phase == "right":
                table.go_on()
            found.append(answer)


def test_a_wrong_answer_stays_with_its_whole_refutation() -> None:
    lesson = catalogue_of("boku").lessons[0]
    state = state_after(lesson, 2, [], "f8")
    assert (state.phase, state.good, state.ahead) == ("wrong", False, ())
    table = LessonSession(lesson, 2)
    table.play("f8")
    while table.state.ahead:
        table.go_on()
    assert (state.moves, state.answer) == (table.state.moves, table.state.answer)


@pytest.mark.parametrize(
    ("found", "answer"),
    [([], "zz"), ([], "f4"), ([], "do:top"), (["f8"], "f7"), (["f7", "f3"], "f2"), (["f9"], "")],
)
def test_answers_that_cannot_be_given_are_refused(found: list[str], answer: str) -> None:
    lesson = catalogue_of("boku").lessons[0]
    with pytest.raises(BocheError) as refused:
        state_after(lesson, 2, found, answer)
    assert "\n" not in str(refused.value)
