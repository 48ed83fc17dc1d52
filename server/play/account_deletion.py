"""Deleting an account: its games end first, so that no opponent waits in vain."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select, update

from boche.engine.languages.current import tr
from boche.server.database.schema import boards, events, seats
from boche.server.database.store import Transaction
from boche.server.errors import ConflictError
from boche.server.people import accounts, names, operators, reports
from boche.server.play.actor import Actor
from boche.server.play.arrival import withdraw
from boche.server.play.match import ACTIVE, OPEN
from boche.server.play.moves import resign, wake_tournaments_of

NAMING = {
    "begin": "names", "join": "name", "challenge": "name", "came": "name", "accepted": "name",
    "declined": "name", "taken": "name", "banned": "name", "lifted": "name",
    "time": "text", "end": "reason",
}  # fmt: skip
"""Kinds of events that name somebody, and the field with the name."""


def leave(transaction: Transaction, user: accounts.User, now: float) -> None:
    """Resign an account's active games, withdraw those that have not begun, and delete it.

    Raises ``ConflictError`` for the last operator, as nobody could moderate afterwards.
    """
    if operators.count(transaction) == 1 and operators.is_operator(transaction, user.id):
        raise ConflictError(
            tr("{name} is the last operator; make somebody else an operator first", name=user.name)
        )
    actor = Actor(user.id)
    for state, finish in ((ACTIVE, resign), (OPEN, withdraw)):
        statement = select(seats.c.board).where(seats.c.user_id == user.id, seats.c.state == state)
        numbers = transaction.connection.execute(statement.order_by(seats.c.board)).scalars()
        for number in dict.fromkeys(numbers):
            finish(transaction, actor, number, now)
    wake_tournaments_of(transaction, user.id, now)
    own = select(seats.c.board).where(seats.c.user_id == user.id)
    transaction.connection.execute(
        update(boards)
        .where(boards.c.id.in_(own), boards.c.reason.startswith(f"{user.name} ", autoescape=True))
        .values(reason=func.replace(boards.c.reason, f"{user.name} ", f"{names.DELETED} "))
    )
    _forget_in_events(transaction, user)
    reports.forget(transaction, user.id, names.DELETED)
    accounts.remove(transaction, user.id, now)


def _forget_in_events(transaction: Transaction, user: accounts.User) -> None:
    """Remove a name from the server's events on its boards; what people wrote stays unchanged."""
    own = select(seats.c.board).where(seats.c.user_id == user.id)
    rows = transaction.connection.execute(
        select(events).where(events.c.board.in_(own), events.c.kind.in_(NAMING))
    ).all()
    for row in rows:
        field = NAMING[row.kind]
        old = row.data.get(field)
        if (nameless := _nameless(old, user.name)) != old:
            this = (events.c.board == row.board) & (events.c.number == row.number)
            data = row.data | {field: nameless}
            transaction.connection.execute(update(events).where(this).values(data=data))


def _nameless(value: Any, name: str) -> Any:
    """Return an event's field with the name replaced, alone, in a list, or at the beginning."""
    if isinstance(value, list):
        return [_nameless(item, name) for item in value]
    if isinstance(value, str) and (value == name or value.startswith(f"{name} ")):
        return names.DELETED + value.removeprefix(name)
    return value
