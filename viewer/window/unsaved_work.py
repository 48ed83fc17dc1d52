"""Whether the work on the table is safe: while it is not, try again, and ask before leaving."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from viewer.hud.dialogs import game_dialogs as gameforms

if TYPE_CHECKING:
    from viewer.window.app import App
    from viewer.window.file_actions import FileActions

AGAIN = 2.0  # seconds from one attempt to write to the next
SHARE = 20  # and so many times as long as an attempt took: a slow disk does not hold the window up


class UnsavedWork:
    """Looks after one app's unsaved work. While it is on no disk the HUD shows a mark."""

    def __init__(self, app: App, files: FileActions) -> None:
        self._app, self._files = app, files
        self._shown = ""
        self._due: float | None = None

    def wakeups(self) -> list[float]:
        """When ``tick`` is wanted."""
        unsafe = self._app.session.unsafe
        if unsafe != self._shown:
            self._shown, self._app.hud.dirty = unsafe, True
        if not unsafe:
            self._due = None
            return []
        self._due = self._due if self._due is not None else self._app.now + AGAIN
        return [self._due]

    def tick(self) -> None:
        """Try again to keep the work, when it is time."""
        if self._due is None or self._app.now < self._due:
            return
        begin = time.perf_counter()
        if self._app.session.keep_again():
            self._app.controller.table.say("all moves are safe again")
        took = time.perf_counter() - begin
        self._due = self._app.now + max(AGAIN, SHARE * took)

    def leave(self) -> None:
        """Close the window, or ask first where work would be lost by that."""
        session = self._app.session
        if session.keep_again():
            self._app.close()
            return

        def answer(pressed: str) -> None:
            if pressed == "elsewhere":
                self._files.save_as_then(self._app.close)
            elif pressed == "quit":
                self._app.close()

        text = (
            f"The last changes of this game are on no disk: {session.unsafe}.\n"
            "If the window closes now, they are lost."
        )
        buttons = (("elsewhere", "Save elsewhere"), ("quit", "Quit anyway"), gameforms.CANCEL)
        self._app.hud.open(gameforms.ask("Close without saving?", text, buttons, answer))
