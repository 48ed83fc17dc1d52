"""The file of a record: its last known state, and saving without losing changes by others."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from boche.engine.atomic_write import write_durably
from boche.engine.record import Record, data_for
from boche.viewer.session import files
from boche.viewer.session.edits import Edits
from boche.viewer.session.errors import SaveAsNeededError
from boche.viewer.session.seats import Seats

Stamp = tuple[int, int] | None
"""A file's modification time in nanoseconds and its size, to detect changes by others."""


class RecordFile:
    """The source and destination of a record; ``path`` is None while it has no file.

    ``problems`` has a line for each problem found in the file, and notes on how it was read.
    ``guarded`` is set if there was a problem: ``save`` then asks for a new name. ``stamp`` is that
    of the file when last read or written. ``library_copy`` is the copy in the library and its
    stamp when written, or None.
    """

    def __init__(
        self, record: Record, edits: Edits, seats: Seats, path: str | os.PathLike[str] | None
    ) -> None:
        self._record, self._edits, self._seats = record, edits, seats
        self.path = Path(path) if path is not None else None
        self.problems: list[str] = []
        self.guarded = False
        self.stamp = stamp_of(self.path)
        self.library_copy: tuple[Path, Stamp] | None = None

    def note_read(self, opened: files.Opened, stamp: Stamp, *, guarded: bool = False) -> None:
        """Store what was reported when the file was read, and its stamp at that time."""
        self.problems, self.stamp = opened.lines, stamp
        self.guarded = guarded or bool(opened.problems)

    def save(self) -> list[str]:
        """Write the file. Return a line for each thing that it cannot hold (see ``save_as``).

        Raises ``SaveAsNeededError`` if there is no file yet, if it held more than could be read, or
        if another program changed it; ``FileError`` if it cannot be written.
        """
        if self.path is None:
            raise SaveAsNeededError("this game has no file yet: choose a name")
        name = self.path.name
        if self.guarded:
            raise SaveAsNeededError(f"{name} held what could not be read: choose another name")
        if stamp_of(self.path) not in (self.stamp, None):
            raise SaveAsNeededError(f"{name} was changed by another program: choose another name")
        return self.save_as(self.path)

    def save_as(self, path: str | os.PathLike[str]) -> list[str]:
        """Write to a file: SGF, or a list of moves for ``.txt``; an existing file is replaced.

        Return a line for each thing that the file cannot hold. In that case the record stays
        modified and keeps its previous file. Raises ``FileError``.
        """
        target = Path(path)
        losses = self.losses(target)
        write_durably(target, data_for(self.named, target))
        if self.path is not None and _same(target, self.path):
            self.guarded, self.stamp = False, stamp_of(target)
        if not losses:
            self.path, self.stamp, self.guarded = target, stamp_of(target), False
            self._edits.mark_saved()
        return losses

    def text(self) -> str:
        """Return the whole record as text, for the clipboard."""
        return self.named.text()

    @property
    def named(self) -> Record:
        """The record as written to files: an unnamed computer player is named after its kind."""
        return files.named(self._record, self._seats.names)

    def losses(self, path: str | os.PathLike[str]) -> list[str]:
        """Return what ``save_as`` would return, without writing."""
        return files.losses(self._record, Path(path))


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
