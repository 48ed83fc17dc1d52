"""Protection of unsaved work: retry while it cannot be written, and ask before leaving."""

from __future__ import annotations

import time
from collections.abc import Callable

from boche.engine.languages.current import tr
from boche.viewer.hud.dialogs.model import nothing
from boche.viewer.table.question import CANCEL, Answer
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.record_switch import ask_to_let_go
from boche.viewer.window.records.saving import Saving

AGAIN = 2.0  # seconds between attempts to write
SHARE = 20  # minimum pause in attempt durations, so that a slow disk does not block the window


class UnsavedWork:
    """The guard of one desk's unsaved work. While it is not on disk the HUD shows a warning."""

    def __init__(self, desk: Desk, saving: Saving, close: Callable[[], None]) -> None:
        """Set it up; ``close`` closes the window."""
        self._desk, self._saving, self._close = desk, saving, close
        self._shown = ""
        desk.schedule.watchers.append(self._look)

    def _look(self) -> None:
        """Show whether the work is safe; while it is not, try again after a while."""
        desk, before = self._desk, self._shown
        self._shown = desk.session.safety.problem
        desk.hud.dirty |= self._shown != before
        if bool(self._shown) != bool(before):
            desk.schedule.at(desk.now + AGAIN if self._shown else None, self._try_again)

    def _try_again(self) -> None:
        begin = time.perf_counter()
        if self._desk.session.safety.try_again():
            self._desk.say(tr("all moves are saved again"))
        took = time.perf_counter() - begin
        self._desk.schedule.at(self._desk.now + max(AGAIN, SHARE * took), self._try_again)

    def leave(self) -> None:
        """Close the window, or ask first if work would be lost."""
        session = self._desk.session
        if session.begun and not session.edits.modified:
            ask_to_let_go(self._desk, tr("Quit"), self._close)
            return
        if session.safety.try_again():
            self._close()
            return

        text = tr(
            "The latest changes could not be saved: {problem}.\nThey will be lost if you quit now.",
            problem=session.safety.problem,
        )
        self._desk.ask(
            tr("Close without saving?"), text,
            (Answer("elsewhere", tr("Save elsewhere"), "S"),
             lambda: self._saving.save_as(self._close)),
            (Answer("quit", tr("Quit anyway"), "Q"), self._close), (CANCEL, nothing),
        )  # fmt: skip
