"""The file of a record: what it held, and saving to it without losing what others wrote."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from engine.atomic_write import write_durably
from engine.record import Record
from viewer.session import files
from viewer.session.edits import Edits
from viewer.session.errors import SaveAsNeededError
from viewer.session.seats import Seats

Stamp = tuple[int, int] | None
"""A file's time of change in nanoseconds and its size, to see whether others wrote to it."""


class RecordFile:
    """Where a record came from and goes to; ``path`` is None while it has no file.

    ``problems`` has a line for each thing that was wrong in it, and ones on how it was read.
    ``guarded`` is set where something was wrong: ``save`` asks for a new name.
    ``stamp`` is the file's as it was last read or written. ``kept`` is the copy that the table
    keeps by itself, with its stamp then, or None where there is none.
    """

    def __init__(
        self, record: Record, edits: Edits, seats: Seats, path: str | os.PathLike[str] | None
    ) -> None:
        self._record, self._edits, self._seats = record, edits, seats
        self.path = Path(path) if path is not None else None
        self.problems: list[str] = []
        self.guarded = False
        self.stamp = stamp_of(self.path)
        self.kept: tuple[Path, Stamp] | None = None

    def held(self, opened: files.Opened, stamp: Stamp, *, guarded: bool = False) -> None:
        """Take note of what was said of the file when it was read, and of its stamp then."""
        self.problems, self.stamp = opened.lines, stamp
        self.guarded = guarded or bool(opened.problems)

    def save(self) -> list[str]:
        """Write the file; returns what it had no place for, in lines (see ``save_as``).

        Raises ``SaveAsNeededError`` where there is no file yet, where it held more than could be
        read, or where another program changed it; ``FileError`` where it cannot be written.
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
        """Write to a file: SGF, or with ``.txt`` a list of moves; one that exists is replaced.

        Returns a line for each thing that the file has no place for. Then the record stays
        modified and its file what it was. Raises ``FileError``.
        """
        target = Path(path)
        lost = self.losses(target)
        write_durably(target, files.data_for(self.named, target))
        if self.path is not None and _same(target, self.path):
            self.guarded, self.stamp = False, stamp_of(target)
        if not lost:
            self.path, self.stamp, self.guarded = target, stamp_of(target), False
            self._edits.mark_saved()
        return lost

    def text(self) -> str:
        """The whole record as text, as for a clipboard."""
        return files.as_text(self.named)

    @property
    def named(self) -> Record:
        """The record as files have it: a computer that nobody has named is called what it is."""
        return files.named(self._record, self._seats.names)

    def losses(self, path: str | os.PathLike[str]) -> list[str]:
        """What ``save_as`` would return, without writing."""
        return files.losses(self._record, Path(path))


def stamp_of(path: Path | None) -> Stamp:
    """A file's stamp; None where there is no file to be seen."""
    if path is not None:
        with contextlib.suppress(OSError, ValueError):
            status = path.stat()
            return status.st_mtime_ns, status.st_size
    return None


def _same(one: Path, other: Path) -> bool:
    with contextlib.suppress(OSError):
        return one.samefile(other)
    return False
