"""Offers that need both sides: undo, draw, end without a result, and rematch."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from sqlalchemy import delete, func, select, update

from boche.engine.game import Outcome, seat_of
from boche.engine.languages.current import tr, word_later
from boche.engine.record import write_result
from boche.server import limits
from boche.server.database.schema import boards, events, jobs, moves, plans
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, ConflictError
from boche.server.events import record_event, seated
from boche.server.play import arrival, setup
from boche.server.play.actor import Actor
from boche.server.play.match import OPEN, OVER, Match, Seat, load
from boche.server.play.moves import (
    decline,
    end,
    forfeit_if_overdue,
    hand_over,
    in_play,
    require_active,
    time_left,
)
from boche.server.play.words import (
    DRAWN,
    ENDED,
    NEEDS_RESULT,
    NO_OFFER,
    NOTHING_TO_UNDO,
    OFFERED,
    OTHER_OFFER,
    OWN_OFFER,
    REPEATED,
    REPEATED_AT_END,
)

UNDO, DRAW, END, REMATCH = "undo", "draw", "end", "rematch"
OFFERS = {
    UNDO: word_later("taking back a move"),
    DRAW: word_later("a draw"),
    END: word_later("ending the game without a result"),
    REMATCH: word_later("a rematch"),
}
"""Possible offers, in words."""

GAME = "game"
"""The name of what is answered where no offer is pending: the game itself."""

MAX_REPEATED_OFFERS = 2
"""Times that a player may propose the same between two moves."""

Offer = Annotated[str, tuple(OFFERS)]
Answered = Annotated[str, (*OFFERS, GAME)]
OfferingSeat = Annotated[int, range(2)]


def propose(transaction: Transaction, actor: Actor, number: int, what: Offer, now: float) -> Match:
    """Propose something to the other seat; if they have proposed the same, it is accepted.

    Raises ``BadRequestError`` for an unknown offer, and ``ConflictError`` if it is not possible
    now.
    """
    if what not in OFFERS:
        raise BadRequestError(tr("propose what? {choices}", choices=", ".join(OFFERS)))
    board, seat = _at(transaction, actor, number, now) if what == REMATCH else in_play(
        transaction, actor, number, now
    )  # fmt: skip
    if what == REMATCH and (board.row.after is not None or _proposes(board, seat, what)):
        return board  # asking again changes nothing
    if what == REMATCH:
        setup.check_rematch(transaction, board, seat, now)
    if what == UNDO:
        _ply_before_last_move(board, seat)
    if what == END and board.row.tournament is not None:
        raise ConflictError(NEEDS_RESULT(board=number))
    if _proposes(board, seat, what):
        raise ConflictError(OFFERED(board=number, what=OFFERS[what]))
    if board.row.offer == what:
        return _accept(transaction, actor, board, seat, now)
    _check_often(transaction, board, seat, what)
    limits.charge(transaction, limits.OFFERS, actor.payers, now)
    transaction.connection.execute(
        update(boards).where(boards.c.id == number).values(offer=what, offerer=seat.number)
    )
    record_event(transaction, number, "offer", {"what": what}, now, seat=seat.number)
    _wake(transaction, board)
    other = board.seats[1 - seat.number]
    board = load(transaction, number)
    alone = what == REMATCH and seat.user is not None and seat.user == other.user
    if other.level is None and not alone:
        return board
    # A computer agrees to an undo or an end, but not to a draw; in rated games to neither.
    agrees = what == REMATCH or (what != DRAW and not board.row.rated)
    if agrees:
        return _accept(transaction, actor, board, other, now)
    return _reject(transaction, board, other, now)


def answer(
    transaction: Transaction,
    actor: Actor,
    number: int,
    accepted: bool,
    now: float,
    what: Answered = "",
    seat: OfferingSeat | None = None,
) -> Match:
    """Accept or reject the other seat's offer, or a challenge to a game.

    Before a player's first move, a rejection also declines the game itself. Raises
    ``ConflictError`` if there is no offer, or another one than whoever answers sees, if that is
    said: ``what`` it is, and which ``seat`` made it.
    """
    board, own = _at(transaction, actor, number, now)
    if what and (what != (board.row.offer or GAME) or seat not in (None, board.row.offerer)):
        raise ConflictError(OTHER_OFFER(board=number))
    if board.row.state == OPEN:
        return arrival.answer(transaction, actor, board, accepted, now)
    if board.row.offer is None:
        require_active(board)
        declinable = board.row.tournament is None and not board.has_moved(own.number)
        if not accepted and declinable:
            decline(transaction, board, own, now)
            return load(transaction, number)
        raise ConflictError(NO_OFFER(board=number))
    if board.row.offerer == own.number:
        if not accepted:  # withdrawn
            return _reject(transaction, board, own, now)
        raise ConflictError(OWN_OFFER(board=number, name=board.seats[1 - own.number].name))
    if accepted:
        return _accept(transaction, actor, board, own, now)
    return _reject(transaction, board, own, now)


def _check_often(transaction: Transaction, board: Match, seat: Seat, offer: str) -> None:
    """Raise ``ConflictError`` if the seat has proposed this often enough since the last move."""
    moved = select(func.max(events.c.number)).where(
        events.c.board == board.number, events.c.kind.in_(("move", UNDO))
    )
    since = transaction.connection.execute(moved).scalar_one() or 0
    rows = transaction.connection.execute(
        select(events.c.data).where(
            events.c.board == board.number, events.c.number > since,
            events.c.kind == "offer", events.c.seat == seat.number,
        )
    )  # fmt: skip
    if sum(row.data["what"] == offer for row in rows) < MAX_REPEATED_OFFERS:
        return
    if offer == REMATCH:
        raise ConflictError(REPEATED_AT_END(board=board.number))
    raise ConflictError(REPEATED(board=board.number, what=OFFERS[offer]))


def _proposes(board: Match, seat: Seat, offer: str) -> bool:
    return bool(board.row.offer == offer and board.row.offerer == seat.number)


def _at(transaction: Transaction, actor: Actor, number: int, now: float) -> tuple[Match, Seat]:
    """Return a board, locked, whatever its state, and the actor's seat there."""
    board = forfeit_if_overdue(transaction, load(transaction, number, lock=True), now)
    return board, actor.seat(board)


def _reject(transaction: Transaction, board: Match, seat: Seat, now: float) -> Match:
    data = {"what": board.row.offer, "accepted": False}
    if board.row.offerer == seat.number:
        data["withdrawn"] = True
    _close(transaction, board)
    record_event(transaction, board.number, "answer", data, now, seat=seat.number)
    return load(transaction, board.number)


def _accept(transaction: Transaction, actor: Actor, board: Match, seat: Seat, now: float) -> Match:
    offer, number = board.row.offer, board.number
    _close(transaction, board)
    if offer == REMATCH:
        setup.check_rematch(transaction, board, seat, now)
        setup.rematch(transaction, actor, board, now)
        return load(transaction, number)
    record_event(
        transaction, number, "answer", {"what": offer, "accepted": True}, now, seat=seat.number
    )
    if offer == UNDO:
        _undo(transaction, board, _ply_before_last_move(board, board.seats[board.row.offerer]), now)
    elif offer == DRAW:
        result = write_result(board.game.sgf, Outcome(None, DRAWN(), "draw"))
        end(transaction, board, now, None, "draw", str(DRAWN()), result)
    else:
        end(transaction, board, now, None, "ended", str(ENDED()), "")
    return load(transaction, number)


def _close(transaction: Transaction, board: Match) -> None:
    transaction.connection.execute(
        update(boards).where(boards.c.id == board.number).values(offer=None, offerer=None)
    )

    _wake(transaction, board)


def _wake(transaction: Transaction, board: Match) -> None:
    """Let the players' other pages look at what awaits them: no finished game is listened to."""
    users = {seat.user for seat in board.seats if seat.user is not None}
    transaction.topics.update(map(seated, users) if board.row.state == OVER else ())


def _ply_before_last_move(board: Match, seat: Seat) -> int:
    """Return the ply before this seat's last move. Raises ``ConflictError`` if there is none."""
    for ply in range(len(board.moves) - 1, -1, -1):
        before = board.position_at(ply)
        if seat_of(before, before.turn) == seat.number:
            return ply
    raise ConflictError(NOTHING_TO_UNDO(board=board.number))


def _undo(transaction: Transaction, board: Match, ply: int, now: float) -> None:
    """Go back to a ply. Clocks stay as they are: thinking time is not returned."""
    number = board.number
    transaction.connection.execute(delete(moves).where(moves.c.board == number, moves.c.ply > ply))
    transaction.connection.execute(delete(plans).where(plans.c.board == number))
    transaction.connection.execute(delete(jobs).where(jobs.c.board == number))
    before = board.position_at(ply)
    turn = seat_of(before, before.turn)
    remaining = None if board.row.deadline is None else max(time_left(board, now), 0.0)
    board = replace(board, moves=board.moves[:ply])
    deadline = hand_over(transaction, board, remaining, turn, now, ply=ply).row.deadline
    record_event(transaction, number, "undo", {"ply": ply, "turn": turn, "deadline": deadline}, now)
