"""A lesson in progress: an immutable state, and functions that return the next one."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from boche.engine.languages.current import tr, translate
from boche.engine.message import capitalized
from boche.engine.record import Node, Record, positions_along
from boche.viewer.lessons import words
from boche.viewer.lessons.answers import Answer, answer_to
from boche.viewer.lessons.catalogue import lesson_after
from boche.viewer.lessons.lesson import Lesson, marked, moves_to, question_from, right_tries
from boche.viewer.lessons.texts import in_language

Phase = Literal["asks", "wrong", "right"]


@dataclass(frozen=True)
class LessonState:
    """The current task, the last answer and the progress made.

    ``number`` is the exercise's, from 0; ``question`` is the node of its record that sets the
    task. ``moves`` are those on the table now. In the phase ``asks`` a try is awaited. In
    ``wrong`` one is on the table, and ``ahead`` holds the moves that refute it; after the last of
    them ``ending`` is said. In ``right`` the next step is awaited: ``place`` is the node where it
    begins, or None if the exercise is done. ``answers`` are the texts of the answer to the last
    try, in English, and ``good`` says whether the try was right; without a try there are none.
    ``shown`` is set once an answer to this task was shown, ``helped`` once one to any task of the
    exercise was, which then is not solved.
    """

    lesson: Lesson = field(compare=False)
    number: int
    question: Node
    moves: tuple[str, ...]
    phase: Phase = "asks"
    answers: tuple[str, ...] = ()
    good: bool = False
    ahead: tuple[Node, ...] = ()
    ending: str = ""
    place: Node | None = None
    shown: bool = False
    helped: bool = False

    @property
    def record(self) -> Record:
        """The record of the exercise."""
        return self.lesson.exercises[self.number]

    @property
    def task(self) -> str:
        """The text of the task, in the current language."""
        return in_language(self.question.comment)

    @property
    def answer(self) -> str:
        """The answer to the last try, in the current language; empty without a try.

        A try that was shown is not praised.
        """
        told = "\n".join(map(in_language, self.answers))
        if self.phase != "right" or not self.shown:
            return told
        return "\n".join(filter(None, (translate(words.SHOWN), without_praise(told))))

    @property
    def command(self) -> str:
        """The command that is asked for, or an empty string if it is a move."""
        return self.question.text("XD")

    def asks_for(self, command: str) -> bool:
        """Return whether a command is what the task asks for now."""
        return self.phase == "asks" and self.command == command

    @property
    def exercise_done(self) -> bool:
        """True if this exercise sets no further task."""
        return self.phase == "right" and (self.place is None or question_from(self.place) is None)

    @property
    def done(self) -> bool:
        """True if this lesson sets no further task."""
        return self.exercise_done and self.number + 1 == len(self.lesson.exercises)

    @property
    def rules_done(self) -> bool:
        """True if this lesson sets no further task and the ones after it are about tactics."""
        after = lesson_after(self.lesson)
        taught = self.done and self.lesson.teaches_rules
        return taught and after is not None and not after.teaches_rules

    @property
    def all_done(self) -> bool:
        """True if this lesson sets no further task and the game has no lesson after it."""
        return self.done and lesson_after(self.lesson) is None


def initial_state(lesson: Lesson, number: int = 0) -> LessonState:
    """Return the state of an exercise at its first task."""
    question = question_from(lesson.exercises[number].root)
    assert question is not None  # guaranteed by ``read_lesson``
    return LessonState(lesson, number, question, moves_to(question))


def tried(state: LessonState, move: str) -> LessonState:
    """Return the state after a legal move at the node that sets the task."""
    question = state.question
    moves = (*moves_to(question), move)
    known = _known_try(state.record, question, move)
    if known is not None and known.text("TE"):
        return replace(state, moves=moves, phase="right", answers=_texts(known.comment),
                       good=True, place=known)  # fmt: skip
    if known is None and question.text("XA"):
        return replace(state, moves=moves, phase="right", answers=_texts(question.text("XA")),
                       good=True, place=None)  # fmt: skip
    if known is not None:
        _, *ahead = known.line_from()
        ending = ahead[-1].comment if ahead else ""
        answer = Answer(_texts(known.comment), tuple(ahead), ending)
    else:
        answer = answer_to(question, positions_along(state.record, question)[-1], move)
    return replace(state, moves=moves, phase="wrong", answers=answer.texts, good=False,
                   ahead=answer.ahead, ending=answer.ending)  # fmt: skip


def _texts(text: str) -> tuple[str, ...]:
    return (text,) if text else ()


def _known_try(record: Record, question: Node, move: str) -> Node | None:
    """Return the try of the record with the same result: some moves can be written in two ways."""
    position: Any = positions_along(record, question)[-1]
    after = position.play(position.parse(move))
    attempts = (attempt for attempt in marked(question) if attempt.move is not None)
    return next(
        (attempt for attempt in attempts if position.play(position.parse(attempt.move)) == after),
        None,
    )


def went_on(state: LessonState) -> LessonState:
    """Return the state after the next step: a refuting move, or the next task after a right try.

    A wrong try is refuted move by move and then taken back. The state stays the same if the
    exercise is done.
    """
    if state.phase == "wrong":
        return _refuted(state) if state.ahead else taken_back(state)
    question = question_from(state.place) if state.phase == "right" and state.place else None
    if question is None:
        return state
    return LessonState(
        state.lesson, state.number, question, moves_to(question), helped=state.helped
    )


def _refuted(state: LessonState) -> LessonState:
    """Return the state after the next refuting move; the last one appends the ending."""
    step, *ahead = state.ahead
    moves = state.moves if step.move is None else (*state.moves, step.move)
    answers = (*state.answers, *_texts(state.ending if not ahead else ""))
    return replace(state, moves=moves, answers=answers, ahead=tuple(ahead))


def taken_back(state: LessonState) -> LessonState:
    """Return the state with a wrong try, its refutation and the answer to it taken back.

    What was said of a move that is no longer on the board would be read as said of the next one.
    """
    return replace(state, moves=moves_to(state.question), phase="asks", answers=(), good=False,
                   ahead=(), ending="")  # fmt: skip


def did(state: LessonState, command: str) -> LessonState:
    """Return the state after a command at the table; unchanged if it was not asked for."""
    if not state.asks_for(command):
        return state
    place = next((child for child in state.question.children if child.move is None), None)
    answers = _texts(place.comment) if place is not None else ()
    if place is not None and question_from(place) is place:
        # Its text is both the praise and the next task.
        return replace(
            initial_state(state.lesson, state.number), question=place, moves=state.moves, good=True,
            helped=state.helped,
        )  # fmt: skip
    return replace(state, phase="right", answers=answers, good=True, place=place)


def without_praise(text: str) -> str:
    """Return a text in the current language without the word of praise with which it begins."""
    praise = "|".join(re.escape(tr(word)) for word in words.PRAISE)
    return capitalized(re.sub(rf"^(?:{praise})\s*[:.,!]\s*", "", text))


def with_help(state: LessonState) -> LessonState:
    """Return the state of a task whose answer is about to be shown."""
    return replace(state, shown=True, helped=True)


def right_move(state: LessonState) -> str:
    """Return a move that is right here, or an empty string if there is none (as for a command)."""
    right = right_tries(state.question)
    if right:
        return right[0].move or ""
    if not state.question.text("XA"):
        return ""
    position: Any = positions_along(state.record, state.question)[-1]
    wrong = {attempt.move for attempt in marked(state.question)}
    return next((str(move) for move in position.legal_moves() if str(move) not in wrong), "")
