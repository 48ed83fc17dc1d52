"""Reports of people, each with what it is about as it was then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, insert, or_, select, update

from boche.engine.languages.current import tr, tr_later
from boche.engine.languages.formats import grouped
from boche.engine.printable import printable
from boche.server import limits
from boche.server.database.schema import messages, reports
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, ConflictError, NotFoundError
from boche.server.people.accounts import User

REASONS = {
    "insult": tr_later("Insults or threats"),
    "spam": tr_later("Advertising or unwanted messages"),
    "cheating": tr_later("Cheating: help by a program, or losing on purpose"),
    "stalling": tr_later("Stalling or leaving games"),
    "name": tr_later("An offensive name"),
    "other": tr_later("Something else"),
}
"""Reasons for a report, in words."""

MOST_TEXT = 2000
PAGE = 30


@dataclass(frozen=True)
class Report:
    """A report about a person, whose ``user`` is None for a guest.

    ``context`` has the message or chat line, if it is about one. ``answer`` is an operator's note.
    """

    number: int
    reporter: int | None
    reporter_name: str
    user: int | None
    name: str
    reason: str
    text: str
    board: int | None
    context: Mapping[str, Any]
    at: float
    open: bool
    closed: float | None
    answer: str | None


@dataclass(frozen=True)
class Subject:
    """The person that a report is about, and what is attached to it."""

    user: int | None
    name: str
    board: int | None = None
    context: Mapping[str, Any] | None = None


def send(
    transaction: Transaction, reporter: User | None, reporter_name: str, subject: Subject,
    reason: str, text: str, now: float, payers: limits.Payers,
) -> int:  # fmt: skip
    """Report somebody; return the report's number. ``reporter`` is None for a guest at a board.

    Raises ``BadRequestError`` and ``TooManyError``.
    """
    if reason not in REASONS:
        raise BadRequestError(tr("reason: choose from {choices}", choices=", ".join(REASONS)))
    text = printable(text.replace("\r\n", "\n"), block=True).strip()
    if len(text) > MOST_TEXT:
        raise BadRequestError(
            tr("a report may have at most {most} characters", most=grouped(MOST_TEXT))
        )
    if not text and "text" not in (subject.context or {}):
        raise BadRequestError(tr("say in a few words what happened"))
    if reporter is not None and subject.user == reporter.id:
        raise BadRequestError(tr("you cannot report yourself"))
    limits.charge(transaction, limits.REPORTS, payers, now)
    return int(
        transaction.connection.execute(
            insert(reports).values(
                reporter=reporter.id if reporter else None, reporter_name=reporter_name,
                user_id=subject.user, name=subject.name, reason=reason, text=text,
                board=subject.board, context=dict(subject.context or {}), at=now, open=True,
            ).returning(reports.c.id)
        ).scalar_one()
    )  # fmt: skip


def message_context(transaction: Transaction, reader: int, sender: int, number: int) -> Any:
    """Return a message as the context of a report by its recipient. Raises ``NotFoundError``."""
    row = transaction.connection.execute(
        select(messages).where(
            messages.c.id == number, messages.c.user_id == reader, messages.c.sender == sender
        )
    ).one_or_none()
    if row is None:
        raise NotFoundError(tr("this player sent you no such message"))
    return {"kind": "message", "text": row.text, "at": row.at}


def listed(
    transaction: Transaction, *, is_open: bool, before: int | None = None, limit: int = PAGE
) -> list[Report]:
    """Return open or closed reports, the newest first."""
    statement = select(reports).where(reports.c.open.is_(is_open))
    if before is not None:
        statement = statement.where(reports.c.id < before)
    rows = transaction.connection.execute(statement.order_by(reports.c.id.desc()).limit(limit))
    return [_report(row) for row in rows]


def about(transaction: Transaction, user: int, limit: int = PAGE) -> list[Report]:
    """Return the reports about and by an account, the newest first."""
    theirs = or_(reports.c.user_id == user, reports.c.reporter == user)
    statement = select(reports).where(theirs).order_by(reports.c.id.desc()).limit(limit)
    return [_report(row) for row in transaction.connection.execute(statement)]


def by(transaction: Transaction, user: int) -> list[Report]:
    """Return the reports by an account, the oldest first."""
    statement = select(reports).where(reports.c.reporter == user).order_by(reports.c.id)
    return [_report(row) for row in transaction.connection.execute(statement)]


def of_number(transaction: Transaction, number: int, *, lock: bool = False) -> Report:
    """Return a report. Raises ``NotFoundError``."""
    statement = select(reports).where(reports.c.id == number)
    row = transaction.connection.execute(
        statement.with_for_update() if lock else statement
    ).one_or_none()
    if row is None:
        raise NotFoundError(tr("unknown report {number}", number=number))
    return _report(row)


def open_count(transaction: Transaction) -> int:
    """Return the number of open reports."""
    statement = select(func.count()).select_from(reports).where(reports.c.open.is_(True))
    return int(transaction.connection.execute(statement).scalar_one())


def close(transaction: Transaction, number: int, answer: str, now: float) -> Report:
    """Close a report with a note. Raises ``NotFoundError``, and ``ConflictError`` if it is."""
    report = of_number(transaction, number, lock=True)
    if not report.open:
        raise ConflictError(tr("report {number} is closed already", number=number))
    transaction.connection.execute(
        update(reports).where(reports.c.id == number).values(open=False, closed=now, answer=answer)
    )
    return report


def forget(transaction: Transaction, user: int, name: str) -> None:
    """Replace the name of a deleted account in the reports by and about it."""
    for number, called in ((reports.c.reporter, "reporter_name"), (reports.c.user_id, "name")):
        transaction.connection.execute(
            update(reports).where(number == user).values(**{called: name, number.key: None})
        )


def _report(row: Any) -> Report:
    return Report(
        number=row.id,
        reporter=row.reporter,
        reporter_name=row.reporter_name,
        user=row.user_id,
        name=row.name,
        reason=row.reason,
        text=row.text,
        board=row.board,
        context=row.context,
        at=row.at,
        open=row.open,
        closed=row.closed,
        answer=row.answer,
    )
