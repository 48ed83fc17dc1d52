"""Whether the players of live games are at the board, by signs that their pages give.

A page gives a sign each time that it hears from the server, so one that is closed, asleep or
without a network gives none. Whoever has given none for ``AWAY_AFTER`` seconds is away, and the
board's watchers are told so, and when they are back. A page that is closed says so: then they are
away unless another sign comes within ``RETURN_WITHIN`` seconds. Nothing else follows: clocks run
on. It is so for a while after the end, too, when one may want a rematch. Nothing is known, or said,
of somebody who has never given a sign, of those who want to be invisible, and in games that are not
live.
"""

from __future__ import annotations

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from boche.engine.durations import HOUR, is_live
from boche.server.database.schema import attendance, boards
from boche.server.database.store import Transaction
from boche.server.events import record_event
from boche.server.people import preferences
from boche.server.play.actor import Actor
from boche.server.play.match import ACTIVE, OPEN, Match, Seat, load

SIGN_INTERVAL = 6.0
"""Seconds after which a page gives the next sign, once it hears from the server."""

AWAY_AFTER = 20.0
"""Seconds without a sign after which a player is away: longer than a reload, and one lost sign."""

RETURN_WITHIN = SIGN_INTERVAL + 1.0
"""Seconds for another sign once a page was closed: for a reload, or from another page."""

KEPT = HOUR
"""Seconds for which the last sign is stored."""

AFTER_END = HOUR
"""Seconds after the end of a game in which signs still count."""

GONE, HERE = "gone", "here"
"""Kinds of events: a player is away from now on, or at the board."""


def presence_of(board: Match, seat: Seat) -> bool | None:
    """Return whether a player is at the board of a live game; None where it is unknown."""
    return seat.present if board.row.state != OPEN and board.clock.live else None


def _counts(state: str, start: float | None, ended: float | None, now: float) -> bool:
    """Return whether signs of the players of a game are of use to anybody."""
    runs = state == ACTIVE or (ended is not None and now - ended < AFTER_END)
    return runs and is_live(start)


def give_sign(transaction: Transaction, actor: Actor, number: int, now: float) -> bool:
    """Note that a player is at the board, if its game is live; return whether signs count there.

    Raises ``NotAllowedError``.
    """
    board = load(transaction, number)
    actor.seat(board)
    if not _counts(board.row.state, board.row.start, board.row.ended, now):
        return False
    for seat in actor.seats(board):
        own = (attendance.c.board == number) & (attendance.c.seat == seat.number)
        if seat.user is not None and preferences.of(transaction, seat.user).get("invisible"):
            transaction.connection.execute(delete(attendance).where(own))
        elif seat.present is None:
            _begin(transaction, number, seat.number, now)
        else:
            # Many pages of one player write no more than one, and only one of them says it.
            due = own & (attendance.c.seen < now - SIGN_INTERVAL / 2)
            transaction.connection.execute(update(attendance).where(due).values(seen=now))
            back = update(attendance).where(own, attendance.c.absent).values(absent=False, seen=now)
            if transaction.connection.execute(back).rowcount:
                record_event(transaction, number, HERE, {}, now, seat=seat.number)
    return True


def leave(transaction: Transaction, actor: Actor, number: int, now: float) -> None:
    """Note that a player has closed the board. Raises ``NotAllowedError``."""
    board = load(transaction, number)
    actor.seat(board)
    left = now - AWAY_AFTER + RETURN_WITHIN
    for seat in actor.seats(board):
        own = (attendance.c.board == number) & (attendance.c.seat == seat.number)
        last = update(attendance).where(own, attendance.c.seen > left).values(seen=left)
        transaction.connection.execute(last)


def _begin(transaction: Transaction, number: int, seat: int, now: float) -> None:
    try:
        with transaction.connection.begin_nested():
            transaction.connection.execute(
                insert(attendance).values(board=number, seat=seat, seen=now, absent=False)
            )
    except IntegrityError:
        return  # another process has just done the same
    record_event(transaction, number, HERE, {}, now, seat=seat)


def gone(transaction: Transaction, now: float, limit: int = 100) -> list[tuple[int, int]]:
    """Return the boards and seats of players who have gone away unnoticed so far."""
    rows = transaction.connection.execute(
        select(attendance.c.board, attendance.c.seat)
        .where(~attendance.c.absent, attendance.c.seen < now - AWAY_AFTER)
        .order_by(attendance.c.seen)
        .limit(limit)
    )
    return [(row.board, row.seat) for row in rows]


def note_gone(transaction: Transaction, number: int, seat: int, now: float) -> None:
    """Note that a player is away, unless they have given a sign meanwhile."""
    own = (attendance.c.board == number) & (attendance.c.seat == seat)
    late = own & ~attendance.c.absent & (attendance.c.seen < now - AWAY_AFTER)
    row = transaction.connection.execute(
        select(boards.c.state, boards.c.start, boards.c.ended).where(boards.c.id == number)
    ).one_or_none()
    if row is None or not _counts(row.state, row.start, row.ended, now):
        transaction.connection.execute(delete(attendance).where(late))
        return
    leave = update(attendance).where(late).values(absent=True)
    if transaction.connection.execute(leave).rowcount:
        record_event(transaction, number, GONE, {}, now, seat=seat)


def forget_old(transaction: Transaction, now: float) -> None:
    """Delete signs of more than an hour ago."""
    transaction.connection.execute(delete(attendance).where(attendance.c.seen < now - KEPT))
