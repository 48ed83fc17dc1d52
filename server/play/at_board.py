"""Who has a board open in a browser or at the desk: they see there what happens.

At most one row is written per seat and minute; nobody is shown it.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import ColumnElement, or_, update

from boche.server.database.schema import seats
from boche.server.database.store import Transaction
from boche.server.people.presence import HERE, OFTEN


def sign(transaction: Transaction, user: int, numbers: Iterable[int], now: float) -> None:
    """Note that an account has these boards open, at which it has a seat."""
    due = or_(seats.c.at_board.is_(None), seats.c.at_board <= now - OFTEN)
    for number in sorted(numbers):  # in one order, so that no two wait for each other
        own = (seats.c.board == number) & (seats.c.user_id == user)
        transaction.connection.execute(update(seats).where(own, due).values(at_board=now))


def is_there(now: float) -> ColumnElement[bool]:
    """Return a condition for seats whose player had the board open until a moment ago."""
    return seats.c.at_board > now - HERE
