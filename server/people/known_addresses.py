"""Addresses that users have signed in from before: guessers elsewhere cannot lock them out there.

For an address and an account, a row of the limits says until when it is known. An attacker cannot
create one: it takes the right password, or a link that was mailed.
"""

from __future__ import annotations

import hashlib

from sqlalchemy import insert, select, update

from boche.engine.durations import DAY
from boche.server.database.schema import limits
from boche.server.database.store import Transaction

KNOWN_FOR = 180 * DAY


def remember(transaction: Transaction, user: int, address: str, now: float) -> None:
    """Record that an account is known at this address."""
    key, until = _key(user, address), now + KNOWN_FOR
    row = update(limits).where(limits.c.key == key).values(paid=until)
    if not transaction.connection.execute(row).rowcount:
        transaction.connection.execute(insert(limits).values(key=key, paid=until))


def is_known(transaction: Transaction, user: int, address: str, now: float) -> bool:
    """Return whether the account has signed in from there."""
    return _known_until(transaction, user, address) > now


def is_fresh(transaction: Transaction, user: int, address: str, now: float) -> bool:
    """Return whether it was recorded so recently that it need not be recorded again."""
    return _known_until(transaction, user, address) > now + KNOWN_FOR - DAY


def _known_until(transaction: Transaction, user: int, address: str) -> float:
    statement = select(limits.c.paid).where(limits.c.key == _key(user, address))
    return float(transaction.connection.execute(statement).scalar_one_or_none() or 0.0)


def _key(user: int, address: str) -> str:
    return f"known {hashlib.sha256(f'{user} {address}'.encode()).hexdigest()[:32]}"
