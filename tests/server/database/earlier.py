"""Databases as the programs of each version left them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Connection,
    Inspector,
    MetaData,
    create_engine,
    event,
    func,
    insert,
    inspect,
    select,
    text,
)

from boche.server.database.migrations import NEWEST
from boche.server.database.store import Store
from boche.server.events import since
from boche.server.people.accounts import named
from tests.server.desk import START, Desk

FIRST = Path(__file__).parent / "version-1.sql"
"""A version 1 database with two games of ann and bob; never to be changed."""
CHANGES = Path(__file__).parent / "changes.sql"


def of_version(file: Path, number: int, more: str = "") -> Path:
    """Make a database file as a program of that version left it, with two games of ann and bob.

    ``more`` are statements that were done in version 1.
    """
    first, *later = CHANGES.read_text().split("\n-- version ")
    assert first.startswith("--")
    assert [int(part.split("\n")[0]) for part in later] == list(range(2, NEWEST + 1)), (
        f"{CHANGES.name}: write down what the newest version has changed"
    )
    with closing(sqlite3.connect(file)) as connection:
        for part in (FIRST.read_text(), more, *(f"-- {each}" for each in later[: number - 1])):
            connection.executescript(part)
    return file


def to_postgresql(file: Path, url: str) -> str:
    """Copy a database file to an empty PostgreSQL, without knowing its tables; return the URL."""
    metadata = MetaData()
    event.listen(metadata, "column_reflect", _generic)
    source = create_engine(f"sqlite:///{file}")
    target = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with source.connect() as here, target.begin() as there:
        metadata.reflect(here)
        for table in metadata.sorted_tables:
            for key in table.foreign_keys:
                key.constraint.ondelete = _deleting(here, table.name)[key.parent.name]
        metadata.create_all(there)
        for table in metadata.sorted_tables:
            if rows := [dict(row) for row in here.execute(select(table)).mappings()]:
                there.execute(insert(table), rows)
            if "id" in table.columns and rows:
                sequence = func.pg_get_serial_sequence(table.name, "id")
                there.execute(select(func.setval(sequence, max(row["id"] for row in rows))))
        version = metadata.tables["version"]
        if there.execute(select(version.c.number)).scalar_one() >= 9:
            # The one index that only PostgreSQL has.
            there.execute(text('CREATE INDEX users_beginning ON users (key COLLATE "C")'))
    source.dispose()
    target.dispose()
    return url


def played_on(store: Store, boards: int = 2) -> None:
    """Check that the games of ann and bob are there, and go on; there are so many boards."""
    desk = Desk(store)
    desk.now = START + 120.0
    bob = store.read(lambda transaction: named(transaction, "bob"))
    assert "c:a4" in desk.do("boche move 1 c:b2", user=bob), "ann's conditional move is played"
    told = store.read(lambda transaction: since(transaction, 1, 0))
    assert [each["text"] for each in told if each["kind"] == "chat"] == ["Good luck!"]
    ann = store.read(lambda transaction: named(transaction, "ann"))
    assert f"board {boards + 1}" in desk.do("boche challenge ann bob", user=ann), "numbers go on"


def tables_of(store: Store) -> dict[str, Any]:
    """Return the columns, indexes and constraints of all tables."""
    with store.engine.connect() as connection:
        return _tables_of(connection)


def _tables_of(connection: Connection) -> dict[str, Any]:
    view = inspect(connection)
    return {
        table: (
            sorted((one["name"], str(one["type"]), one["nullable"])
                   for one in view.get_columns(table)),
            sorted((one["name"], one["column_names"], bool(one["unique"]))
                   for one in view.get_indexes(table)),
            sorted((one["constrained_columns"], one["referred_table"])
                   for one in view.get_foreign_keys(table)),
            _deleting(connection, table),
            sorted(one["column_names"] for one in view.get_unique_constraints(table)),
            view.get_pk_constraint(table)["constrained_columns"],
        )
        for table in view.get_table_names()
    }  # fmt: skip


def _deleting(connection: Connection, table: str) -> dict[str, str]:
    """Return what each column that refers to a row does when that is deleted.

    SQLAlchemy does not see it at a column that was added to a file's table.
    """
    if connection.dialect.name == "sqlite":
        found = connection.execute(text(f"PRAGMA foreign_key_list({table})")).mappings()
        return {one["from"]: one["on_delete"] for one in found}
    keys = inspect(connection).get_foreign_keys(table)
    return {one["constrained_columns"][0]: one["options"]["ondelete"] for one in keys}


def _generic(_: Inspector, table: str, column: dict[str, Any]) -> None:
    column["type"] = column["type"].as_generic()
