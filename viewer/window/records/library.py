"""The library in the window: shown, read during idle time, and opened from."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from boche.engine.errors import why_not
from boche.engine.explorer.answers import GameFound
from boche.engine.languages.current import tr
from boche.viewer.games.samples import sample_data, sample_names
from boche.viewer.hud.dialogs.library_model import LibraryActions, LibraryForm, removing
from boche.viewer.lessons import samples
from boche.viewer.storage.library import GameFile, Library, Section
from boche.viewer.storage.library_cards import short_record
from boche.viewer.storage.library_filter import Filter
from boche.viewer.storage.library_index import Index
from boche.viewer.storage.settings import with_recent_sample, without_recent
from boche.viewer.table.question import Answer
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.file_chooser import FileChooser
from boche.viewer.window.records.library_work import LibraryWork
from boche.viewer.window.records.opening import Opening

READ = 4
"""The number of records read, or of steps of listing, between two frames."""

READING, LISTING = 0.005, 0.02
"""The seconds of work after which no other record is read, or listed, before a frame."""

SHOWN = 100
"""The number of records after which the results of a search are updated."""


def record_data(name: str) -> bytes:
    """Return a record's bytes, from the path of its file or a sample's name.

    Raises ``OSError`` and ``RecordError``.
    """
    return short_record(Path(name)) if os.path.isabs(name) else sample_data(name)


class LibraryShelf:
    """The library of one desk. ``new`` shows the start screen, ``progress`` the user's own page."""

    def __init__(
        self, desk: Desk, opening: Opening, chooser: FileChooser, copy: Callable[[str], None]
    ) -> None:
        """Set it up; ``copy`` puts a text on the clipboard."""
        self._desk, self._opening, self._copy = desk, opening, copy
        self.new: Callable[[], None] = lambda: None
        self.progress: Callable[[], None] = lambda: None
        self._form: LibraryForm | None = None
        self._index: Index | None = None
        self._back: Callable[[], object] | None = None
        self._found: tuple[GameFound, ...] = ()
        self._searched: tuple[Any, str] = (None, "")  # the position and its game
        self._work = LibraryWork(desk, chooser, self._again)
        opening.library = self.show

    def show_found(self, games: tuple[GameFound, ...]) -> None:
        """Show the games that reached the position on the table."""
        session = self._desk.session
        self._found, self._searched = games, (session.position, session.record.game.title)
        if self._form is not None:
            self._form.section, self._form.search = "position", ""
        self._work.wanted = Filter()
        self.show(section="position")

    def show(
        self, back: Callable[[], object] | None = None, section: Section | None = None
    ) -> None:
        """Show the library in its last state; ``back`` is called if the user leaves it."""
        self._back = back
        before, desk = self._form, self._desk
        work = self._work
        wishes = LibraryActions(
            self._open, self._remove, self._copy_path, lambda: self.new(),
            lambda: self._opening.open(self._again, self._again), work.filter, work.tags,
            work.ask_import, work.ask_export, lambda: self.progress(),
        )  # fmt: skip
        names = sample_names()
        recent = [
            name for name in desk.settings.recent
            if (os.path.exists(name) if os.path.isabs(name) else name in names)
        ]  # fmt: skip
        self._index = self._index or Index()
        searched, title = self._searched
        library = before.library if before is not None and work.filtering else None
        if library is None:
            library = Library(names, recent, sample_data, self._index, self._found, title,
                              samples.in_language, desk.user_name)  # fmt: skip
        if section is None:
            section = before.section if before is not None else library.fullest
        search = before.search if before is not None else ""
        if search and not work.filtering and not library.search(section, search, work.wanted):
            search = ""  # an empty list would look as if the games were gone
        left = bool(title) and desk.session.position != searched
        form = LibraryForm(library, wishes, section, search, work.wanted, left)
        form.form.back = back
        self._form = form
        desk.hud.open(form.form)
        desk.schedule.at(desk.now, self._read)

    def _again(self, section: Section | None = None) -> None:
        """Show it again after another question."""
        self.show(self._back, section)

    # -- reading

    @property
    def _open_form(self) -> LibraryForm | None:
        form = self._form
        return form if form is not None and self._desk.hud.open_form is form.form else None

    def _read(self) -> None:
        """Read some more of the listed records."""
        form, desk = self._open_form, self._desk
        if form is None or not (form.library.listing or form.library.unread):
            return
        before = form.seen_unread or form.library.listing
        until = time.thread_time() + (LISTING if form.library.listing else READING)
        for count in range(READ):
            if count and time.thread_time() > until:
                break
            form.library.step()
        gc.collect(0)  # records refer to themselves; many of them at once would delay a frame
        left = form.library.unread
        if (
            (before and not form.library.listing)
            or not left
            or (form.search and left % SHOWN < READ)
        ):
            form.grown()
            desk.hud.dirty = True
        desk.schedule.at(desk.now, self._read)

    # -- what is wished for

    def _open(self, file: GameFile) -> None:
        """Put a record on the table. Raises ``BocheError``."""
        if file.section == "position":
            self._opening.open_path(file.name, file.number, file.ply)
        elif file.path is None:
            self._opening.open_sample(sample_data(file.name))
            self._desk.set_settings(with_recent_sample(self._desk.settings, file.name))
        else:
            self._opening.open_path(file.name)

    def _copy_path(self, file: GameFile) -> None:
        self._copy(file.name)
        self._desk.say(tr("the path is on the clipboard"))

    def _remove(self, file: GameFile) -> None:
        """Ask, then delete the library's own copy of a game, or forget a user's file."""
        assert self._form is not None
        title = tr("Delete this game?")
        text = tr("{game}\nIt will be deleted from the disk.", game=self._form.words(file))
        if file.section != "played":
            title = tr("Forget {name}?", name=Path(file.name).name)
            text = tr("The file stays where it is.") if file.path else tr("It stays in Samples.")
        at = self._form.at

        def keep() -> None:
            self._work.same()
            self._choose(at)

        self._desk.ask(title, text, (Answer("no", tr("No"), "N"), keep),
                       (Answer("remove", removing(file), "Y"), lambda: self._removed(file, at)),
                       cancel=keep)  # fmt: skip

    def _removed(self, file: GameFile, at: int) -> None:
        desk = self._desk
        assert self._form is not None
        try:
            if file.section == "played":
                os.unlink(file.name)
            else:
                desk.set_settings(without_recent(desk.settings, file.name))
        except OSError as error:
            desk.refuse(tr("cannot delete {name}: {reason}", name=file.name, reason=why_not(error)))
            self._again()
        else:
            self._form.library.drop(file)
            self._work.same()
        self._choose(at)

    def _choose(self, at: int) -> None:
        assert self._form is not None
        self._form.choose(at)

    def close(self) -> None:
        """Stop what is done in the background, and forget the cards of records that are gone."""
        self._work.close()
        if self._form is not None:
            self._form.library.forget_gone()
