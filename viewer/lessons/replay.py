"""A lesson's state from the answers given, for pages that keep nothing but an address."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.engine.record import positions_along
from boche.viewer.lessons.lesson import Lesson
from boche.viewer.lessons.state import LessonState, did, initial_state, tried, went_on

COMMAND = "do:"
"""Beginning of an answer that is a command, such as ``do:top``; other answers are moves."""

CACHED = 512


class AnswerError(BocheError):
    """An answer where none is asked for, or after a wrong one."""


def state_after(lesson: Lesson, number: int, found: Sequence[str], answer: str = "") -> LessonState:
    """Return the state of an exercise after the right answers ``found``, and one more if given.

    What the record plays between them is played; of a wrong answer the whole refutation is, and it
    stays on the board. Raises ``BocheError`` for an answer that is illegal or out of place.
    """
    state = initial_state(lesson, number)
    for text in found:
        state = _next(_answered(state, text))
    return _answered(state, answer) if answer else state


def _next(state: LessonState) -> LessonState:
    if not state.good or state.exercise_done:
        raise AnswerError(tr("nothing follows that answer: begin the exercise again"))
    return state if state.phase == "asks" else went_on(state)


@lru_cache(CACHED)
def _judged(lesson: Lesson, state: LessonState, move: str) -> LessonState:
    state = tried(state, move)
    while state.ahead:
        state = went_on(state)
    return state


def _answered(state: LessonState, text: str) -> LessonState:
    if text.startswith(COMMAND):
        done = did(state, text.removeprefix(COMMAND))
        if done is state:
            raise AnswerError(tr("that is not what is asked for here"))
        return done
    position: Any = positions_along(state.record, state.question)[-1]
    move = position.parse(text)
    position.play(move)
    return _judged(state.lesson, state, str(move))
