"""The SQLite file of an index: its tables, opening it, and its errors."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.engine.languages.system import system_reason

VERSION = 2

WAIT_SECONDS = 10.0
"""Time to wait for another process that is writing."""

_TABLES = """
CREATE TABLE files (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, changed INTEGER NOT NULL,
    size INTEGER NOT NULL, problem TEXT NOT NULL);


CREATE INDEX files_with_problems ON files (path) WHERE problem != '';

CREATE TABLE games (
    id INTEGER PRIMARY KEY, file INTEGER NOT NULL, number INTEGER NOT NULL, game TEXT NOT NULL,
    first TEXT NOT NULL, second TEXT NOT NULL, date TEXT NOT NULL, event TEXT NOT NULL,
    result TEXT NOT NULL, winner INTEGER NOT NULL, length INTEGER NOT NULL,
    digest BLOB NOT NULL, keys BLOB NOT NULL, copy INTEGER NOT NULL);

CREATE INDEX games_of_file ON games (file);

CREATE INDEX games_by_digest ON games (digest);

CREATE TABLE moves (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);

CREATE TABLE plays (
    position INTEGER NOT NULL, day INTEGER NOT NULL, game INTEGER NOT NULL, ply INTEGER NOT NULL,
    move INTEGER NOT NULL, ending INTEGER, again INTEGER NOT NULL,
    PRIMARY KEY (position, day, game, ply)) WITHOUT ROWID;

CREATE TABLE counts (
    position INTEGER NOT NULL, move INTEGER NOT NULL, games INTEGER NOT NULL,
    won INTEGER NOT NULL, drawn INTEGER NOT NULL, lost INTEGER NOT NULL, again INTEGER NOT NULL,
    PRIMARY KEY (position, move)) WITHOUT ROWID;

CREATE TRIGGER played AFTER INSERT ON plays BEGIN
    INSERT INTO counts VALUES (new.position, new.move, 1, new.ending IS 1, new.ending IS 0,
        new.ending IS -1, new.again)
    ON CONFLICT DO UPDATE SET games = games + 1, won = won + excluded.won,
        drawn = drawn + excluded.drawn, lost = lost + excluded.lost, again = again + excluded.again;
END;

CREATE TRIGGER removed AFTER DELETE ON plays BEGIN
    UPDATE counts SET games = games - 1, won = won - (old.ending IS 1),
        drawn = drawn - (old.ending IS 0), lost = lost - (old.ending IS -1),
        again = again - old.again
    WHERE position = old.position AND move = old.move;
    DELETE FROM counts WHERE position = old.position AND move = old.move AND games = 0;
END;
"""
"""``plays.day`` is the date of the game as a number, so that the latest games come at once.
``plays.ending`` is 1, 0 or -1 for a game that the mover won, drew or lost, NULL if unknown, and
``plays.again`` is 1 if the game had reached the position before.

``counts`` adds up ``plays``, so that no answer takes longer for the many games that it counts.

``games.keys`` are the positions of a game, eight bytes each, by which its plays are removed.
``games.copy`` is 1 for a game that another file has too; its plays are not stored again.
"""


class ExplorerError(BocheError):
    """An index that cannot be read or written; the message says which and why."""


class DamagedIndexError(ExplorerError):
    """An index whose file is damaged; it can be deleted and built again."""


def stored(path: str) -> str | bytes:
    """Return a path as the database keeps it: one that is not valid Unicode by its bytes.

    ``os.fsdecode`` turns both back into the path.
    """
    try:
        path.encode()
    except UnicodeEncodeError:
        return os.fsencode(path)
    return path


def connect(path: Path) -> sqlite3.Connection:
    """Open an index, which is created if there is none. Raises ``ExplorerError``."""
    with one_line_errors(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        database = sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)
        try:
            database.execute("PRAGMA cache_size=-65536")
            prepare(database, path, VERSION, _TABLES)
        except BaseException:
            database.close()
            raise
    return database


def prepare(
    database: sqlite3.Connection, path: Path, version: int, tables: str, schema: str = "main"
) -> None:
    """Create the tables of an index that has none yet, one after each empty line.

    Raises ``DamagedIndexError`` for an index of another version.
    """
    database.execute(f"PRAGMA {schema}.journal_mode=WAL")
    database.execute(f"PRAGMA {schema}.synchronous=NORMAL")
    found = _version(database, schema)
    if found == 0:
        with transaction(database):
            if _version(database, schema) == 0:  # no other process was faster
                for statement in tables.split("\n\n"):
                    database.execute(statement)
                database.execute(f"PRAGMA {schema}.user_version={version}")
    elif found != version:
        raise DamagedIndexError(
            tr("the index {path!r} was made by another release", path=str(path))
        )


def _version(database: sqlite3.Connection, schema: str) -> int:
    return int(database.execute(f"PRAGMA {schema}.user_version").fetchone()[0])


@contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """Commit what the block writes, or nothing of it if it fails."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        with suppress(sqlite3.Error):
            database.execute("ROLLBACK")
        raise
    database.execute("COMMIT")


_UNUSABLE = {
    sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY, sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_NOLFS, sqlite3.SQLITE_AUTH,
}  # fmt: skip
"""Errors that say nothing about what the file contains; after all others it is made anew."""


@contextmanager
def one_line_errors(path: Path) -> Iterator[None]:
    """Turn the errors of the file into one line each."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest tells more of the same
        if isinstance(error, sqlite3.ProgrammingError) or code in _UNUSABLE:
            raise ExplorerError(
                tr("cannot use the index {path!r}: {error}", path=str(path), error=error)
            ) from error
        raise DamagedIndexError(
            tr("the index {path!r} is damaged: {error}", path=str(path), error=error)
        ) from error
    except OSError as error:
        why = system_reason(error)
        raise ExplorerError(
            tr("cannot use the index {path!r}: {why}", path=str(path), why=why)
        ) from error


def remove(path: Path) -> None:
    """Delete an index with its side files. Raises ``ExplorerError``."""
    with one_line_errors(path):
        for suffix in ("", "-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
