"""Deleting an account: what it has to play ends first, so that nobody waits for who is gone."""

from __future__ import annotations

from sqlalchemy import func, select, update

from server.database.schema import boards, seats
from server.database.store import Unit
from server.people import accounts
from server.play.actor import Actor
from server.play.board import ACTIVE, OPEN
from server.play.setup import withdraw
from server.play.turns import resign


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
    accounts.remove(unit, user.id, now)
