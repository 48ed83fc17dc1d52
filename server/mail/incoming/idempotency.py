"""Handling each mail once, however often it comes: progress is written with each effect.

A mail may hold several commands, each in its own transaction. Each counts itself in that
transaction, so that a mail delivered again after a power cut continues where it stopped.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, insert, select, update

from boche.engine.durations import DAY
from boche.engine.languages.current import tr, tr_later
from boche.server.commands.runner import MOST_ANSWER
from boche.server.database.schema import received
from boche.server.database.store import Transaction

SHORTENED = 200
LEFT_OUT = tr_later("The rest of this answer is left out, because this mail is already long.")

KEPT = 90 * DAY
"""Seconds for which mails are remembered; no mail system retries a delivery for so long."""


class DoneError(Exception):
    """A part of a mail that another process, or an earlier try, has already done."""


@dataclass(frozen=True)
class Progress:
    """A mail's progress: commands done, the answer to each, and whether it was answered.

    With ``new``, it has not come before.
    """

    done: int
    answers: tuple[str, ...]
    finished: bool
    new: bool = False


def is_finished(transaction: Transaction, key: str) -> bool:
    """Return whether a mail has come before and was answered."""
    statement = select(received.c.finished).where(received.c.key == key)
    return bool(transaction.connection.execute(statement).scalar_one_or_none())


def begin(transaction: Transaction, key: str, now: float) -> Progress:
    """Return a mail's progress; a new mail is recorded."""
    row = transaction.connection.execute(
        select(received).where(received.c.key == key)
    ).one_or_none()
    if row is None:
        transaction.connection.execute(
            insert(received).values(key=key, at=now, done=0, answers=[], finished=False)
        )
        return Progress(0, (), False, new=True)
    return Progress(row.done, tuple(row.answers), row.finished)


def hold(transaction: Transaction, key: str, number: int) -> None:
    """Lock command ``number`` of a mail, from 0, to run it only once. Raises ``DoneError``."""
    statement = select(received.c.done, received.c.finished).where(received.c.key == key)
    row = transaction.connection.execute(statement.with_for_update()).one_or_none()
    if row is None or row.finished or row.done != number:
        raise DoneError


def count(transaction: Transaction, key: str, number: int, answer: str) -> None:
    """Record that command ``number`` is done, with its answer, shortened if the mail is full."""
    answers = transaction.connection.execute(
        select(received.c.answers).where(received.c.key == key)
    ).scalar_one()
    if sum(map(len, answers)) > MOST_ANSWER:
        answer = f"{answer[:SHORTENED]}...\n{tr(LEFT_OUT)}"
    transaction.connection.execute(
        update(received)
        .where(received.c.key == key)
        .values(done=number + 1, answers=[*answers, answer])
    )


def finish(transaction: Transaction, key: str, waiting: str | None = None) -> None:
    """Record that the mail is answered. ``waiting`` is a command in it that needs a yes."""
    transaction.connection.execute(
        update(received)
        .where(received.c.key == key)
        .values(finished=True, answers=[], waiting=waiting)
    )


def waiting(transaction: Transaction, beginning: str) -> str | None:
    """Return the command that waits for a yes, in a mail whose key begins so."""
    return transaction.connection.execute(
        select(received.c.waiting).where(received.c.key.startswith(beginning))
    ).scalars().first()  # fmt: skip


def take_waiting(transaction: Transaction, beginning: str) -> str | None:
    """Return the command as ``waiting`` does, and clear it."""
    row = transaction.connection.execute(
        select(received.c.key, received.c.waiting)
        .where(received.c.key.startswith(beginning), received.c.waiting.is_not(None))
        .with_for_update()
    ).first()
    if row is None:
        return None
    transaction.connection.execute(
        update(received).where(received.c.key == row.key).values(waiting=None)
    )
    return str(row.waiting)


def forget_old(transaction: Transaction, now: float) -> None:
    """Delete mails that will not come again."""
    transaction.connection.execute(delete(received).where(received.c.at < now - KEPT))
