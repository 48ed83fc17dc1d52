"""Guests' seats that become an account's: by opening a friend's link, and by asking for it.

Whoever has a seat's secret has the seat. The secret ends with that: the account has the seat then.
"""

from __future__ import annotations

from sqlalchemy import update

from boche.server.database.schema import seats
from boche.server.database.store import Transaction
from boche.server.errors import NotFoundError
from boche.server.events import record_event, seated
from boche.server.people.accounts import User
from boche.server.people.messages import kept_apart
from boche.server.play import results
from boche.server.play.actor import Actor
from boche.server.play.match import OVER, Match, Seat, load


def may_take(transaction: Transaction, user: int, board: Match, seat: Seat) -> bool:
    """Return whether a guest's seat may become an account's: of a game with somebody else.

    Those who are kept apart get no game with each other, and a seek stays whose it is.
    """
    other = board.seats[1 - seat.number]
    if seat.secret is None or not other.taken or other.user == user:
        return False
    return other.user is None or not kept_apart(transaction, user, [other.user])


def take(transaction: Transaction, user: User, board: Match, seat: Seat, now: float) -> Match:
    """Give a guest's seat to an account; return the board. It must be allowed (``may_take``)."""
    own = (seats.c.board == board.number) & (seats.c.seat == seat.number)
    transaction.connection.execute(
        update(seats).where(own).values(user_id=user.id, name=user.name, secret=None)
    )
    transaction.topics.add(seated(user.id))
    record_event(transaction, board.number, "taken", {"name": user.name}, now, seat=seat.number)
    after = load(transaction, board.number)
    row = after.row
    if row.state == OVER and row.began is not None:
        results.record(transaction, after, row.winner, row.result or "", row.ended)
    return after


def take_all(transaction: Transaction, user: User, kept: dict[int, bytes], now: float) -> list[int]:
    """Give an account the guests' seats whose secrets it knows; return the boards' numbers.

    ``kept`` has a secret's hash for each board. Others' seats and missing boards are left out.
    """
    taken = []
    for number, secret in sorted(kept.items()):
        try:
            board = load(transaction, number, lock=True)
        except NotFoundError:
            continue
        for seat in Actor(None, secret).seats(board):
            if may_take(transaction, user.id, board, seat):
                take(transaction, user, board, seat, now)
                taken.append(number)
    return taken
