"""A lesson at the table: a session whose moves are tries and get answers."""

from __future__ import annotations

from collections.abc import Callable

from boche.engine.languages.current import tr, tr_later, translate
from boche.engine.message import NOTHING, Message
from boche.engine.record import Node, Record, positions_along
from boche.viewer.lessons import state as lessons
from boche.viewer.lessons.lesson import Lesson
from boche.viewer.lessons.texts import in_language
from boche.viewer.lessons.words import CONTINUE, LOOK_ON, NO_MOVE_ASKED
from boche.viewer.session import Session, SessionError, pasting, words
from boche.viewer.session.ephemeral import NoFile, NoSeats

STEP_ON = tr_later("the exercise is at the end of these moves: press End")
ONE_BY_ONE = tr_later("in a lesson moves are played one at a time")
BOTH_YOURS = tr_later("in a lesson you play both sides")
NOT_SAVED = tr_later("a lesson needs no saving: what you have done is remembered")


class DemonstrationSession(Session):
    """A short game that plays itself, with a caption at each of its moves.

    Any key or click ends it: ``then`` does what comes after it, and ``hint`` says so. It is never
    stored.
    """

    def __init__(self, record: Record, then: Callable[[], object], hint: Message = LOOK_ON) -> None:
        super().__init__(record, ephemeral=True)
        self.then, self.hint = then, hint
        self.reads = lambda comment: ""  # its captions stand below the board already
        self.seats = NoSeats(self.record, self.edits, LOOK_ON)
        self.file = NoFile(self.record, self.edits, self.seats, LOOK_ON)

    @property
    def why_no_help(self) -> Message:
        """The reason for having no computer assistance: nobody plays here."""
        return LOOK_ON

    @property
    def swap_refused(self) -> Message:
        """The reason for offering no swap, whatever the rules allow."""
        return LOOK_ON

    @property
    def caption(self) -> str:
        """The caption of the last move, in the current language; at both ends with what ends it.

        One of an earlier move might no longer hold.
        """
        here = in_language(self.cursor.node.comment)
        within = self.cursor.node.parent is not None and self.cursor.node.children
        return here if within else f"{here} {translate(self.hint)}"

    def seen_by(self, user: str) -> str:
        """Return the colour that begins: the user has it in the game that follows."""
        return self.record.game.colours[0]

    def play(self, move: object) -> Node:
        """Raise ``SessionError``: the moves play themselves."""
        raise SessionError(LOOK_ON)


class LessonSession(Session):
    """An exercise of a lesson. ``state`` holds the task; the record holds the moves played.

    It is never stored or offered for saving, and it cannot be undone: ``again`` starts it over.
    """

    def __init__(self, lesson: Lesson, number: int = 0) -> None:
        self.state = lessons.initial_state(lesson, number)
        exercise = self.state.record
        super().__init__(Record(exercise.game_name, exercise.options), ephemeral=True)
        self.seats = NoSeats(self.record, self.edits, tr(BOTH_YOURS))
        self.file = NoFile(self.record, self.edits, self.seats, tr(NOT_SAVED))
        self._let(self.state)
        self._learner = self.turn

    def seen_by(self, user: str) -> str:
        """Return the colour that is to move first: the user plays it."""
        return self._learner

    def side_in_front(self, user: str) -> str:
        """Return the colour of the lesson's first task: the board does not turn within a lesson."""
        first = lessons.initial_state(self.state.lesson)
        return str(positions_along(first.record, first.question)[-1].turn)

    @property
    def name(self) -> str:
        return self.state.lesson.title

    @property
    def why_no_help(self) -> Message:
        """The reason for having no computer assistance: it would give the answer away."""
        return words.NOT_IN_LESSON

    @property
    def sets_task(self) -> bool:
        """True while a try is awaited."""
        return self.state.phase == "asks"

    @property
    def why_no_try(self) -> Message:
        """The reason for taking no move: the step is done, or asks for a command. Else empty."""
        if self.state.phase == "right":
            return CONTINUE
        return NO_MOVE_ASKED if self.state.phase == "asks" and self.state.command else NOTHING

    def paste(self, text: str) -> Session | list[Node]:
        """Return a pasted record as a new session.

        Raises ``SessionError`` for moves, since each needs its own answer.
        """
        pasted = pasting.parse(text, self.record, self.position)
        if isinstance(pasted, pasting.Moves):
            raise SessionError(tr(ONE_BY_ONE))
        return super().paste(text)

    # -- actions

    def play(self, move: object) -> Node:
        """Try a move and store the answer in ``state``. Raises as ``Session.play`` does.

        While a wrong try is being refuted, end the refutation instead.
        """
        if self.state.phase == "wrong":
            return self.take_back()
        if self.why_no_try:
            raise SessionError(self.why_no_try)
        if self.cursor.node is not self.cursor.line[-1]:
            raise SessionError(tr(STEP_ON))
        node = super().play(move)
        self.state = lessons.tried(self.state, str(node.move))
        self.cursor.changed()
        return node

    def go_on(self) -> None:
        """Advance by one step, see ``viewer.lessons.state.went_on``."""
        self._let(lessons.went_on(self.state))

    def note_help(self) -> None:
        """Note that the answer to the task is about to be shown."""
        self.state = lessons.with_help(self.state)

    def take_back(self) -> Node:
        """Take back a wrong try and its refutation at once."""
        return self._let(lessons.taken_back(self.state))

    def did(self, command: str) -> None:
        """Register a command that was carried out at the table."""
        state = lessons.did(self.state, command)
        if state is not self.state:
            self._let(state)

    def _let(self, state: lessons.LessonState) -> Node:
        """Set the lesson's state, and make the moves of the record match it."""
        self.state = state
        return self.set_line(state.moves)
