"""People by the beginnings of their names."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select

from boche.server.database.schema import users
from boche.server.database.store import Transaction
from boche.server.people import bans, operators
from boche.server.people.names import key_of

PAGE = 50
_LAST = "\U0010ffff"
"""The last character that there is."""


@dataclass(frozen=True)
class Person:
    """An account in a list. ``ban`` is its current ban in words, or None."""

    name: str
    level: int | None
    created: float
    operator: bool
    ban: str | None


def beginning(
    transaction: Transaction, text: str, now: float, *, after: str = "", limit: int = PAGE
) -> list[Person]:
    """Return accounts whose names begin with a text, in order; ``after`` is a name to go on from.

    Case and variants of letters do not matter, as in ``names.key_of``.
    """
    prefix = key_of(text.strip())
    # By character codes, as the index: a language's order would need a scan.
    by_codes = "C" if transaction.connection.dialect.name == "postgresql" else "BINARY"
    key = users.c.key.collate(by_codes)
    where = (key >= prefix) & (key < prefix + _LAST) & users.c.deleted.is_(None)
    if after:
        where &= key > key_of(after)
    rows = transaction.connection.execute(
        select(users.c.id, users.c.name, users.c.level, users.c.created)
        .where(where)
        .order_by(key)
        .limit(limit)
    ).all()
    numbers = [row.id for row in rows]
    banned, running = bans.among(transaction, numbers, now), operators.among(transaction, numbers)
    return [
        Person(
            row.name, row.level, row.created, row.id in running,
            str(banned[row.id]) if row.id in banned else None,
        )
        for row in rows
    ]  # fmt: skip


def everybody(transaction: Transaction, text: str, now: float) -> list[Person]:
    """Return all people, not computers, whose names begin with a text, in order."""
    people: list[Person] = []
    after = ""
    while page := beginning(transaction, text, now, after=after, limit=500):
        people += (person for person in page if person.level is None)
        after = page[-1].name
    return people
