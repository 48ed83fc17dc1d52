"""Backups of any database, and the way back: ``migrate``, ``backup``, ``restore`` and ``copy``.

A backup is always a database file, also that of PostgreSQL, so it can be restored to either.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
from itertools import count
from pathlib import Path

from sqlalchemy import Connection

from boche.engine.languages.current import tr
from boche.engine.languages.system import system_reason
from boche.server.database import transfer
from boche.server.database.backup import BESIDE, copy_database, new_file
from boche.server.database.connect import file_of, open_store
from boche.server.database.migrations import NEWEST
from boche.server.database.private_files import check_writable
from boche.server.database.transfer import Counts
from boche.server.errors import ConflictError, NotFoundError, ServerError
from boche.server.operation.alone import alone
from boche.server.operation.logs import begin_log
from boche.server.operation.settings import Settings, existing

POSTGRES_DUMP = b"PGDMP"
"""Beginning of a dump by pg_dump in its own format."""


def back_up(settings: Settings, target: Path) -> None:
    """Write a copy of the database, even while a server runs. Raises ``ServerError``."""
    target = target.absolute()
    if not settings.database:
        copy_database(file_of(settings.url), target)
        return
    with new_file(target) as part:
        _copy(settings.database, transfer.file_url(part), into_file=True)


def restore(settings: Settings, backup: Path, *, overwrite: bool) -> str:
    """Put a backup in the place of the database; return a line about it.

    A backup of an older version is migrated on the way. What was there is only replaced with
    ``overwrite``, and a file is kept beside. Raises ``ServerError``, and nothing is changed then.
    """
    backup = backup.absolute()
    version = version_of_file(backup)
    target = None if settings.database else file_of(settings.url)
    folder = None if target is None else target.parent
    if folder is not None:
        check_writable(folder)
    with tempfile.TemporaryDirectory(prefix=".restore-", dir=folder) as work:
        ready = Path(work) / "server.db"
        copy_database(backup, ready)
        _check_whole(ready, backup)
        if version < NEWEST:
            transfer.bring_on(transfer.file_url(ready))
        if target is None:
            assert settings.database is not None
            counts = _copy(transfer.file_url(ready), settings.database, overwrite=overwrite)
            return f"restored {_counts_text(counts)}{_migrated(version)}"
        kept = _make_way(target, overwrite=overwrite)
        os.replace(ready, target)
        _give_to_owner(target)
    return f"restored {str(target)!r}{_migrated(version)}{kept}"


def migrate(settings: Settings) -> str:
    """Migrate the database to this program's version; return a line about it.

    A file is backed up first. Raises ``ServerError``, and nothing is changed then.
    """
    url = existing(settings)
    begin_log(settings.log_level, as_json=settings.log_json)  # it names the backup
    with alone(settings):
        if settings.database is None:
            transfer.check_no_owner(file_of(url))  # programs before this one hold no lock
        with transfer.open_engine(url) as engine, engine.connect() as connection:
            version = transfer.version_in(connection)
        if not version:
            raise ServerError(tr("the database is empty; the first start makes its tables"))
        open_store(url, migrating=True).close()
    if version == NEWEST:
        return tr("the database already has version {version}", version=version)
    return tr("migrated from version {old} to {new}", old=version, new=NEWEST)


def copy_to_postgres(settings: Settings, *, overwrite: bool) -> Counts:
    """Copy the file of the data folder to PostgreSQL; return the numbers of rows, by table.

    Raises ``ServerError``, and nothing is changed then.
    """
    if not (settings.database and settings.database.startswith("postgres")):
        raise ServerError(tr("copy: give --database postgresql://... to copy to"))
    file = file_of(existing(Settings(data=settings.folder)))
    transfer.check_no_owner(file)
    return _copy(transfer.file_url(file), settings.database, overwrite=overwrite)


def _copy(source: str, target: str, *, overwrite: bool = False, into_file: bool = False) -> Counts:
    """Copy from one database to another, all of it or nothing."""
    with (
        # Connected before the other is opened, so that an error names the right one.
        transfer.open_engine(source) as old, old.connect() as reading,
        transfer.open_engine(target) as new, new.connect() as writing,
    ):  # fmt: skip
        if old.dialect.name == "postgresql":
            reading = reading.execution_options(isolation_level="REPEATABLE READ")
        with reading.begin(), writing.begin():
            if not into_file:
                _clear(writing, overwrite=overwrite)
            return transfer.copy_all(reading, writing)


def _clear(writing: Connection, *, overwrite: bool) -> None:
    """Make sure that a database is unused and empty. Raises ``ConflictError``."""
    if not transfer.version_in(writing):
        return
    if not overwrite:
        raise ConflictError(
            tr("this database already contains games; --overwrite replaces all of them")
        )
    transfer.check_unserved(writing)
    transfer.drop_all(writing)


def version_of_file(path: Path) -> int:
    """Return the version of a backup. Raises ``ServerError`` if it is none, or too new."""
    try:
        with path.open("rb") as opened:
            start = opened.read(16)
    except FileNotFoundError as error:
        raise NotFoundError(tr("backup {path!r} does not exist", path=str(path))) from error
    except OSError as error:
        raise ServerError(
            tr("{path!r}: {error}", path=str(path), error=system_reason(error))
        ) from error
    if start.startswith(POSTGRES_DUMP):
        raise ServerError(
            tr(
                "{path!r} was made by pg_dump: restore it with createdb, then pg_restore "
                "--no-owner --exit-on-error --dbname=... {path!r}",
                path=str(path),
            )
        )
    if not start.startswith(b"SQLite format 3"):
        raise ServerError(tr("{path!r} is not a backup of a server", path=str(path)))
    uri = f"{path.as_uri()}?mode=ro"
    try:
        with contextlib.closing(sqlite3.connect(uri, uri=True)) as connection:
            (number,) = connection.execute("SELECT number FROM version").fetchone()
    except (sqlite3.Error, TypeError) as error:
        raise ServerError(
            tr("{path!r} is damaged, or not a backup of a server", path=str(path))
        ) from error
    if number > NEWEST:
        raise ServerError(
            tr(
                "{path!r} has version {number}, but this program supports up to {newest}: "
                "restore it with the newer program that made it",
                path=str(path),
                number=number,
                newest=NEWEST,
            )
        )
    return int(number)


def _check_whole(ready: Path, backup: Path) -> None:
    """Raise ``ServerError`` if a part of a backup is damaged."""
    with contextlib.closing(sqlite3.connect(ready)) as connection:
        found = connection.execute("PRAGMA integrity_check(1)").fetchone()
        lost = connection.execute("PRAGMA foreign_key_check").fetchone()
    if found == ("ok",) and lost is not None:
        found = (
            tr(
                "a row of {table} refers to a missing row of {other}",
                table=lost[0], other=lost[2],
            ),
        )  # fmt: skip
    if found != ("ok",):
        raise ServerError(
            tr(
                "the backup {backup!r} is damaged: {found}",
                backup=str(backup),
                found=str(found[0])[:100],
            )
        )


def _make_way(target: Path, *, overwrite: bool) -> str:
    """Rename the files of a database that is replaced; return words on where they are."""
    if not target.exists():
        for ending in BESIDE[1:]:  # left behind by a file that somebody has moved away
            _with_ending(target, ending).unlink(missing_ok=True)
        return ""
    if not overwrite:
        raise ConflictError(
            tr(
                "the database {target!r} already exists; --overwrite replaces it, and keeps the "
                "old one next to it",
                target=str(target),
            )
        )
    transfer.check_no_owner(target)
    names = (target.with_name(f"{target.stem}-replaced-{n}.db") for n in count(1))
    old = next(name for name in names if not name.exists())
    for ending in BESIDE:
        with contextlib.suppress(FileNotFoundError):
            os.replace(_with_ending(target, ending), _with_ending(old, ending))
    return f"; what was there is {str(old)!r}"


def _with_ending(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _give_to_owner(target: Path) -> None:
    """Let the file belong to the owner of its folder, if root restores it for a service."""
    if os.name == "posix" and os.geteuid() == 0:
        folder = target.parent.stat()
        shutil.chown(target, folder.st_uid, folder.st_gid)


def _counts_text(counts: Counts) -> str:
    return f"{sum(counts.values()):,} rows, with {counts['boards']:,} games"


def _migrated(version: int) -> str:
    return f", migrated from version {version} to {NEWEST}" if version < NEWEST else ""
