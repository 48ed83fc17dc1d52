"""Who is here: accounts, and the number of guests, by their last request or open stream.

At most one row is written per person and minute. Those who want to be invisible have none.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from boche.engine.durations import HOUR, MINUTE
from boche.server.database.schema import presence, users
from boche.server.database.store import Transaction
from boche.server.people import preferences

OFTEN = MINUTE
"""Seconds between two notes about one person."""

HERE = 2 * MINUTE
"""Seconds after a note in which somebody counts as here."""

KEPT = HOUR
"""Seconds for which it is stored when somebody was here."""

MOST_NAMES = 60


@dataclass(frozen=True)
class Company:
    """The people here: names of accounts, how many more there are, and the number of guests."""

    names: tuple[str, ...]
    more: int
    guests: int


def key_of(user: int | None, address: str) -> str:
    """Return the key of an account, or of a guest's address."""
    if user is not None:
        return f"account {user}"
    return f"guest {hashlib.sha256(address.encode('utf-8', 'replace')).hexdigest()[:32]}"


def note(transaction: Transaction, user: int | None, address: str, now: float) -> None:
    """Note that somebody is here, unless they want to be invisible."""
    if user is not None and preferences.of(transaction, user).get("invisible"):
        return
    own = presence.c.key == key_of(user, address)
    seen = transaction.connection.execute(select(presence.c.seen).where(own)).scalar_one_or_none()
    if seen is None:
        try:
            with transaction.connection.begin_nested():
                transaction.connection.execute(
                    insert(presence).values(key=key_of(user, address), user_id=user, seen=now)
                )
        except IntegrityError:
            pass  # another process has just done the same
    elif abs(now - seen) >= OFTEN:
        transaction.connection.execute(update(presence).where(own).values(seen=now))


def hide(transaction: Transaction, user: int) -> None:
    """Forget that an account is here."""
    transaction.connection.execute(delete(presence).where(presence.c.user_id == user))


def company(transaction: Transaction, now: float) -> Company:
    """Return the people here, those who came last first."""
    here = presence.c.seen > now - HERE
    rows = transaction.connection.execute(
        select(users.c.name)
        .join(presence, presence.c.user_id == users.c.id)
        .where(here)
        .order_by(presence.c.seen.desc())
        .limit(MOST_NAMES)
    )
    names = tuple(rows.scalars())
    accounts, everybody = transaction.connection.execute(
        select(func.count(presence.c.user_id), func.count()).where(here)
    ).one()
    return Company(names, accounts - len(names), everybody - accounts)


def last_seen(transaction: Transaction, user: int) -> float | None:
    """Return the time of the last note about an account, or None."""
    seen: float | None = transaction.connection.execute(
        select(presence.c.seen).where(presence.c.user_id == user)
    ).scalar_one_or_none()
    return seen


def forget_old(transaction: Transaction, now: float) -> None:
    """Delete notes of more than an hour ago."""
    transaction.connection.execute(delete(presence).where(presence.c.seen < now - KEPT))
