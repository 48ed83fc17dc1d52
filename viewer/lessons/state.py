"""A lesson in progress: one plain value, and functions that make the next one of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from engine.record import Node, Record, positions_along
from viewer.lessons.answers import answer_to
from viewer.lessons.catalogue import lesson_after
from viewer.lessons.lesson import Lesson, marked, moves_to, question_from, right_tries

Phase = Literal["asks", "wrong", "right"]


@dataclass(frozen=True)
class LessonState:
    """What is asked, what was answered, how far it has come.

    ``number`` is the exercise's, from 0; ``asked`` the place in its record that asks. ``moves``
    are those that lie on the table now. In the phase ``asks`` a try is waited for; in ``wrong`` one
    lies there, and ``ahead`` are the moves that refute it; in ``right`` the next step is waited
    for, and ``place`` is where that begins, None where the exercise is done. ``answer`` is what was
    said to the last try, ``good`` whether that was right; without one it is empty.
    """

    lesson: Lesson = field(compare=False)
    number: int
    asked: Node
    moves: tuple[str, ...]
    phase: Phase = "asks"
    answer: str = ""
    good: bool = False
    ahead: tuple[Node, ...] = ()
    place: Node | None = None

    @property
    def record(self) -> Record:
        """The record of the exercise."""
        return self.lesson.exercises[self.number]

    @property
    def task(self) -> str:
        """What is asked for."""
        return self.asked.comment

    @property
    def command(self) -> str:
        """The command that is asked for, empty where it is a move."""
        return self.asked.text("XD")

    @property
    def exercise_done(self) -> bool:
        """Whether nothing more is asked in this exercise."""
        return self.phase == "right" and (self.place is None or question_from(self.place) is None)

    @property
    def done(self) -> bool:
        """Whether nothing more is asked in this lesson."""
        return self.exercise_done and self.number + 1 == len(self.lesson.exercises)

    @property
    def all_done(self) -> bool:
        """Whether nothing more is asked in this lesson, and the game has none after it."""
        return self.done and lesson_after(self.lesson) is None


def begun(lesson: Lesson, number: int = 0) -> LessonState:
    """An exercise at its first question."""
    asked = question_from(lesson.exercises[number].root)
    assert asked is not None  # ``read_lesson`` has seen to it
    return LessonState(lesson, number, asked, moves_to(asked))


def tried(state: LessonState, move: str) -> LessonState:
    """After a legal move at the place that asks."""
    asked = state.asked
    moves = (*moves_to(asked), move)
    known = _known_try(state.record, asked, move)
    if known is not None and known.text("TE"):
        return replace(state, moves=moves, phase="right", answer=known.comment, good=True,
                       place=known)  # fmt: skip
    if known is None and asked.text("XA"):
        return replace(state, moves=moves, phase="right", answer=asked.text("XA"), good=True,
                       place=None)  # fmt: skip
    if known is not None:
        answer, ahead = known.comment, tuple(known.line_from()[1:])
    else:
        answer, ahead = answer_to(asked, positions_along(state.record, asked)[-1], move)
    return replace(state, moves=moves, phase="wrong", answer=answer, good=False, ahead=ahead)


def _known_try(record: Record, asked: Node, move: str) -> Node | None:
    """The try of the record that leads where a move does: some moves can be written in two ways."""
    position: Any = positions_along(record, asked)[-1]
    after = position.play(position.parse(move))
    found = (each for each in marked(asked) if each.move is not None)
    return next((each for each in found if position.play(position.parse(each.move)) == after), None)


def went_on(state: LessonState) -> LessonState:
    """The next thing that happens after a wrong try, or the next question after a right one.

    A wrong try is refuted move by move and then taken back. The same where the exercise is done.
    """
    if state.phase == "wrong":
        return _refuted(state) if state.ahead else taken_back(state)
    asked = question_from(state.place) if state.phase == "right" and state.place else None
    if asked is None:
        return state
    return LessonState(state.lesson, state.number, asked, moves_to(asked))


def _refuted(state: LessonState) -> LessonState:
    """After the next move of a refutation; the last one says what it shows."""
    step, *ahead = state.ahead
    moves = state.moves if step.move is None else (*state.moves, step.move)
    said = [state.answer, step.comment if not ahead else ""]
    answer = "\n".join(filter(None, said))
    return replace(state, moves=moves, answer=answer, ahead=tuple(ahead))


def taken_back(state: LessonState) -> LessonState:
    """With a wrong try, and what refuted it, taken back; what was said of it stays."""
    while state.ahead:
        state = _refuted(state)
    return replace(state, moves=moves_to(state.asked), phase="asks")


def did(state: LessonState, command: str) -> LessonState:
    """After a command has been done at the table; the same where another thing is asked."""
    if state.phase != "asks" or state.command != command:
        return state
    place = next((each for each in state.asked.children if each.move is None), None)
    answer = place.comment if place is not None else ""
    if place is not None and question_from(place) is place:
        # Its words are praise and next task in one.
        return replace(begun(state.lesson, state.number), asked=place, moves=state.moves, good=True)
    return replace(state, phase="right", answer=answer, good=True, place=place)


def right_move(state: LessonState) -> str:
    """A move that is right here; empty where none is, as where a command is asked for."""
    right = right_tries(state.asked)
    if right:
        return right[0].move or ""
    if not state.asked.text("XA"):
        return ""
    position: Any = positions_along(state.record, state.asked)[-1]
    wrong = {each.move for each in marked(state.asked)}
    return next((str(move) for move in position.legal_moves() if str(move) not in wrong), "")
