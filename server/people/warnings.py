"""Warnings of operators: each is shown to its account until that says it has read it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import insert, select, update

from boche.server.database.schema import warnings
from boche.server.database.store import Transaction


@dataclass(frozen=True)
class Warning:
    """A warning; ``seen`` is None until it is acknowledged."""

    number: int
    text: str
    at: float
    seen: float | None


def warn(transaction: Transaction, user: int, text: str, now: float) -> None:
    """Show an account a text on all pages until it acknowledges it."""
    transaction.connection.execute(insert(warnings).values(user_id=user, text=text, at=now))


def unseen(transaction: Transaction, user: int) -> list[Warning]:
    """Return the warnings that an account has not acknowledged, the oldest first."""
    return _listed(transaction, user, unseen=True)


def of_user(transaction: Transaction, user: int) -> list[Warning]:
    """Return all warnings of an account, the oldest first."""
    return _listed(transaction, user, unseen=False)


def _listed(transaction: Transaction, user: int, *, unseen: bool) -> list[Warning]:
    statement = select(warnings).where(warnings.c.user_id == user).order_by(warnings.c.id)
    if unseen:
        statement = statement.where(warnings.c.seen.is_(None))
    rows = transaction.connection.execute(statement)
    return [Warning(row.id, row.text, row.at, row.seen) for row in rows]


def acknowledge(transaction: Transaction, user: int, number: int, now: float) -> None:
    """Mark a warning to an account as read; nothing happens if it is not theirs."""
    own = (warnings.c.id == number) & (warnings.c.user_id == user) & warnings.c.seen.is_(None)
    transaction.connection.execute(update(warnings).where(own).values(seen=now))
