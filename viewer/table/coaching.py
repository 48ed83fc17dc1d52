"""An exercise at the table: its timing and its results."""

from __future__ import annotations

from boche.viewer.training.session import TrainingSession

ARRIVING = 0.6  # seconds before the move that led to the position
PAUSE = 1.0  # seconds before each move that follows by itself


class Coaching:
    """The driver of the exercise on the table."""

    def __init__(self, training: TrainingSession) -> None:
        self.training = training
        self._due: float | None = None

    def tick(self, now: float) -> None:
        """Let the exercise go on by itself when it is due."""
        state = self.training.state
        if not state.moving:
            self._due = None
        elif self._due is None:
            self._due = now + (ARRIVING if state.phase == "arrives" else PAUSE)
        elif now >= self._due:
            self.training.go_on()
            self._due = None

    def wakeup(self, now: float) -> float | None:
        """Return when ``tick`` is due, or None for never."""
        if not self.training.state.moving:
            return None
        return now if self._due is None else self._due

    def note(self) -> str:
        """Keep the result once it is certain; what went wrong is reported by the course."""
        self.training.note()
        return ""
