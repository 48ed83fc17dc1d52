"""Opening of records."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from boche.engine.errors import BocheError, Problem, RecordError
from boche.engine.explorer.answers import GameFound
from boche.engine.languages.current import tr
from boche.engine.record import load_all
from boche.viewer.lessons import samples
from boche.viewer.session import Session
from boche.viewer.session.files import read
from boche.viewer.storage.kept_games import games_folder, open_kept
from boche.viewer.storage.settings import with_recent, without_recent
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.file_chooser import Back, FileChooser
from boche.viewer.window.records.record_switch import Exchange
from boche.viewer.window.records.recovery import Recovery


class Opening:
    """The opening of records on one desk."""

    def __init__(
        self, desk: Desk, chooser: FileChooser, exchange: Exchange, recovery: Recovery
    ) -> None:
        self._desk, self._chooser, self._exchange = desk, chooser, exchange
        self._recovery = recovery
        self.library: Callable[[Back | None], object] = lambda back: None

    def open(self, back: Back | None = None, library: Back | None = None) -> None:
        """Ask for a record and open it; ``back`` is called if the user opens none.

        ``library`` shows the library that asks; else it is shown as ``library`` of this does.
        """
        start = self._desk.session.file.path or self._chooser.folder
        self._chooser.ask(tr("Open a record"), start, lambda name, _: self.open_path(name),
                          save=False, back=back,
                          library=library or (lambda: self.library(back)))  # fmt: skip

    def open_path(self, name: str, number: int = 1, ply: int | None = None) -> None:
        """Open a record, of a file with several games the one of that number, after ``ply`` moves.

        Raises ``BocheError`` if it cannot be read.
        """
        if number > 1:
            self._open_one_of_many(Path(name), number, ply)
            return
        path = Path(os.path.expanduser(name))
        if path.parent == games_folder():
            self._show(open_kept(path), ply=ply)
            return
        self._recovery.open_file(path, lambda: self._open_file(path, ply))

    def _open_file(self, path: Path, ply: int | None) -> None:
        desk = self._desk
        try:
            session = Session.open(path)
        except BocheError:
            if not os.path.exists(path):
                desk.set_settings(without_recent(desk.settings, path))
            raise
        desk.set_settings(with_recent(desk.settings, path))
        self._show(session, ply=ply)

    def open_found(self, game: GameFound) -> None:
        """Open a game at the position at which it was found. Raises ``BocheError``."""
        self.open_path(game.path, game.number, game.ply)

    def open_sample(self, data: bytes) -> None:
        """Open a record that is part of the program."""
        session = Session(read(data).record)
        session.reads = samples.in_language
        session.cursor.last()
        self._show(session)

    def _open_one_of_many(self, path: Path, number: int, ply: int | None) -> None:
        records = load_all(path)
        if number > len(records):
            text = tr("{name} has {count} games now, not {number}", name=path.name,
                      count=len(records), number=number)  # fmt: skip
            raise RecordError([Problem(0, 0, text)])
        note = tr("game {number} of {name}, as a record of its own", number=number, name=path.name)
        self._show(Session(records[number - 1]), [note], ply)

    def _show(self, session: Session, notes: Sequence[str] = (), ply: int | None = None) -> None:
        """Put a record on the table, after ``ply`` moves; else a finished game from its start."""
        if ply is not None:
            session.cursor.go_index(min(ply, len(session.cursor.line) - 1))
        elif session.is_over:
            session.cursor.go_index(0)
        self._exchange.replace_with(session, notes)
