"""Reports of the other player at a board, with a line of the chat as it was."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from boche.engine.languages.current import tr
from boche.server.database.schema import events
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, NotFoundError
from boche.server.people import reports
from boche.server.people.accounts import by_number
from boche.server.play.actor import Actor
from boche.server.play.match import Match, Seat, load

AROUND = 10
"""Chat lines before the reported one that are attached, so that it can be understood."""


def opponent_of(transaction: Transaction, actor: Actor, number: int) -> tuple[Match, Seat, Seat]:
    """Return a board, the actor's seat and the one that can be reported from it.

    Raises ``NotAllowedError`` without a seat, and ``BadRequestError`` if nobody is there.
    """
    board = load(transaction, number)
    own = actor.seat(board)
    other = board.seats[1 - own.number]
    if not other.is_taken or other.level is not None or other in actor.seats(board):
        raise BadRequestError(tr("board {number}: there is nobody to report", number=number))
    return board, own, other


def report(
    transaction: Transaction, actor: Actor, number: int, reason: str, text: str,
    line: int | None, now: float,
) -> int:  # fmt: skip
    """Report the other player at a board; return the report's number.

    ``line`` is the number of a chat event of theirs. Raises ``BadRequestError``,
    ``NotAllowedError``, ``NotFoundError`` for a line that is not there, and ``TooManyError``.
    """
    board, own, other = opponent_of(transaction, actor, number)
    reporter = by_number(transaction, actor.user) if actor.user and own.user == actor.user else None
    context: dict[str, Any] = {"kind": "board", "ply": len(board.moves), "state": board.row.state}
    if line is not None:
        context |= chat_context(transaction, number, other, line)
    subject = reports.Subject(other.user, other.name, number, context)
    return reports.send(
        transaction, reporter, own.name, subject, reason, text, now, actor.payers
    )  # fmt: skip


def chat_context(transaction: Transaction, number: int, other: Seat, line: int) -> dict[str, Any]:
    """Return a chat line of a seat, and those before it. Raises ``NotFoundError``."""
    rows = transaction.connection.execute(
        select(events)
        .where(events.c.board == number, events.c.kind == "chat", events.c.number <= line)
        .order_by(events.c.number.desc())
        .limit(AROUND + 1)
    ).all()
    if not rows or rows[0].number != line or rows[0].seat != other.number:
        raise NotFoundError(
            tr("board {number}: the other player wrote no such line", number=number)
        )
    lines = [
        {"own": row.seat != other.number, "text": row.data["text"], "at": row.at}
        for row in reversed(rows)
    ]
    return {"kind": "chat", "text": rows[0].data["text"], "at": rows[0].at, "lines": lines}
