"""Copies of all tables from one database to another, whichever they are.

All of it is written in one transaction, and counted on both sides before it is committed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import (
    JSON,
    Connection,
    Engine,
    column,
    create_engine,
    event,
    func,
    insert,
    inspect,
    select,
    table,
    text,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DataError, SQLAlchemyError

from boche.engine.languages.current import tr, tr_later
from boche.server.database.connect import check_driver
from boche.server.database.migrations import NEWEST, migrate
from boche.server.database.schema import METADATA, SERVES, VERSION
from boche.server.database.store import damaged, reason
from boche.server.errors import ConflictError, ServerError

AT_ONCE = 1000
"""Rows per statement."""

Counts = dict[str, int]
"""Numbers of rows by table."""


def file_url(path: Path) -> str:
    """Return the URL of a database file."""
    return f"sqlite:///{path}"


@contextmanager
def open_engine(url: str) -> Iterator[Engine]:
    """Yield an engine for a database, without touching its tables.

    Raises ``ServerError`` for trouble with it, without its password.
    """
    try:
        address = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise ServerError(tr("--database: expected postgresql://...")) from error
    shown = address.render_as_string(hide_password=True)
    if address.drivername.startswith("postgres"):
        check_driver()
        options: dict[str, Any] = {"connect_timeout": 5, "client_encoding": "UTF8"}
        engine = create_engine(address.set(drivername="postgresql+psycopg"), connect_args=options)
    else:
        engine = create_engine(address)
        event.listen(engine, "connect", _leave_to_us)
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
        shown = repr((address.database or "").removeprefix("file:"))
    try:
        yield engine
    except SQLAlchemyError as error:
        text = UNREADABLE if damaged(error) else UNREACHED
        raise ServerError(tr(text, shown=shown, error=reason(error))) from error
    finally:
        engine.dispose()


UNREACHED = tr_later("the database {shown}: {error}")
UNREADABLE = tr_later("the database {shown}: {error}; restore a backup")


def _leave_to_us(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # the driver would begin transactions only with a write


def version_in(connection: Connection) -> int:
    """Return the version of a database's tables; 0 if there are none."""
    if not inspect(connection).has_table(VERSION.name):
        return 0
    return int(connection.execute(select(VERSION.c.number)).scalar_one())


def check_unserved(connection: Connection) -> None:
    """Raise ``ConflictError`` if a server uses this database now; keep others from beginning.

    On PostgreSQL each server holds a lock; a file is in use if its journal cannot be changed.
    """
    if connection.dialect.name == "postgresql":
        statement = text(f"SELECT pg_try_advisory_xact_lock({SERVES})")
        if not connection.execute(statement).scalar_one():
            raise ConflictError(tr("a server uses this database: stop it first"))


def check_no_owner(path: Path) -> None:
    """Raise ``ConflictError`` if a program has this database file open."""
    with closing(sqlite3.connect(path, timeout=0.5)) as connection:
        try:
            connection.execute("PRAGMA journal_mode=DELETE").fetchone()
        except sqlite3.DatabaseError as error:  # nobody could be using a damaged one
            if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise ConflictError(
                    tr("a server uses {path!r}: stop it first", path=str(path))
                ) from error


def bring_on(url: str) -> None:
    """Migrate a database that nothing else uses, without a backup. Raises ``ServerError``."""
    with open_engine(url) as engine, engine.connect() as connection, connection.begin():
        migrate(connection, lambda _: None)


def copy_all(source: Connection, target: Connection) -> Counts:
    """Copy all rows, in the current transactions, to empty tables; return their numbers.

    Raises ``ServerError`` if the source is of another version, or the numbers differ.
    """
    version = version_in(source)
    if version != NEWEST:
        raise ServerError(
            tr(
                "the database to copy from has version {version}, but this program supports "
                "{newest}: use the program of that version, or migrate it first",
                version=version,
                newest=NEWEST,
            )
        )
    METADATA.create_all(target)
    counts = {}
    for own in METADATA.sorted_tables:
        counts[own.name] = _copy_table(source, target, own)
    if target.dialect.name == "postgresql":
        _continue_numbers(target)
    return counts


def _copy_table(source: Connection, target: Connection, own: Any) -> int:
    """Copy one table; return its number of rows. Raises ``ServerError`` if they differ."""
    # None in a column of JSON is NULL here, not JSON's null.
    columns = [
        column(each.name, JSON(none_as_null=True) if isinstance(each.type, JSON) else each.type)
        for each in own.columns
    ]
    into = insert(table(own.name, *columns))
    rows = source.execution_options(yield_per=AT_ONCE).execute(select(own))
    for part in rows.mappings().partitions(AT_ONCE):
        try:
            target.execute(into, [dict(row) for row in part])
        except DataError as error:
            raise ServerError(
                tr("the table {own}: {error}", own=own.name, error=reason(error))
            ) from error
    before, after = (
        connection.execute(select(func.count()).select_from(own)).scalar_one()
        for connection in (source, target)
    )
    if before != after:
        raise ServerError(
            tr(
                "the table {own} has {before} rows, its copy {after}",
                own=own.name,
                before=before,
                after=after,
            )
        )
    return int(after)


def _continue_numbers(target: Connection) -> None:
    """Let new rows be numbered after those that were copied."""
    for own in METADATA.sorted_tables:
        keys = [each.name for each in own.primary_key.columns]
        if keys != ["id"]:
            continue
        target.execute(text(
            f"SELECT setval(pg_get_serial_sequence('{own.name}', 'id'), max(id)) FROM {own.name} "
            "HAVING max(id) IS NOT NULL"
        ))  # fmt: skip


def drop_all(connection: Connection) -> None:
    """Delete all tables of this program, of whatever version they are."""
    for own in METADATA.tables:
        connection.execute(text(f"DROP TABLE IF EXISTS {own} CASCADE"))
