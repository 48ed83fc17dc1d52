"""Saving of the record on the table."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from boche.engine.languages.current import tr
from boche.viewer.hud.dialogs.model import nothing
from boche.viewer.session import SaveAsNeededError, Session
from boche.viewer.storage.settings import with_recent
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.file_chooser import FileChooser
from boche.viewer.window.records.overwrite_question import ask_to_replace

Then = Callable[[], object]


class Saving:
    """The saving of one desk's record.

    ``then`` is called once the record is saved, ``back`` if the user chose no name. A name typed
    until then is offered again.
    """

    def __init__(self, desk: Desk, chooser: FileChooser) -> None:
        self._desk, self._chooser = desk, chooser
        self._typed: tuple[Session, Path] | None = None

    def save(self, then: Then = nothing, back: Then = nothing) -> None:
        """Save the record, under a new name if it has none yet. Raises ``BocheError``."""
        session = self._desk.session
        session.note_time()
        try:
            self._saved(session.file.save(), session.file.path, then)
        except SaveAsNeededError as error:
            if session.file.path is not None:
                self._desk.refuse(str(error))
            self.save_as(then, back)

    def save_as(self, then: Then = nothing, back: Then = nothing, *, ending: str = "") -> None:
        """Save the record under a new name; one with another ``ending`` is offered if given."""
        session = self._desk.session
        start = session.file.path or self._chooser.folder / _file_name(session)
        if self._typed is not None and self._typed[0] is session:
            start = self._typed[1]
        start = start.with_suffix(ending) if ending else start
        self._ask(start, then, back)

    def _ask(self, start: Path, then: Then, back: Then) -> None:
        session = self._desk.session

        def take(name: str, agreed: bool) -> None:
            typed = Path(os.path.expanduser(name))
            path = typed if typed.suffix else typed.with_suffix(".sgf")
            if os.path.exists(path) and path != session.file.path and (path != typed or not agreed):
                ask_to_replace(self._desk, path, lambda: replace(path),
                               lambda: self._ask(path, then, back))  # fmt: skip
            else:
                replace(path)

        def replace(path: Path) -> None:
            self._desk.session.note_time()
            self._saved(self._desk.session.file.save_as(path), path, then)

        def left(typed: Path) -> None:
            self._typed = session, typed

        self._chooser.ask(tr("Save the record"), start, take, save=True, back=back, left=left)

    def _saved(self, lost: list[str], path: Path | None, then: Then) -> None:
        desk = self._desk
        if path is not None:
            desk.set_settings(with_recent(desk.settings, path))
        if lost:
            desk.refuse(lost[0])
            return
        self._typed = None
        if desk.session.begun:
            desk.say(tr("saved: {path}, without the half-made move", path=path))
        else:
            desk.say(tr("saved: {path}", path=path))
        then()


def _file_name(session: Session) -> str:
    names = [name for name in session.record.players.values() if name]
    plain = "-".join(names) or session.record.game_name
    safe = "".join(c if c.isalnum() or c in "-_" else "_" for c in plain)
    return f"{safe[:60]}.sgf"
