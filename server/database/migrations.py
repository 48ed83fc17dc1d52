"""How the tables came to be: one numbered step after the other, each applied once.

A new database gets the tables as ``schema`` has them and the newest number. An older one is
brought on by the steps that it has not had; each is one transaction.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, Double, inspect, select, text

from server.database.schema import METADATA, VERSION
from server.errors import ServerError


def _vacation_grows(connection: Connection) -> None:
    """Version 2: vacation grows back, and settings hold for all who serve a database.

    The steps say what they change by themselves: ``schema`` has only what is newest.
    """
    kind = Double().compile(connection.dialect)
    connection.execute(text(f"ALTER TABLE users ADD COLUMN vacation_at {kind}"))
    connection.execute(text("UPDATE users SET vacation_at = created WHERE level IS NULL"))
    table = "settings (name VARCHAR(40) NOT NULL, value TEXT NOT NULL, PRIMARY KEY (name))"
    connection.execute(text(f"CREATE TABLE {table}"))


STEPS: tuple[Callable[[Connection], None], ...] = (_vacation_grows,)
"""What turns version 1 into 2, 2 into 3, and so on."""

NEWEST = 1 + len(STEPS)


class VersionError(ServerError):
    """A database of a newer program."""


def migrate(connection: Connection) -> int:
    """Bring the tables to the newest version, in the transaction at hand; returns the old one.

    0 stands for a new database. Raises ``VersionError``.
    """
    old = _version(connection)
    if old > NEWEST:
        raise VersionError(
            f"the database is of version {old}, this program knows up to {NEWEST}: "
            "start the newer program that made it"
        )
    if old == 0:
        METADATA.create_all(connection)
        connection.execute(VERSION.insert().values(number=NEWEST))
    for number in range(max(old, 1), NEWEST):
        if old:
            STEPS[number - 1](connection)
            connection.execute(VERSION.update().values(number=number + 1))
    return old


def _version(connection: Connection) -> int:
    if not inspect(connection).has_table(VERSION.name):
        return 0
    return int(connection.execute(select(VERSION.c.number)).scalar_one())
