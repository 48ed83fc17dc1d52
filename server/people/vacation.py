"""Vacation: a supply of time during which an account's clocks do not run out.

Going on vacation stops a player's clocks until they are back or the time is used up. Those who
forget lose no game either: the overdrawn time is taken from their vacation, at least a day. This
applies to clocks of a day or more: those of live games run on.
"""

from __future__ import annotations

import math
from typing import Any

from sqlalchemy import select, update

from boche.engine.durations import DAY, in_words, is_live
from boche.engine.languages.current import tr
from boche.server import limits
from boche.server.database.schema import boards, seats, users
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, ConflictError
from boche.server.events import record_event

A_YEAR = 30 * DAY
"""Initial vacation of an account; it grows back by as much in a year, to at most as much."""
MOST_DAYS = round(A_YEAR / DAY)
GROWTH = A_YEAR / (365 * DAY)


def away_until(transaction: Transaction, user: int | None) -> float | None:
    """Return the end of somebody's vacation; None if they are not away, or have no account."""
    if user is None:
        return None
    result = transaction.connection.execute(select(users.c.away_until).where(users.c.id == user))
    value = result.scalar_one_or_none()
    return None if value is None else float(value)


def remaining(transaction: Transaction, user: int, now: float) -> float:
    """Return the vacation left, in seconds."""
    statement = select(users.c.vacation, users.c.vacation_at).where(users.c.id == user)
    return _grown(transaction.connection.execute(statement).one(), now)


def _settle(transaction: Transaction, user: int, now: float) -> float:
    """Store the vacation grown until now, and return it.

    The row stays locked until the transaction ends.
    """
    statement = select(users.c.vacation, users.c.vacation_at).where(users.c.id == user)
    row = transaction.connection.execute(statement.with_for_update()).one()
    saved = _grown(row, now)
    if row.vacation_at is not None:
        _write(transaction, user, vacation=saved, vacation_at=max(now, row.vacation_at))
    return saved


def _grown(row: Any, now: float) -> float:
    if row.vacation_at is None:  # a computer has none
        return float(row.vacation)
    return float(min(row.vacation + max(now - row.vacation_at, 0.0) * GROWTH, A_YEAR))


def _write(transaction: Transaction, user: int, **values: Any) -> None:
    transaction.connection.execute(update(users).where(users.c.id == user).values(**values))


def spend(transaction: Transaction, user: int | None, overdrawn: float, now: float) -> float:
    """Take whole days for a clock's overdrawn time; return the time taken, 0 if too little."""
    if user is None:
        return 0.0
    in_hand = _settle(transaction, user, now)
    spent = min(in_hand, (math.floor(overdrawn / DAY) + 1) * DAY)
    if spent <= overdrawn:  # not enough
        return 0.0
    _write(transaction, user, vacation=in_hand - spent)
    return spent


def go_away(
    transaction: Transaction, user: int, days: float, now: float, payers: limits.Payers = ()
) -> float:
    """Stop a user's clocks, except live ones, for some days; return the end of that time.

    Raises ``BadRequestError`` for more days than they have, and ``ConflictError`` while they are
    away.
    """
    if not 0.0 < days < math.inf:
        raise BadRequestError(
            tr("vacation: give the number of days, from 1 to {most}", most=MOST_DAYS)
        )
    until, seconds = now + days * DAY, days * DAY
    in_hand = _settle(transaction, user, now)
    if (away_until(transaction, user) or 0.0) > now:
        raise ConflictError(tr("vacation: you are away already; come back first"))
    if seconds > in_hand:
        raise BadRequestError(tr("vacation: you have {in_hand} left", in_hand=in_words(in_hand)))
    limits.charge(transaction, limits.VACATIONS, payers, now)
    _write(transaction, user, vacation=in_hand - seconds, away_until=until)
    _shift(transaction, user, seconds, now)
    return until


def come_back(transaction: Transaction, user: int, now: float, payers: limits.Payers = ()) -> float:
    """Restart a user's clocks; return the seconds of vacation given back."""
    limits.charge(transaction, limits.VACATIONS, payers, now)
    in_hand = _settle(transaction, user, now)
    until = away_until(transaction, user)
    unused = 0.0 if until is None else max(until - now, 0.0)
    _write(transaction, user, vacation=min(in_hand + unused, A_YEAR), away_until=None)
    if unused:
        _shift(transaction, user, -unused, now)
    return unused


def _shift(transaction: Transaction, user: int, seconds: float, now: float) -> None:
    """Move the deadlines of a user's turns."""
    statement = (
        select(boards.c.id, boards.c.deadline, boards.c.start, seats.c.seat)
        .join(seats, (seats.c.board == boards.c.id) & (seats.c.seat == boards.c.turn))
        .where(seats.c.user_id == user, seats.c.to_move, boards.c.deadline.is_not(None))
    )
    for number, deadline, start, seat in transaction.connection.execute(statement).all():
        if is_live(start):
            continue
        later = deadline + seconds
        transaction.connection.execute(
            update(boards).where(boards.c.id == number).values(deadline=later)
        )
        data = {"turn": seat, "deadline": later, "why": "vacation", "seconds": seconds}
        record_event(transaction, number, "time", data, now, seat=seat)
