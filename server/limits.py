"""How often somebody may do something: kept in the database, the same for all processes.

Each is a bucket that leaks (GCRA): so many at once, then so many in a time. What would be refused
is not counted, so that who waits gets on again.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from sqlalchemy import delete, insert, select, update

from server.database.schema import limits
from server.database.store import Unit
from server.durations import HOUR, in_words
from server.errors import TooManyError


@dataclass(frozen=True)
class Limit:
    """``burst`` at once, and one more every ``every`` seconds."""

    name: str
    burst: int
    every: float


COMMANDS = Limit("commands", 600, 0.05)
"""Of an address: twenty a second for as long as one likes, six hundred at once."""
BOARDS = Limit("boards", 60, 20.0)
"""New boards of an address."""
ACCOUNTS = Limit("accounts", 10, 600.0)
"""New accounts of an address."""
KEPT_PAGES = Limit("pages", 10, 10.0)
"""Finished games as pages: each takes a processor a second or more."""
DRAWINGS = Limit("drawings", 60, 2.0)
"""Positions that nobody has asked for before: each is half a second of a processor's time."""
CHATS = Limit("chat", 30, 2.0)
PASSWORDS = Limit("passwords", 20, 5.0)
"""Wrong passwords of an address."""
PASSWORDS_OF_NAME = Limit("passwords-of", 10, 2.0)
"""Wrong passwords for one account from one address: a guesser slows nobody but himself."""


def take(unit: Unit, limit: Limit, whose: str, now: float) -> None:
    """Count one more. Raises ``TooManyError`` where it is one too many."""
    key = _key(limit, whose)
    paid = _paid(unit, key, lock=True)
    start = max(paid or 0.0, now)
    if start - now > limit.every * (limit.burst - 1):
        raise _too_many(limit, start - now - limit.every * (limit.burst - 1))
    after = start + limit.every
    if paid is None:
        unit.connection.execute(insert(limits).values(key=key, paid=after))
    else:
        unit.connection.execute(update(limits).where(limits.c.key == key).values(paid=after))


def check(unit: Unit, limit: Limit, whose: str, now: float) -> None:
    """Raises ``TooManyError`` where one more would be too many; counts nothing."""
    ahead = (_paid(unit, _key(limit, whose)) or 0.0) - now
    if ahead > limit.every * (limit.burst - 1):
        raise _too_many(limit, ahead - limit.every * (limit.burst - 1))


def forget_old(unit: Unit, now: float) -> None:
    """Drop what has long been paid off."""
    unit.connection.execute(delete(limits).where(limits.c.paid < now - HOUR))


def _paid(unit: Unit, key: str, *, lock: bool = False) -> float | None:
    wanted = select(limits.c.paid).where(limits.c.key == key)
    found = unit.connection.execute(
        wanted.with_for_update() if lock else wanted
    ).scalar_one_or_none()
    return None if found is None else float(found)


def _key(limit: Limit, whose: str) -> str:
    # A hash: what somebody types into a name field may be long, or a password.
    return f"{limit.name} {hashlib.sha256(whose.encode('utf-8', 'replace')).hexdigest()[:32]}"


def _too_many(limit: Limit, wait: float) -> TooManyError:
    return TooManyError(f"too many {limit.name.partition('-')[0]}; wait {in_words(wait)}", wait)
