"""A lesson at the table: how it goes on in time, what commands do in it."""

from __future__ import annotations

from viewer.lessons.catalogue import lesson_after
from viewer.lessons.progress import note_done
from viewer.lessons.session import LessonSession

PAUSE = 1.4  # seconds from a wrong try to what refutes it, and to its being taken back


class Teaching:
    """Follows a lesson that is on the table."""

    def __init__(self, lesson: LessonSession) -> None:
        self.lesson = lesson
        self._due: float | None = None
        self._noted = False

    def tick(self, now: float) -> None:
        """Let the lesson go on by itself, when it is time."""
        if self.lesson.state.phase != "wrong":
            self._due = None
        elif self._due is None:
            self._due = now + PAUSE
        elif now >= self._due:
            self.lesson.go_on()
            self._due = now + PAUSE

    def wakeup(self, now: float) -> float | None:
        """When ``tick`` is wanted next, None for never."""
        if self.lesson.state.phase != "wrong":
            return None
        return now if self._due is None else self._due

    def note(self) -> str:
        """Keep what has been done; a line that says why that failed, or an empty one."""
        state = self.lesson.state
        if self._noted or not state.exercise_done:
            return ""
        self._noted = True
        return note_done(state.lesson, state.number + 1)


def following(lesson: LessonSession) -> LessonSession | None:
    """The exercise after this one, be it the next lesson's; None after the game's last."""
    state = lesson.state
    if state.number + 1 < len(state.lesson.exercises):
        return LessonSession(state.lesson, state.number + 1)
    after = lesson_after(state.lesson)
    return LessonSession(after) if after is not None else None
