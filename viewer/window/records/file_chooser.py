"""Choosing a file: with the system's dialog, or in the window if there is none."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from boche.engine.errors import BocheError, why_not
from boche.engine.languages.current import tr, tr_count, tr_word, translate
from boche.engine.record.people import called
from boche.viewer.hud.dialogs.files_model import FileRequest, FilesForm, library_button
from boche.viewer.hud.dialogs.model import Button, Form
from boche.viewer.session import Session
from boche.viewer.storage.settings import recent_files
from boche.viewer.window.desk import Desk

if TYPE_CHECKING:
    from boche.viewer.window.records.native_dialogs import FileDialog

POLL = 0.1  # seconds between checks of an open file dialog
TOLD = 2**18  # bytes; a larger record is not read just for a line about it

Take = Callable[[str, bool], None]
"""Takes the chosen path, and whether the user has agreed to replace an existing file."""
Back = Callable[[], object]
Left = Callable[[Path], object]


@dataclass(frozen=True)
class OpenDialog:
    """The system's dialog that is open, and the note on the board about it.

    ``take`` gets its answer, ``plainly`` is called if it fails, ``back`` if the user cancels.
    """

    dialog: FileDialog
    note: Form
    take: Take
    plainly: Callable[[], None]
    back: Back | None


class FileChooser:
    """The file dialogs of one desk, one at a time."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._asked: OpenDialog | None = None

    @property
    def folder(self) -> Path:
        """The folder offered: that of the most recent file."""
        recent = recent_files(self._desk.settings)
        folder = Path(recent[0]).parent if recent else Path.cwd()
        return folder if os.path.isdir(folder) else Path(os.path.expanduser("~"))

    def ask(
        self,
        title: str,
        start: Path,
        take: Take,
        *,
        save: bool = False,
        folder: bool = False,
        back: Back | None = None,
        left: Left | None = None,
        library: Callable[[], object] | None = None,
    ) -> None:
        """Ask for a file to open or to ``save``, or for a ``folder``.

        ``start`` is a folder, or a file in it. ``back`` is called if the user cancels or the chosen
        file is refused; ``left`` gets the path typed until then, if it is known. ``library`` opens
        the library instead, if that is offered.
        """

        # Imported on demand: the window's first picture does not wait for it.
        from boche.viewer.window.records.native_dialogs import ask_file

        def plainly() -> None:
            paths = [] if save or folder else recent_files(self._desk.settings)
            recent = [name for name in paths if os.path.exists(name)]
            button = tr("Save") if save else tr("Open")
            wanted = FileRequest(title, button, start, recent, save, folder, library)
            self._ask_plainly(wanted, take, back, left)

        self.close()
        dialog = ask_file(title, start, save=save, folder=folder)
        if dialog is None:
            plainly()
            return
        close = Button("cancel", tr_word("Close it"), lambda given: self.close())
        others = () if library is None else (library_button(self._leaving(library)),)
        note = Form("waiting", tr("A file dialog is open"), [], (close, *others), back=back,
                    text=tr("The game waits for it. Press Escape or click here to close it."),
                    )  # fmt: skip
        self._desk.hud.open(note)
        self._asked = OpenDialog(dialog, note, take, plainly, back)
        self._desk.schedule.at(self._desk.now + POLL, self._check)

    def _leaving(self, do: Callable[[], object]) -> Callable[[], None]:
        """Return a function that closes the system's dialog before it does something else."""

        def leave() -> None:
            self.close()
            do()

        return leave

    def _ask_plainly(
        self, wanted: FileRequest, take: Take, back: Back | None, left: Left | None
    ) -> None:
        files = FilesForm(wanted, lambda name: take(name, False), record_line)

        def let_be() -> None:
            if left is not None and files.typed is not None:
                left(files.typed)
            if back is not None:
                back()

        files.form.back = let_be
        self._desk.hud.open(files.form)

    def _check(self) -> None:
        """Check the system's dialog for an answer. Raises what ``take`` raises."""
        asked, hud = self._asked, self._desk.hud
        if asked is None:
            return
        if hud.form is not asked.note:  # something else has replaced it, such as a dropped file
            self.close()
            return
        try:
            chosen = asked.dialog.poll()
        except OSError:
            self._put_away()
            asked.plainly()
            return
        if chosen is None:
            self._desk.schedule.at(self._desk.now + POLL, self._check)
        else:
            self._put_away()
            self._answer(asked, chosen)

    def _answer(self, asked: OpenDialog, chosen: str) -> None:
        try:
            if chosen:
                asked.take(chosen, True)
        except BocheError:
            chosen = ""
            raise
        finally:
            if not chosen and asked.back is not None:
                asked.back()

    def _put_away(self) -> None:
        self._asked = None
        self._desk.hud.form, self._desk.hud.dirty = None, True

    def close(self) -> None:
        """Close the system's dialog, if one is open."""
        asked, self._asked = self._asked, None
        if asked is not None:
            asked.dialog.close()


def record_line(path: Path) -> str:
    """Return a line about the record in a file, or the error if it cannot be read."""
    try:
        if os.path.getsize(path) > TOLD:
            return ""
        session = Session.open(path)
    except (BocheError, OSError) as error:
        return why_not(error)
    names = " - ".join(translate(called(name)) for name in session.record.players.values() if name)
    count = len(session.cursor.line) - 1
    moves = tr_count("{count} move", "{count} moves", count)
    return ", ".join(filter(None, [session.record.game.title, names, moves]))
