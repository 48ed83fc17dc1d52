"""Arrival at a game, which begins when both players are there; and leaving it early.

Whoever sets a game up is there, and a computer at once; a challenged player arrives by accepting,
one who was sent a link by opening it, anybody else by taking the seat.
"""

from __future__ import annotations

from sqlalchemy import update

from boche.engine.game import seat_of
from boche.server.database.schema import boards, seats
from boche.server.database.store import Unit
from boche.server.errors import ConflictError
from boche.server.happening import happen
from boche.server.play.actor import Actor
from boche.server.play.board import ACTIVE, OPEN, OVER, Board, Seat, load
from boche.server.play.clocks import WAITS
from boche.server.play.turns import by_the_clock, decline, end, hand_over, in_play
from boche.server.play.words import ABORTED, HAS_BEGUN, IS_OVER, NO_ABORT, OWN_OFFER, WITHDRAWN


def wait(unit: Unit, number: int, asks: int | None, now: float) -> None:
    """Begin a game if both players are there; else announce the wait and set its deadline."""
    board = load(unit, number)
    awaited = [each for each in board.seats if each.came is None]
    if not awaited:
        begin(unit, board, now)
        return
    by_link = board.row.before is None and any(each.secret is not None for each in awaited)
    until = now + (WAITS if by_link else board.clock.patience)
    unit.connection.execute(update(boards).where(boards.c.id == number).values(deadline=until))
    if asks is not None and board.asks(awaited[0]):
        data = {"name": board.seats[asks].name, "rated": board.row.rated,
                "clock": board.clock.text, "until": until}  # fmt: skip
        happen(unit, number, "challenge", data, now, seat=asks)


def begin(unit: Unit, board: Board, now: float) -> None:
    """Start a game whose players are both there."""
    number = board.number
    unit.connection.execute(
        update(boards).where(boards.c.id == number).values(state=ACTIVE, began=now)
    )
    unit.connection.execute(update(seats).where(seats.c.board == number).values(state=ACTIVE))
    position = board.position
    turn = seat_of(position, position.turn)
    deadline = hand_over(unit, board, board.seats[turn].bank, turn, now, ply=0).row.deadline
    data = {"names": list(board.names), "turn": turn, "deadline": deadline}
    happen(unit, number, "begin", data, now)


def begun(unit: Unit, number: int, now: float) -> Board:
    """Return a board after an arrival; the game begins if that was the last one."""
    board = load(unit, number)
    if all(each.came is not None for each in board.seats):
        begin(unit, board, now)
        return load(unit, number)
    return board


def come(unit: Unit, actor: Actor, number: int, now: float) -> Board:
    """Record an arrival by link. A challenged player must answer instead: see ``answer``.

    Nothing changes if they have arrived before. Raises ``NotAllowedError`` without a seat.
    """
    return _come(unit, actor, by_the_clock(unit, load(unit, number, lock=True), now), now)


def _come(unit: Unit, actor: Actor, board: Board, now: float, said: str = "came") -> Board:
    """Record the arrival of an actor at seats that need no consent, or have it now."""
    agreed = said != "came"
    late = [each for each in actor.seats(board) or [actor.seat(board)] if each.came is None]
    late = [each for each in late if agreed or not board.asks(each)]
    if board.row.state != OPEN or not late:
        return board
    waits = any(each.came is None and each not in late for each in board.seats)
    for seat in late:
        mine = (seats.c.board == board.number) & (seats.c.seat == seat.number)
        unit.connection.execute(update(seats).where(mine).values(came=now))
        if agreed or waits:  # else the event "begin" suffices
            happen(unit, board.number, said, {"name": seat.name}, now, seat=seat.number)
    return begun(unit, board.number, now)


def answer(unit: Unit, actor: Actor, board: Board, accepted: bool, now: float) -> Board:
    """Accept or decline a game that has not begun, on a locked board.

    If its creator declines, it is withdrawn.
    """
    seat = actor.seat(board)
    if accepted and seat.came is not None:
        raise ConflictError(OWN_OFFER(board=board.number, name=board.seats[1 - seat.number].name))
    if accepted:
        return _come(unit, actor, board, now, "accepted" if board.asks(seat) else "came")
    if board.asks(seat):
        happen(unit, board.number, "declined", {"name": seat.name}, now, seat=seat.number)
        decline(unit, board, seat, now)
    else:
        end(unit, board, now, None, "withdrawn", str(WITHDRAWN(name=seat.name)), "")
    return load(unit, board.number)


def withdraw(unit: Unit, actor: Actor, number: int, now: float) -> None:
    """Withdraw, or decline, a game that has not begun."""
    board = load(unit, number, lock=True)
    actor.seat(board)
    if board.row.state == OVER:
        raise ConflictError(IS_OVER(board=number, reason=board.row.reason or ""))
    if board.row.state != OPEN:
        raise ConflictError(HAS_BEGUN(board=number))
    answer(unit, actor, board, False, now)


def may_abort(board: Board, seat: Seat) -> bool:
    """Return whether a player may still end a game without a result.

    With a clock of days or none: before their own first move; in a live game: until both have
    moved.
    """
    if board.row.state != ACTIVE:
        return False
    live = board.clock.live and not board.has_moved(1 - seat.number)
    return live or not board.has_moved(seat.number)


def abort(unit: Unit, actor: Actor, number: int, now: float) -> Board:
    """End a game that has barely begun, without a result. Raises ``ConflictError``."""
    board, seat = in_play(unit, actor, number, now)
    if not may_abort(board, seat):
        raise ConflictError(NO_ABORT(board=number))
    end(unit, board, now, None, "aborted", str(ABORTED(name=seat.name)), "")
    return load(unit, number)
