"""Playing: moves, their clocks, conditional moves, and ends. All that changes how a game stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, select, update

from engine.errors import RefusedMoveError
from engine.game import Outcome, Position
from engine.record import write_result
from server.database.schema import boards, jobs, moves, plans, seats
from server.database.store import Unit
from server.errors import BadRequestError, ConflictError
from server.happening import happen
from server.people.ratings import rate
from server.people.vacation import away_until, spend
from server.play.actor import Actor
from server.play.board import ACTIVE, OPEN, OVER, Board, Seat, load, seat_of
from server.play.words import DECLINED, IS_OVER, NOT_BEGUN, NOT_DUE, NOT_YOUR_TURN, TIME_OVER

MOST_TEXT = 400
"""Characters of a move's text; the longest of any game are far shorter."""

JOBS = "jobs"
"""The topic of what computers have to think about."""


@dataclass(frozen=True)
class Played:
    """What came of a move: the board after it, the move's number, and whether it was new.

    ``more`` are the conditional moves that it set off.
    """

    board: Board
    ply: int
    text: str
    again: bool = False
    more: tuple[str, ...] = ()


def active(board: Board) -> None:
    """Raises ``ConflictError`` unless the game is being played."""
    if board.row.state == OVER:
        raise ConflictError(IS_OVER(board=board.number, reason=board.row.reason or ""))
    if board.row.state == OPEN:
        raise ConflictError(NOT_BEGUN(board=board.number))


def move(
    unit: Unit, actor: Actor, number: int, text: str, now: float, due: int | None = None
) -> Played:
    """Play a move. ``due`` is the number of the move that it is meant to be, from 1.

    The same move for the same number once more changes nothing and gets the same answer. Raises
    ``ConflictError`` where it is not the time for it, ``BadRequestError`` with the rules' reason.
    """
    board = load(unit, number, lock=True)
    seat = actor.seat(board)
    if due is not None and 0 < due <= len(board.moves) and _same(board, seat, due, text):
        return Played(board, due, board.moves[due - 1], again=True)
    active(board)
    ply = len(board.moves) + 1
    if due is not None and due != ply:
        raise ConflictError(NOT_DUE(board=number, due=ply, given=due))
    if seat.number != board.row.turn:
        raise ConflictError(NOT_YOUR_TURN(board=number, name=board.seats[board.row.turn].name))
    played = _play(unit, board, text, now)
    board = load(unit, number)
    more = _carry_out_plans(unit, board, now)
    return Played(load(unit, number) if more else board, ply, played, more=more)


def _same(board: Board, seat: Seat, due: int, text: str) -> bool:
    """Whether move ``due`` was made by this seat and is the one that ``text`` writes."""
    before = board.position_at(due - 1)
    if seat_of(before, before.turn) != seat.number:
        return False
    try:
        return before.format(before.parse(text)) == board.moves[due - 1]
    except RefusedMoveError:
        return False


def _play(unit: Unit, board: Board, text: str, now: float) -> str:
    """Play the move of the seat to move; the text that it has in the game's notation."""
    if len(text) > MOST_TEXT:
        raise BadRequestError(f"board {board.number}: a move has at most {MOST_TEXT} characters")
    before = board.position
    try:
        parsed = before.parse(text.strip())
        written = before.format(parsed)
        after = before.play(parsed)
    except RefusedMoveError as error:
        raise BadRequestError(f"board {board.number}: {error.message}") from error
    number, ply, seat = board.number, len(board.moves) + 1, board.row.turn
    unit.connection.execute(
        moves.insert().values(board=number, ply=ply, text=written, seat=seat, at=now)
    )
    _clear_offer(unit, board, ply, seat)
    if after.outcome is not None:
        left = _stop_clock(unit, board, now)
        _say_move(unit, board, written, now, None, left)
        end_by_rules(unit, board, after, now)
    else:
        saved = board.clock.after_move(_left(board, now))
        turn = seat_of(after, after.turn)
        deadline = hand_over(unit, board, saved, turn, now, ply)
        _say_move(unit, board, written, now, turn, saved, deadline)
    return written


def _left(board: Board, now: float) -> float:
    return 0.0 if board.row.deadline is None else float(board.row.deadline) - now


def _stop_clock(unit: Unit, board: Board, now: float) -> float | None:
    return None if board.clock.start is None else max(_left(board, now), 0.0)


def _say_move(
    unit: Unit, board: Board, text: str, now: float, turn: int | None,
    saved: float | None, deadline: float | None = None,
) -> None:  # fmt: skip
    data = {"ply": len(board.moves) + 1, "text": text, "turn": turn, "saved": saved,
            "deadline": deadline}  # fmt: skip
    happen(unit, board.number, "move", data, now, seat=board.row.turn)


def _clear_offer(unit: Unit, board: Board, ply: int, seat: int) -> None:
    """A move answers what the other has proposed with a no; an own draw still stands."""
    stays = board.row.offerer == seat and board.row.offer == "draw"
    values: dict[str, Any] = {"ply": ply} | ({} if stays else {"offer": None, "offerer": None})
    unit.connection.execute(update(boards).where(boards.c.id == board.number).values(**values))


def hand_over(
    unit: Unit, board: Board, saved: float | None, turn: int, now: float, ply: int
) -> float | None:
    """Make it the turn of seat ``turn``: its clock runs, the other's stands at ``saved``.

    Returns the deadline. A computer's turn is put on the list of what is to be thought about.
    """
    if board.row.turn is not None and board.row.turn != turn:
        _set_seat(unit, board.number, board.row.turn, bank=saved, to_move=False)
        bank = board.seats[turn].bank
    else:  # several turns in a row
        bank = saved
    begins = max(now, away_until(unit, board.seats[turn].user) or now)
    deadline = None if bank is None else begins + bank
    _set_seat(unit, board.number, turn, to_move=True)
    unit.connection.execute(
        update(boards)
        .where(boards.c.id == board.number)
        .values(turn=turn, since=now, deadline=deadline, nagged=False)
    )
    level = board.seats[turn].level
    if board.row.turn is not None and board.seats[board.row.turn].level is not None:
        unit.connection.execute(delete(jobs).where(jobs.c.board == board.number))
    if level is not None:
        put_job(unit, board.number, ply, level, now)
    return deadline


def put_job(unit: Unit, number: int, ply: int, level: int, now: float) -> None:
    """Have a computer think about a board after ``ply`` moves."""
    unit.connection.execute(
        jobs.insert().values(board=number, ply=ply, level=level, queued=now, claimed=None)
    )
    unit.topics.add(JOBS)


def _set_seat(unit: Unit, number: int, seat: int, **values: Any) -> None:
    unit.connection.execute(
        update(seats).where(seats.c.board == number, seats.c.seat == seat).values(**values)
    )


# -- ends


def end_by_rules(unit: Unit, board: Board, position: Position, now: float) -> None:
    """Write the end that the rules came to."""
    outcome = position.outcome
    assert outcome is not None
    winner = None if outcome.winner is None else seat_of(position, outcome.winner)
    end(unit, board, now, winner, outcome.kind, str(outcome.reason),
        write_result(board.game.sgf, outcome))  # fmt: skip


def end(
    unit: Unit, board: Board, now: float, winner: int | None, kind: str, reason: str, result: str
) -> None:
    """End a game, and rate it where it counts. ``result`` is SGF's RE, empty for none."""
    number = board.number
    unit.connection.execute(
        update(boards).where(boards.c.id == number).values(
            state=OVER, ended=now, turn=None, deadline=None, offer=None, offerer=None,
            winner=winner, kind=kind, reason=reason, result=result,
        )
    )  # fmt: skip
    unit.connection.execute(
        update(seats).where(seats.c.board == number).values(state=OVER, to_move=False)
    )
    unit.connection.execute(delete(plans).where(plans.c.board == number))
    unit.connection.execute(delete(jobs).where(jobs.c.board == number))
    rated = None
    if board.row.rated and result:
        rated = rate(unit, number, board.row.game,
                     (board.seats[0].user, board.seats[1].user), winner, now)  # fmt: skip
    data = {"winner": winner, "how": kind, "reason": reason, "result": result, "ratings": rated}
    happen(unit, number, "end", data, now)


def resign(unit: Unit, actor: Actor, number: int, now: float) -> Board:
    """Give the game up, at any time. Raises ``ConflictError`` where it is not being played."""
    board = load(unit, number, lock=True)
    seat = actor.seat(board)
    active(board)
    outcome = board.position.resign(board.colour_of(seat.number)).outcome
    assert outcome is not None
    end(unit, board, now, 1 - seat.number, outcome.kind, str(outcome.reason),
        write_result(board.game.sgf, outcome))  # fmt: skip
    return load(unit, number)


def decline(unit: Unit, board: Board, seat: Seat, now: float) -> None:
    """Refuse a game in which one has not made a move: it ends without a result."""
    end(unit, board, now, None, "declined", str(DECLINED(name=seat.name)), "")


# -- time


def forfeit(unit: Unit, number: int, now: float) -> Board | None:
    """End a game whose time is over, once vacation is spent; None where it is not over."""
    board = load(unit, number, lock=True)
    if board.row.state != ACTIVE or board.row.deadline is None or board.row.deadline > now:
        return None
    seat = board.seats[board.row.turn]
    gained = spend(unit, seat.user, now - board.row.deadline)
    if gained:
        deadline = board.row.deadline + gained
        unit.connection.execute(
            update(boards).where(boards.c.id == number).values(deadline=deadline)
        )
        data = {"turn": seat.number, "deadline": deadline, "why": "vacation", "seconds": gained}
        happen(unit, number, "time", data, now, seat=seat.number)
        return None
    winner, reason = 1 - seat.number, TIME_OVER(name=seat.name)
    outcome = Outcome(board.colour_of(winner), reason, "time")
    end(unit, board, now, winner, "time", str(reason), write_result(board.game.sgf, outcome))
    return load(unit, number)


def due_boards(unit: Unit, now: float, most: int = 100) -> list[int]:
    """The boards on which a clock has run out, the longest ago first."""
    rows = unit.connection.execute(
        select(boards.c.id).where(boards.c.deadline <= now).order_by(boards.c.deadline).limit(most)
    )
    return list(rows.scalars())


# -- conditional moves


def _carry_out_plans(unit: Unit, board: Board, now: float) -> tuple[str, ...]:
    """Play what the seat to move has planned for what was just played, and so on."""
    played: list[str] = []
    while board.row.state == ACTIVE:
        seat = board.row.turn
        plan = _planned(unit, board, seat)
        if plan is None:
            break
        try:
            played.append(_play(unit, board, plan.move, now))
        except BadRequestError as error:
            # A plan that cannot be played takes with it what was to come after it.
            unit.connection.execute(
                delete(plans).where(plans.c.board == board.number, plans.c.seat == seat)
            )
            data = {"move": plan.move, "reason": str(error)}
            happen(unit, board.number, "plan", data, now, seat=seat, private=True)
            break
        board = load(unit, board.number)
    return tuple(played)


def _planned(unit: Unit, board: Board, seat: int) -> Any:
    """The plan of a seat that fits what was played; those that no longer can are dropped."""
    rows = unit.connection.execute(
        select(plans)
        .where(plans.c.board == board.number, plans.c.seat == seat)
        .order_by(plans.c.id)
    ).all()
    due, dropped, found = len(board.moves) + 1, [], None
    for row in rows:
        since_then = list(board.moves[row.base :])
        if row.path is None:
            if row.due is not None and row.due < due:
                dropped.append(row.id)
            elif found is None and row.due in (None, due):
                found = row
                dropped.append(row.id)
        elif row.path[: len(since_then)] != since_then:
            dropped.append(row.id)
        elif found is None and len(row.path) == len(since_then):
            found = row
            dropped.append(row.id)
    if dropped:
        unit.connection.execute(delete(plans).where(plans.c.id.in_(dropped)))
    return found
