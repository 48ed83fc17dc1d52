"""Protection of unsaved work: retry while it cannot be written, and ask before leaving."""

from __future__ import annotations

import time
from collections.abc import Callable

from boche.viewer.table.question import CANCEL, Answer, Question
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.saving import Saving

AGAIN = 2.0  # seconds between attempts to write
SHARE = 20  # minimum pause in attempt durations, so that a slow disk does not block the window


class UnsavedWork:
    """The guard of one desk's unsaved work. While it is not on disk the HUD shows a warning."""

    def __init__(self, desk: Desk, saving: Saving, close: Callable[[], None]) -> None:
        """Set it up; ``close`` closes the window."""
        self._desk, self._saving, self._close = desk, saving, close
        self._shown = ""
        self._due: float | None = None

    def wakeup(self) -> float | None:
        """Return when ``tick`` is due, or None for never."""
        unsafe = self._desk.session.safety.problem
        if unsafe != self._shown:
            self._shown, self._desk.hud.dirty = unsafe, True
        if not unsafe:
            self._due = None
        elif self._due is None:
            self._due = self._desk.now + AGAIN
        return self._due

    def tick(self) -> None:
        """Try again to write the work when it is due."""
        if self._due is None or self._desk.now < self._due:
            return
        begin = time.perf_counter()
        if self._desk.session.safety.try_again():
            self._desk.say("all moves are saved again")
        took = time.perf_counter() - begin
        self._due = self._desk.now + max(AGAIN, SHARE * took)

    def leave(self) -> None:
        """Close the window, or ask first if work would be lost."""
        session = self._desk.session
        if session.safety.try_again():
            self._close()
            return

        def answered(name: str) -> None:
            if name == "elsewhere":
                self._saving.save_as(self._close)
            elif name == "quit":
                self._close()

        text = (
            f"The latest changes could not be saved: {session.safety.problem}.\n"
            "They will be lost if you quit now."
        )
        answers = (Answer("elsewhere", "Save elsewhere"), Answer("quit", "Quit anyway"), CANCEL)
        self._desk.ask(Question("Close without saving?", text, answers), answered)
