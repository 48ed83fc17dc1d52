"""Asks for a file: with the system's dialog, or in the window where there is none."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import BocheError, why_not
from viewer.hud.dialogs.files_model import FilesForm, Wanted
from viewer.hud.dialogs.model import Form
from viewer.session import Session
from viewer.window.desk import Desk

if TYPE_CHECKING:
    from viewer.window.records.native_dialogs import FileDialog

POLL = 0.1  # seconds between two looks at a file dialog that is open
TOLD = 2**18  # bytes: a larger record is not read only to say a line about it

Take = Callable[[str, bool], None]
"""Takes the path chosen, and whether it has been agreed to replace a file that is there."""
Back = Callable[[], object]
Left = Callable[[Path], object]


@dataclass(frozen=True)
class Asked:
    """The system's dialog that is open, and the note on the board that says so.

    Who takes its answer, what to do where it fails, and where the user lets it be.
    """

    dialog: FileDialog
    note: Form
    take: Take
    plainly: Callable[[], None]
    back: Back | None


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

    def ask(
        self,
        title: str,
        start: Path,
        take: Take,
        *,
        save: bool,
        back: Back | None = None,
        left: Left | None = None,
    ) -> None:
        """Ask for a file to open or to ``save``. ``start`` is a folder, or a file in it.

        ``back`` is done where the user lets it be, or what was chosen cannot be taken; ``left``
        gets the path typed until then, where that can be known.
        """

        # Loaded when somebody asks: the window's first picture does not wait for it.
        from viewer.window.records.native_dialogs import ask_file

        def plainly() -> None:
            self._ask_plainly(Wanted(title, "Save" if save else "Open", start, self._recent(save),
                                     save), take, back, left)  # fmt: skip

        self.close()
        dialog = ask_file(title, start, save=save)
        if dialog is None:
            plainly()
            return
        note = Form("waiting", "A file dialog is open", [], (("cancel", "Close it"),), self._let_be,
                    text="The game waits for it. Press Escape or click here to close it.",
                    back=back)  # fmt: skip
        self._desk.hud.open(note)
        self._asked = Asked(dialog, note, take, plainly, back)

    def _recent(self, save: bool) -> list[str]:
        return [] if save else [n for n in self._desk.settings.recent if os.path.exists(n)]

    def _ask_plainly(
        self, wanted: Wanted, take: Take, back: Back | None, left: Left | None
    ) -> None:
        files = FilesForm(wanted, lambda name: take(name, False), told)

        def let_be() -> None:
            if left is not None and files.typed is not None:
                left(files.typed)
            if back is not None:
                back()

        files.form.back = let_be
        self._desk.hud.open(files.form)

    def _let_be(self, button: str, values: dict[str, object]) -> str | None:
        """The note is put away: so is the dialog."""
        self.close()
        return None

    def wakeup(self) -> float | None:
        """When ``tick`` is wanted next, None for never."""
        return self._desk.now + POLL if self._asked is not None else None

    def tick(self) -> None:
        """Look whether the system's dialog has been answered. Raises what the taker raises."""
        asked, hud = self._asked, self._desk.hud
        if asked is None:
            return
        if hud.form is not asked.note:  # something else has come, as a file that is dropped
            self.close()
            return
        try:
            chosen = asked.dialog.poll()
        except OSError:
            self._put_away()
            asked.plainly()
            return
        if chosen is not None:
            self._put_away()
            self._answer(asked, chosen)

    def _answer(self, asked: Asked, chosen: str) -> None:
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


def told(path: Path) -> str:
    """A line about the record in a file; what is wrong with one that cannot be read."""
    try:
        if os.path.getsize(path) > TOLD:
            return ""
        session = Session.open(path)
    except (BocheError, OSError) as error:
        return why_not(error)
    names = " - ".join(name for name in session.record.players.values() if name)
    count = len(session.cursor.line) - 1
    moves = "1 move" if count == 1 else f"{count} moves"
    return ", ".join(filter(None, [session.record.rules.title, names, moves]))
