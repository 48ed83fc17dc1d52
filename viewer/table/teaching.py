"""A lesson at the table: its timing and its progress."""

from __future__ import annotations

from boche.viewer.lessons.catalogue import lesson_after
from boche.viewer.lessons.progress import note_done
from boche.viewer.lessons.session import DemonstrationSession, LessonSession

LOOK, READ = 1.0, 0.04  # seconds before the next move of a demonstration, and more for a letter
PAUSE = 1.4  # seconds before each move of the refutation of a wrong attempt


class Showing:
    """The driver of the demonstration on the table: each move waits until its caption is read."""

    def __init__(self, demonstration: DemonstrationSession) -> None:
        self.demonstration = demonstration
        self._due: float | None = None

    def tick(self, now: float) -> None:
        """Play the next move when it is due; the last one stays on the table."""
        cursor = self.demonstration.cursor
        if self._due is not None and now >= self._due:
            cursor.forward(1)
            self._due = None
        if self._due is None and cursor.node.children:
            self._due = now + LOOK + READ * len(cursor.node.comment)

    def wakeup(self, now: float) -> float | None:
        """Return when ``tick`` is due, or None for never."""
        if not self.demonstration.cursor.node.children:
            return None
        return now if self._due is None else self._due

    def note(self) -> str:
        """Return an empty text: there is no progress to be saved."""
        return ""


class Teaching:
    """The driver of the lesson on the table."""

    def __init__(self, lesson: LessonSession) -> None:
        self.lesson = lesson
        self._due: float | None = None
        self._noted = False

    def tick(self, now: float) -> None:
        """Play the next move of a refutation when it is due; the last one stays on the table."""
        if not self.lesson.state.ahead:
            self._due = None
        elif self._due is None:
            self._due = now + PAUSE
        elif now >= self._due:
            self.lesson.go_on()
            self._due = now + PAUSE

    def wakeup(self, now: float) -> float | None:
        """Return when ``tick`` is due, or None for never."""
        if not self.lesson.state.ahead:
            return None
        return now if self._due is None else self._due

    def note(self) -> str:
        """Save the progress; return a line that says why that failed, or an empty text.

        An exercise whose answer was shown is not solved.
        """
        state = self.lesson.state
        if self._noted or not state.exercise_done:
            return ""
        self._noted = True
        return "" if state.helped else note_done(state.lesson, state.number)


def following(lesson: LessonSession) -> LessonSession | None:
    """Return the next exercise, also from the next lesson, or None after the game's last."""
    state = lesson.state
    if state.number + 1 < len(state.lesson.exercises):
        return LessonSession(state.lesson, state.number + 1)
    after = lesson_after(state.lesson)
    return LessonSession(after) if after is not None else None
