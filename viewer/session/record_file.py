"""The file of a record: its last known state, and saving without losing changes by others."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from boche.engine.atomic_write import write_durably
from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.engine.record import Record, data_for, dump_sgf, is_list
from boche.viewer.session import files
from boche.viewer.session.chapters import Chapters, title_of
from boche.viewer.session.edits import Edits
from boche.viewer.session.errors import SaveAsNeededError
from boche.viewer.session.seats import Seats

Stamp = tuple[int, int] | None
"""A file's modification time in nanoseconds and its size, to detect changes by others."""


class RecordFile:
    """The source and destination of a record; ``path`` is None while it has no file.

    ``problems`` has a line for each problem found in the file, and ``notes`` on how it was read.
    ``guarded`` is set if there was a problem: ``save`` then asks for a new name. ``stamp`` is that
    of the file when last read or written. ``library_copy`` is the copy in the library and its
    stamp when written, or None. ``chapters`` are all games of the file if it has several.
    """

    def __init__(
        self, record: Record, edits: Edits, seats: Seats, path: str | os.PathLike[str] | None
    ) -> None:
        self._record, self._edits, self._seats = record, edits, seats
        self.path = Path(path) if path is not None else None
        self.problems: list[str] = []
        self.notes: list[str] = []
        self.guarded = False
        self.stamp = stamp_of(self.path)
        self.library_copy: tuple[Path, Stamp] | None = None
        self.chapters: Chapters | None = None

    def note_read(self, opened: files.OpenedRecord, stamp: Stamp, *, guarded: bool = False) -> None:
        """Store what was reported when the file was read, and its stamp at that time."""
        self.problems, self.notes = list(opened.problems), list(opened.notes)
        self.stamp, self.chapters = stamp, opened.chapters
        self.guarded = guarded or bool(opened.problems)

    @property
    def chapter(self) -> int:
        """The number of this game in a file of several, from 1, else 0."""
        return self.chapters.number if self.chapters is not None else 0

    def find_chapters(self, number: int) -> None:
        """Take the other games of the file up again, of which this was one by its number.

        If the file is no longer as it was, ``save`` asks for a new name.
        """
        if self.path is not None and stamp_of(self.path) == self.stamp:
            with contextlib.suppress(BocheError):
                self.chapters = files.read(self.path, number).chapters
        self.guarded |= self.chapters is None

    def all_chapters(self) -> Chapters:
        """Return all games of the file, even if it has one. Raises ``BocheError`` as ``save``."""
        path = self._checked()
        if is_list(path):
            raise SaveAsNeededError(
                tr("{name} holds one game: save it as .sgf first", name=path.name)
            )
        return self.chapters or files.chapters_in(path)

    def rewrite(self, chapters: Chapters) -> None:
        """Write other chapters into the file. Raises ``BocheError`` as ``save`` does.

        The game on the table stays as it is, with its unsaved changes.
        """
        path = self._checked()
        write_durably(path, chapters.data)
        self.stamp = stamp_of(path)
        self.chapters = chapters if len(chapters.spans) > 1 else None

    def save(self) -> list[str]:
        """Write the file. Return a line for each thing that it cannot hold (see ``save_as``).

        Raises ``SaveAsNeededError`` if there is no file yet, if it held more than could be read, or
        if another program changed it; ``FileError`` if it cannot be written.
        """
        return self.save_as(self._checked())

    def _checked(self) -> Path:
        """Return the path if the file may be written. Raises ``SaveAsNeededError`` if not."""
        if self.path is None:
            raise SaveAsNeededError(tr("this game has no file yet: choose a name"))
        name = self.path.name
        if self.guarded:
            raise SaveAsNeededError(
                tr(
                    "{name} contained something that could not be read: choose another name",
                    name=name,
                )
            )
        if stamp_of(self.path) not in (self.stamp, None):
            raise SaveAsNeededError(
                tr("{name} was changed after it was opened: choose another name", name=name)
            )
        return self.path

    def save_as(self, path: str | os.PathLike[str]) -> list[str]:
        """Write to a file: SGF, or a list of moves for ``.txt``; an existing file is replaced.

        Return a line for each thing that the file cannot hold. In that case the record stays
        modified and keeps its previous file. Raises ``FileError``.
        """
        target = Path(path)
        losses = self.losses(target)
        chapters = self._chapters_now() if not is_list(target) else None
        write_durably(target, chapters.data if chapters else data_for(self.named, target))
        if self.path is not None and _same(target, self.path):
            self.guarded, self.stamp = False, stamp_of(target)
        if not losses:
            self.path, self.stamp, self.guarded = target, stamp_of(target), False
            self.chapters = chapters
            self._edits.mark_saved()
        return losses

    def _chapters_now(self) -> Chapters | None:
        """Return all games of the file, this one as it is now."""
        if self.chapters is None:
            return None
        number = self.chapter
        return self.chapters.replaced(number, dump_sgf(self.named), title_of(self._record, number))

    def text(self) -> str:
        """Return the whole record as text, for the clipboard."""
        return self.named.text()

    @property
    def named(self) -> Record:
        """The record as written to files: an unnamed computer player is named after its kind."""
        return files.named(self._record, self._seats.names)

    def losses(self, path: str | os.PathLike[str]) -> list[str]:
        """Return what ``save_as`` would return, without writing."""
        lost = files.losses(self._record, Path(path))
        if self.chapters is not None and is_list(path):
            lost.append(tr("a list of moves has no place for the other chapters"))
        return lost


def stamp_of(path: Path | None) -> Stamp:
    """Return a file's stamp, or None if there is no accessible file."""
    if path is not None:
        with contextlib.suppress(OSError, ValueError):
            status = path.stat()
            return status.st_mtime_ns, status.st_size
    return None


def _same(one: Path, other: Path) -> bool:
    with contextlib.suppress(OSError):
        return one.samefile(other)
    return False
