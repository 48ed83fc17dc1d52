"""Copies of a database file, made while it is in use, at any version, by reading only.

A copy gets its name only once all of it is on disk.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from urllib.parse import quote

from boche.engine.languages.current import tr
from boche.engine.languages.system import system_reason
from boche.server.database.private_files import is_there, make_private
from boche.server.errors import ServerError

BUSY = 30.0  # seconds to wait for a writer
BESIDE = ("", "-wal", "-shm")
"""Endings of a database's files."""


def copy_database(path: Path, target: Path) -> None:
    """Write a copy. Raises ``ServerError`` with both names; then no copy is left behind."""
    if not is_there(path):
        raise ServerError(tr("there is no database yet: {path!r}", path=str(path)))
    with new_file(target) as part:
        try:
            _copy(path, part)
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in (
                sqlite3.SQLITE_CORRUPT,
                sqlite3.SQLITE_NOTADB,
            ):
                raise ServerError(
                    tr(
                        "the database {path!r} is damaged ({error}) and cannot be backed up; "
                        "restore an earlier backup",
                        path=str(path),
                        error=error,
                    )
                ) from error
            raise ServerError(
                tr(
                    "the backup {target!r} of {path!r} cannot be written: {error}",
                    target=str(target),
                    path=str(path),
                    error=error,
                )
            ) from error


@contextlib.contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """Yield an empty private file that becomes ``target`` once it is written and on disk.

    Raises ``ServerError`` if the target exists or cannot be written; then nothing is left behind.
    """
    if is_there(target):
        raise ServerError(tr("{target!r} exists; name a file that does not", target=str(target)))
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        make_private(part)
        yield part
        _to_disk(part)
        os.replace(part, target)
        _to_disk(target.parent)
    except OSError as error:
        raise ServerError(
            tr(
                "the backup {target!r} cannot be written: {error}",
                target=str(target),
                error=system_reason(error),
            )
        ) from error
    finally:
        for ending in (*BESIDE, "-journal"):
            with contextlib.suppress(OSError):
                part.with_name(part.name + ending).unlink()


def _copy(path: Path, part: Path) -> None:
    uri = f"file:{quote(str(path.absolute()))}?mode=ro"
    with contextlib.closing(sqlite3.connect(uri, uri=True, timeout=BUSY)) as connection:
        connection.isolation_level = None
        connection.execute("VACUUM INTO ?", (str(part),))


def _to_disk(path: Path) -> None:
    if path.is_dir() and os.name != "posix":  # not possible on Windows
        return
    descriptor = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def beside(path: Path, version: int) -> Path:
    """Return an unused name for the copy made before an older version is migrated."""
    names = (f"{path.stem}-version-{version}{'' if n == 1 else f'-{n}'}.db" for n in count(1))
    return next(candidate for name in names if not (candidate := path.with_name(name)).exists())
