"""The contents of a folder, for choosing a record in it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from pathlib import Path

from boche.engine.languages.current import tr
from boche.engine.languages.formats import paired
from boche.engine.languages.system import system_reason
from boche.engine.printable import printable

RECORDS = (".sgf", ".txt")
MOST = 5000
"""Maximum number of entries listed, more than anybody would read."""


@dataclass(frozen=True)
class Entry:
    """A folder, or a file with its size in bytes and its modification time.

    ``printable_name`` is its name in printable form.
    """

    path: Path
    folder: bool
    size: int = 0
    when: datetime | None = None

    @property
    def printable_name(self) -> str:
        return printable(self.path.name)


@dataclass(frozen=True)
class Listing:
    """The entries of a folder, folders first; ``problem`` is a line on what could not be read."""

    entries: tuple[Entry, ...]
    problem: str = ""


def listed(folder: Path, *, every: bool = False) -> Listing:
    """Return the folders and records in a folder, or all files if ``every``, without hidden ones.

    Never raises: a folder that cannot be read is reported in ``problem``.
    """
    entries, problem = [], ""
    try:
        with os.scandir(folder) as inside:
            for item in inside:
                if item.name.startswith("."):
                    continue
                try:
                    entry = _entry(item)
                except OSError as error:
                    problem = paired(printable(item.name), system_reason(error))
                    continue
                if entry.folder or every or entry.path.suffix.lower() in RECORDS:
                    entries.append(entry)
    except OSError as error:
        return Listing(
            (),
            tr(
                "cannot read {folder}: {reason}",
                folder=printable(folder),
                reason=system_reason(error),
            ),
        )
    entries.sort(key=lambda entry: (not entry.folder, entry.path.name.casefold()))
    if len(entries) > MOST:
        problem = tr("only the first {most} of {count} are listed", most=MOST, count=len(entries))
    return Listing(tuple(entries[:MOST]), problem)


def _entry(item: os.DirEntry[str]) -> Entry:
    """Return the entry. Raises ``OSError`` if it cannot be examined, such as a broken link."""
    status, folder = item.stat(), item.is_dir()
    return Entry(Path(item.path), folder, status.st_size, datetime.fromtimestamp(status.st_mtime))


def completed(text: str, names: list[str]) -> str:
    """Extend a prefix by what all matching names have in common, ignoring case."""
    fits = [name for name in names if name.casefold().startswith(text.casefold())]
    columns = takewhile(lambda column: len(set(column)) == 1, zip(*fits, strict=False))
    common = "".join(column[0] for column in columns)
    return common if len(common) > len(text) else text
