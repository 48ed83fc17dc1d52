"""Deleting an account: what it has to play ends first, so that nobody waits for who is gone."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select, update

from server.database.schema import boards, events, seats
from server.database.store import Unit
from server.people import accounts
from server.play.actor import Actor
from server.play.board import ACTIVE, OPEN
from server.play.coming import withdraw
from server.play.turns import resign

NAMING = {
    "begin": "names", "join": "name", "challenge": "name", "came": "name", "accepted": "name",
    "declined": "name", "time": "text", "end": "reason",
}  # fmt: skip
"""The kinds of events that name somebody, and in which field."""


def leave(unit: Unit, user: accounts.User, now: float) -> None:
    """Resign the games of an account, withdraw those that have not begun, and delete it."""
    actor = Actor(user.id)
    for state, finish in ((ACTIVE, resign), (OPEN, withdraw)):
        mine = select(seats.c.board).where(seats.c.user_id == user.id, seats.c.state == state)
        numbers = unit.connection.execute(mine.order_by(seats.c.board)).scalars()
        for number in dict.fromkeys(numbers):
            finish(unit, actor, number, now)
    own = select(seats.c.board).where(seats.c.user_id == user.id)
    unit.connection.execute(
        update(boards)
        .where(boards.c.id.in_(own), boards.c.reason.startswith(f"{user.name} ", autoescape=True))
        .values(reason=func.replace(boards.c.reason, f"{user.name} ", f"{accounts.DELETED} "))
    )
    _forget_in_events(unit, user)
    accounts.remove(unit, user.id, now)


def _forget_in_events(unit: Unit, user: accounts.User) -> None:
    """Take a name out of what the server told on its boards; what people said stays as it is."""
    own = select(seats.c.board).where(seats.c.user_id == user.id)
    rows = unit.connection.execute(
        select(events).where(events.c.board.in_(own), events.c.kind.in_(NAMING))
    ).all()
    for row in rows:
        field = NAMING[row.kind]
        told = row.data.get(field)
        if (nameless := _nameless(told, user.name)) != told:
            this = (events.c.board == row.board) & (events.c.number == row.number)
            data = row.data | {field: nameless}
            unit.connection.execute(update(events).where(this).values(data=data))


def _nameless(value: Any, name: str) -> Any:
    """A field of an event without the name, which stands alone, in a list, or begins a sentence."""
    if isinstance(value, list):
        return [_nameless(each, name) for each in value]
    if isinstance(value, str) and (value == name or value.startswith(f"{name} ")):
        return accounts.DELETED + value.removeprefix(name)
    return value
