"""Asks for a file: with the system's dialog, or in the window where there is none."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from viewer.hud.dialogs import game_dialogs as gameforms
from viewer.window.desk import Desk
from viewer.window.records.native_dialogs import FileDialog, ask_file

POLL = 0.1  # seconds between two looks at a file dialog that is open

Take = Callable[[str, bool], None]
"""Takes the path chosen, and whether it has been agreed to replace a file that is there."""


@dataclass(frozen=True)
class Asked:
    """The system's dialog that is open: who takes its answer, what to do where it fails."""

    dialog: FileDialog
    take: Take
    plainly: Callable[[], None]


class FileChooser:
    """Asks for one file at a time."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._asked: Asked | None = None

    @property
    def folder(self) -> Path:
        """Where files usually are: with the one last used."""
        recent = self._desk.settings.recent
        folder = Path(recent[0]).parent if recent else Path.cwd()
        return folder if os.path.isdir(folder) else Path(os.path.expanduser("~"))

    def ask(self, title: str, start: Path, take: Take, *, save: bool) -> None:
        """Ask for a file to open or to ``save``. ``start`` is a folder, or a file in it."""

        def plainly() -> None:
            self._ask_plainly(title, start, take, save)

        self.close()
        dialog = ask_file(title, start, save=save)
        self._asked = Asked(dialog, take, plainly) if dialog is not None else None
        if dialog is None:
            plainly()

    def _ask_plainly(self, title: str, start: Path, take: Take, save: bool) -> None:
        recent = [name for name in self._desk.settings.recent if os.path.exists(name)][:6]
        text = str(start) if save or os.path.isfile(start) else ""
        form = gameforms.path(title, "Save" if save else "Open", text, [] if save else recent,
                              lambda name: take(name, False))  # fmt: skip
        self._desk.hud.open(form)

    def wakeup(self) -> float | None:
        """When ``tick`` is wanted next, None for never."""
        return self._desk.now + POLL if self._asked is not None else None

    def tick(self) -> None:
        """Look whether the system's dialog has been answered. Raises what the taker raises."""
        if self._asked is None:
            return
        asked = self._asked
        try:
            chosen = asked.dialog.poll()
        except OSError:
            self._asked = None
            asked.plainly()
            return
        if chosen is not None:
            self._asked = None
            if chosen:
                asked.take(chosen, True)

    def close(self) -> None:
        """Close the system's dialog, if one is open."""
        if self._asked is not None:
            self._asked.dialog.close()
        self._asked = None
