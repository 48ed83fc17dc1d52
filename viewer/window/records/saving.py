"""Saves the record on the table."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from engine.errors import BocheError
from viewer.session import SaveAsNeededError, Session
from viewer.storage.settings import with_recent
from viewer.window.desk import Desk
from viewer.window.records.file_chooser import FileChooser

Then = Callable[[], object]


def nothing() -> None:
    """Nothing is to follow."""


class Saving:
    """Saves what is on one desk; ``then`` is done once that has been done."""

    def __init__(self, desk: Desk, chooser: FileChooser) -> None:
        self._desk, self._chooser = desk, chooser

    def save(self, then: Then = nothing) -> None:
        """Save, under a new name where it has none yet. Raises ``BocheError``."""
        session = self._desk.session
        try:
            self._saved(session.file.save(), session.file.path, then)
        except SaveAsNeededError as error:
            if session.file.path is not None:
                self._desk.say(str(error), tone="refused")
            self.save_as(then)

    def save_as(self, then: Then = nothing) -> None:
        """Save under a new name."""
        session, warned = self._desk.session, set[Path]()
        start = session.file.path or self._chooser.folder / _file_name(session)

        def take(name: str, agreed: bool) -> None:
            typed = Path(os.path.expanduser(name))
            path = typed if typed.suffix else typed.with_suffix(".sgf")
            if path != typed or not agreed:
                self._warn(path, warned)
            self._saved(session.file.save_as(path), path, then)

        self._chooser.ask("Save the record", start, take, save=True)

    def _warn(self, path: Path, warned: set[Path]) -> None:
        """Let the first attempt to replace a file fail. Raises ``BocheError``."""
        if os.path.exists(path) and path != self._desk.session.file.path and path not in warned:
            warned.add(path)
            raise BocheError(f"{path.name} is there already: Save again to replace it")

    def _saved(self, lost: list[str], path: Path | None, then: Then) -> None:
        desk = self._desk
        if path is not None:
            desk.set_settings(with_recent(desk.settings, path))
        if lost:
            desk.say(lost[0], tone="refused")
            return
        desk.say(f"saved: {path}")
        then()


def _file_name(session: Session) -> str:
    names = [name for name in session.record.players.values() if name]
    plain = "-".join(names) or session.record.game
    safe = "".join(c if c.isalnum() or c in "-_" else "_" for c in plain)
    return f"{safe[:60]}.sgf"
