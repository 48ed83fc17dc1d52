"""An exercise at the table: a session whose moves are judged."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from boche.engine.languages.current import tr
from boche.engine.message import Message
from boche.engine.record import Node
from boche.viewer.session import Session, SessionError, pasting
from boche.viewer.session.ephemeral import NoFile, NoSeats
from boche.viewer.training import state as training
from boche.viewer.training import words
from boche.viewer.training.exercise import Course, Exercise


class TrainingSession(Session):
    """An exercise of a course. ``state`` holds the task; the record holds the moves played.

    It is never stored or offered for saving, and it cannot be undone: ``take_back`` takes a try
    back.
    """

    def __init__(self, course: Course, exercise: Exercise, noted: str = "") -> None:
        """Begin an exercise; with ``noted``, the line on a result that is kept already."""
        self.course, self.exercise = course, exercise
        self.state = replace(training.initial_state(exercise, course.heading), noted=noted)
        super().__init__(exercise.record.copy(), ephemeral=True)
        self.seats = NoSeats(self.record, self.edits, words.NOBODY)
        self.file = NoFile(self.record, self.edits, self.seats, words.NOT_SAVED)
        self.cursor.last()
        if self.state.phase == "arrives":
            self.cursor.back(1)

    @property
    def name(self) -> str:
        return self.course.name

    @property
    def why_no_help(self) -> Message:
        """The reason for having no computer assistance: it would give the answer away."""
        return words.NOT_IN_EXERCISE

    @property
    def judged(self) -> Node | None:
        """The node of the move that is being judged, or None."""
        line = self.cursor.line
        return line[-1] if self.state.phase == "judging" else None

    @property
    def sets_task(self) -> bool:
        """True while a try is awaited."""
        return self.state.phase == "asks"

    def paste(self, text: str) -> Session | list[Node]:
        """Return a pasted record as a new session.

        Raises ``SessionError`` for moves, since each needs its own answer.
        """
        if isinstance(pasting.parse(text, self.record, self.position), pasting.Moves):
            raise SessionError(tr(words.ONE_BY_ONE))
        return super().paste(text)

    # -- actions

    def play(self, move: object) -> Node:
        """Try a move and store the answer in ``state``. Raises as ``Session.play`` does.

        Before the exercise asks, let it go on; after a wrong try, take that back instead.
        """
        phase = self.state.phase
        if phase in ("wrong", "judging"):
            return self.take_back()
        if phase in ("arrives", "reply"):
            return self.go_on()
        if phase == "done":
            raise SessionError(tr(words.GO_ON))
        if self.cursor.node is not self.cursor.line[-1]:
            raise SessionError(tr(words.STEP_ON))
        position = self.position
        node = super().play(move)
        self.state = training.tried(self.state, position, str(node.move))
        self.cursor.changed()
        return node

    def go_on(self) -> Node:
        """Take the next step that comes by itself."""
        return self._let(training.went_on(self.state))

    def take_back(self) -> Node:
        """Take back a try and its refutation."""
        return self._let(training.taken_back(self.state))

    def hint(self, text: str, number: int) -> None:
        """Store that a hint was given: 1 for the place where the move begins, 2 for the move."""
        self._let(training.hinted(self.state, text, number))

    def solve(self) -> Node:
        """Play the first move of the solution; the others follow by themselves."""
        return self._let(training.solved(self.state))

    def judge(self, result: Any) -> None:
        """Answer the move on the table by a search of the position after it."""
        line = self.cursor.line
        position, move = self.positions.at(line[-2]), self.state.moves[-1]
        self._let(training.answered(self.state, self.exercise.searched(position, move, result)))

    def cannot_judge(self, reason: str) -> None:
        """Take back the move on the table, which cannot be searched."""
        self._let(training.unjudged(self.state, reason))

    def note(self) -> None:
        """Keep the result once it is certain."""
        if self.state.over and not self.state.noted:
            noted = self.course.note(self.exercise, self.state.score)
            self.state = replace(self.state, noted=noted, heading=self.course.heading)
            self.cursor.changed()

    def _let(self, state: training.TrainingState) -> Node:
        """Set the state, and make the moves of the record match it."""
        self.state = state
        return self.set_line(state.moves)
