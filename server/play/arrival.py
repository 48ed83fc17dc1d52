"""Arrival at a game, which begins when both players are there; and leaving it early.

Whoever sets a game up is there, and a computer at once; a challenged player arrives by accepting,
one who was sent a link by opening it, anybody else by taking the seat. Whoever is signed in when
they open a link sits there under their account.
"""

from __future__ import annotations

from sqlalchemy import update

from boche.engine.game import seat_of
from boche.server.database.schema import boards, seats
from boche.server.database.store import Transaction
from boche.server.errors import ConflictError, NotFoundError
from boche.server.events import record_event, seated
from boche.server.people.accounts import User, by_number
from boche.server.people.messages import kept_apart
from boche.server.play import results, seeks
from boche.server.play.actor import Actor
from boche.server.play.clocks import WAITS
from boche.server.play.match import ACTIVE, OPEN, OVER, Match, Seat, load
from boche.server.play.moves import decline, end, forfeit_if_overdue, hand_over, in_play
from boche.server.play.words import (
    ABORTED,
    HAS_BEGUN,
    IS_OVER,
    NO_ABORT,
    OWN_OFFER,
    SEEK_OVER,
    WITHDRAWN,
)
from boche.server.recall import recall


def wait(transaction: Transaction, number: int, creator_seat: int | None, now: float) -> None:
    """Begin a game if both players are there; else announce the wait and set its deadline."""
    board = load(transaction, number)
    awaited = [seat for seat in board.seats if seat.came is None]
    if not awaited:
        begin(transaction, board, now)
        return
    by_link = board.row.before is None and any(seat.secret is not None for seat in awaited)
    until = now + (WAITS if by_link else board.clock.patience)
    transaction.connection.execute(
        update(boards).where(boards.c.id == number).values(deadline=until)
    )
    if creator_seat is not None and board.is_challenged(awaited[0]):
        data = {"name": board.seats[creator_seat].name, "rated": board.row.rated,
                "clock": board.clock.text, "until": until}  # fmt: skip
        record_event(transaction, number, "challenge", data, now, seat=creator_seat)


def begin(transaction: Transaction, board: Match, now: float) -> None:
    """Start a game whose players are both there. Whoever plays live seeks no other live game."""
    number = board.number
    if board.clock.live and not any(seat.level for seat in board.seats):
        users = {seat.user for seat in board.seats if seat.user is not None}
        secrets = {seat.secret for seat in board.seats if seat.secret is not None}
        for other in seeks.live_of(transaction, users, secrets):
            if other != number:
                end_seek(transaction, other, now)
    transaction.connection.execute(
        update(boards).where(boards.c.id == number).values(state=ACTIVE, began=now)
    )
    transaction.connection.execute(
        update(seats).where(seats.c.board == number).values(state=ACTIVE)
    )
    position = board.position
    turn = seat_of(position, position.turn)
    deadline = hand_over(transaction, board, board.seats[turn].bank, turn, now, ply=0).row.deadline
    data = {"names": list(board.names), "turn": turn, "deadline": deadline}
    record_event(transaction, number, "begin", data, now)


def board_after_arrival(transaction: Transaction, number: int, now: float) -> Match:
    """Return a board after an arrival; the game begins if that was the last one."""
    board = load(transaction, number)
    if all(seat.came is not None for seat in board.seats):
        begin(transaction, board, now)
        return load(transaction, number)
    return board


def come(transaction: Transaction, actor: Actor, number: int, now: float) -> Match:
    """Record an arrival by link. A challenged player must answer instead: see ``answer``.

    If they have arrived before, it is a sign that they still wait. Raises ``NotAllowedError``
    without a seat.
    """
    board = forfeit_if_overdue(transaction, load(transaction, number, lock=True), now)
    if board.row.state == OPEN and any(seat.came is not None for seat in actor.seats(board)):
        seeks.note_present(transaction, [number], now)
    return _record_arrival(transaction, actor, board, now)


def _record_arrival(
    transaction: Transaction, actor: Actor, board: Match, now: float, kind: str = "came"
) -> Match:
    """Record the arrival of an actor at seats that need no consent, or have it now."""
    agreed = kind != "came"
    late = [seat for seat in actor.seats(board) or [actor.seat(board)] if seat.came is None]
    late = [seat for seat in late if agreed or not board.is_challenged(seat)]
    if board.row.state != OPEN or not late:
        return board
    waits = any(seat.came is None and seat not in late for seat in board.seats)
    user = None if agreed or actor.user is None else by_number(transaction, actor.user)
    for seat in late:
        if user is not None and may_take(transaction, user.id, board, seat):
            seat = take(transaction, user, board, seat, now).seats[seat.number]
        own_seat = (seats.c.board == board.number) & (seats.c.seat == seat.number)
        transaction.connection.execute(update(seats).where(own_seat).values(came=now))
        if agreed or waits:  # else the event "begin" suffices
            record_event(
                transaction, board.number, kind, {"name": seat.name}, now, seat=seat.number
            )
    return board_after_arrival(transaction, board.number, now)


def answer(
    transaction: Transaction, actor: Actor, board: Match, accepted: bool, now: float
) -> Match:
    """Accept or decline a game that has not begun, on a locked board.

    If its creator declines, it is withdrawn.
    """
    seat = actor.seat(board)
    if accepted and seat.came is not None:
        raise ConflictError(OWN_OFFER(board=board.number, name=board.seats[1 - seat.number].name))
    if accepted:
        return _record_arrival(
            transaction, actor, board, now, "accepted" if board.is_challenged(seat) else "came"
        )
    if not all(seat.is_taken for seat in board.seats):
        end_seek(transaction, board.number, now)
    elif board.is_challenged(seat):
        record_event(
            transaction, board.number, "declined", {"name": seat.name}, now, seat=seat.number
        )
        decline(transaction, board, seat, now)
    else:
        end(transaction, board, now, None, "withdrawn", str(WITHDRAWN(name=seat.name)), "")
    return load(transaction, board.number)


def end_seek(transaction: Transaction, number: int, now: float) -> None:
    """Withdraw a game that nobody has joined: it is nobody's from then on."""
    board = load(transaction, number, lock=True)
    if board.row.state == OPEN and not all(seat.is_taken for seat in board.seats):
        end(transaction, board, now, None, "withdrawn", str(SEEK_OVER()), "")
        seeks.disown(transaction, number)


def end_if_gone(transaction: Transaction, number: int, now: float) -> None:
    """Withdraw a live game that nobody has joined if whoever waited there has left."""
    seeks.lock(transaction)
    if seeks.is_abandoned(transaction, number, now):
        end_seek(transaction, number, now)


def withdraw(transaction: Transaction, actor: Actor, number: int, now: float) -> None:
    """Withdraw, or decline, a game that has not begun."""
    board = load(transaction, number, lock=True)
    actor.seat(board)
    if board.row.state == OVER:
        raise ConflictError(IS_OVER(board=number, reason=recall(board.row.reason or "")))
    if board.row.state != OPEN:
        raise ConflictError(HAS_BEGUN(board=number))
    answer(transaction, actor, board, False, now)


def may_abort(board: Match, seat: Seat) -> bool:
    """Return whether a player may still end a game without a result.

    With a clock of days or none: before their own first move; in a live game: until both have
    moved. A tournament's game is played.
    """
    if board.row.state != ACTIVE or board.row.tournament is not None:
        return False
    live = board.clock.live and not board.has_moved(1 - seat.number)
    return live or not board.has_moved(seat.number)


def abort(transaction: Transaction, actor: Actor, number: int, now: float) -> Match:
    """End a game that has barely begun, without a result. Raises ``ConflictError``."""
    board, seat = in_play(transaction, actor, number, now)
    if not may_abort(board, seat):
        raise ConflictError(NO_ABORT(board=number))
    end(transaction, board, now, None, "aborted", str(ABORTED(name=seat.name)), "")
    return load(transaction, number)


# Guests' seats that become an account's: by opening a friend's link, and by asking for it.
#
# Whoever has a seat's secret has the seat. The secret ends with that: the account has the seat
# then.


def may_take(transaction: Transaction, user: int, board: Match, seat: Seat) -> bool:
    """Return whether a guest's seat may become an account's: of a game with somebody else.

    Those who are kept apart get no game with each other, and a seek stays whose it is.
    """
    other = board.seats[1 - seat.number]
    if seat.secret is None or not other.is_taken or other.user == user:
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
