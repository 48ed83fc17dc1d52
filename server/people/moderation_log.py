"""The log of what operators have done: it is added to, never changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, insert, select

from boche.server.database.schema import moderation_log as log
from boche.server.database.store import Transaction

COMMAND_LINE = "command line"
"""Name in the log of whoever uses the commands of the machine that the server runs on."""

BAN = "ban"
"""Name of an act that is in the archive of whom it was about."""

PAGE = 50


@dataclass(frozen=True)
class Entry:
    """An act: who did what to whom (an account or a board), when and why."""

    number: int
    at: float
    actor: str
    action: str
    user: int | None
    board: int | None
    subject: str
    reason: str


def write(
    transaction: Transaction, actor: str, action: str, now: float,
    *, user: int | None = None, board: int | None = None, subject: str, reason: str = "",
) -> None:  # fmt: skip
    """Add an act to the log."""
    transaction.connection.execute(
        insert(log).values(
            at=now, actor=actor, action=action, user_id=user, board=board, subject=subject,
            reason=reason,
        )
    )  # fmt: skip


def entries(
    transaction: Transaction, *, user: int | None = None, board: int | None = None,
    before: int | None = None, limit: int = PAGE,
) -> list[Entry]:  # fmt: skip
    """Return acts, the latest first: all, or those about an account or a board."""
    statement = select(log).order_by(log.c.id.desc()).limit(limit)
    if user is not None:
        statement = statement.where(log.c.user_id == user)
    if board is not None:
        statement = statement.where(log.c.board == board)
    if before is not None:
        statement = statement.where(log.c.id < before)
    return [_entry(row) for row in transaction.connection.execute(statement)]


def last(transaction: Transaction) -> int:
    """Return the number of the last act, 0 for none."""
    return int(transaction.connection.execute(select(func.max(log.c.id))).scalar_one() or 0)


def after(transaction: Transaction, number: int) -> list[Entry]:
    """Return the acts after one, in order."""
    statement = select(log).where(log.c.id > number).order_by(log.c.id).limit(1000)
    return [_entry(row) for row in transaction.connection.execute(statement)]


def _entry(row: Any) -> Entry:
    return Entry(
        number=row.id,
        at=row.at,
        actor=row.actor,
        action=row.action,
        user=row.user_id,
        board=row.board,
        subject=row.subject,
        reason=row.reason,
    )
