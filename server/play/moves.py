"""Moves, their clocks, conditional moves and ends: everything that changes a game's state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Double, bindparam, case, delete, insert, or_, select, update

from boche.engine.errors import RefusedMoveError
from boche.engine.game import Outcome, Position, colour_of, seat_of
from boche.engine.languages.catalogue import ENGLISH
from boche.engine.languages.current import speaking, tr
from boche.engine.record import write_result
from boche.server.database.prepared import Prepared
from boche.server.database.schema import (
    boards,
    jobs,
    ladder_places,
    moves,
    plans,
    seats,
    tournament_players,
    tournaments,
)
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, ConflictError
from boche.server.events import PLAN, record_event, write_event
from boche.server.people.ratings import rate
from boche.server.people.vacation import spend
from boche.server.play import results, seeks
from boche.server.play.actor import Actor
from boche.server.play.match import ACTIVE, LADDER, OPEN, OVER, Match, Seat, load, refused
from boche.server.play.words import (
    DECLINED,
    IS_OVER,
    NO_ANSWER,
    NO_FIRST_MOVE,
    NOBODY_CAME,
    NOT_BEGUN,
    NOT_COME,
    NOT_DUE,
    NOT_YOUR_TURN,
    TIME_OVER,
    TOO_LONG,
)
from boche.server.recall import recall

MAX_MOVE_CHARACTERS = 400
"""Maximum length of a move's text; the longest of any game are far shorter."""

MOST_MOVES = 2000
"""Maximum number of moves; the longest game that must end by itself takes 1,541."""

JOBS = "jobs"
"""Topic of computer players' work."""

TOURNAMENTS = "tournaments"
"""Topic of tournaments that have something to do."""


@dataclass(frozen=True)
class Played:
    """The result of a move: the board after it, the move's number, and whether it is a repeat.

    ``more`` are the conditional moves that it triggered.
    """

    board: Match
    ply: int
    text: str
    again: bool = False
    more: tuple[str, ...] = ()


def require_active(board: Match) -> None:
    """Raise ``ConflictError`` unless the game is active."""
    if board.row.state == OVER:
        raise ConflictError(IS_OVER(board=board.number, reason=recall(board.row.reason or "")))
    if board.row.state == OPEN:
        raise ConflictError(NOT_BEGUN(board=board.number, waiting=board.waiting))


def forfeit_if_overdue(transaction: Transaction, board: Match, now: float) -> Match:
    """Return a locked board as it stands now: an expired deadline counts even if unnoticed so far.

    If the request is then refused, its transaction is rolled back, this included; ``forfeit`` will
    come to the same result later.
    """
    if board.row.deadline is None or board.row.deadline > now:
        return board
    return forfeit(transaction, board.number, now) or load(transaction, board.number)


def in_play(transaction: Transaction, actor: Actor, number: int, now: float) -> tuple[Match, Seat]:
    """Return an active board, locked, and the actor's seat there.

    Raises ``ConflictError`` if the game is not active, or its time has expired.
    """
    board = forfeit_if_overdue(transaction, load(transaction, number, lock=True), now)
    seat = actor.seat(board)
    require_active(board)
    return board, seat


def move(
    transaction: Transaction,
    actor: Actor,
    number: int,
    text: str,
    now: float,
    due: int | None = None,
) -> Played:
    """Play a move. ``due`` is its intended number, counted from 1.

    Repeating the same move with the same number changes nothing and gets the same answer. Raises
    ``ConflictError`` if it is not the time for it, and ``BadRequestError`` with the rules' reason.
    """
    board, text = load(transaction, number, lock=True), text.strip()
    seat = actor.seat(board)
    if len(text) > MAX_MOVE_CHARACTERS:
        raise BadRequestError(
            tr(
                "board {number}: a move may have at most {most} characters",
                number=number,
                most=MAX_MOVE_CHARACTERS,
            )
        )
    if due is not None and 0 < due <= len(board.moves) and _is_repeat(board, actor, due, text):
        return Played(board, due, board.moves[due - 1], again=True)
    board = forfeit_if_overdue(transaction, board, now)
    require_active(board)
    ply = len(board.moves) + 1
    if due is not None and due != ply:
        raise ConflictError(NOT_DUE(board=number, due=ply, given=due))
    if seat.number != board.row.turn:
        raise ConflictError(NOT_YOUR_TURN(board=number, name=board.seats[board.row.turn].name))
    board = _play(transaction, board, text, now)
    board, more = _carry_out_plans(transaction, board, now)
    return Played(board, ply, board.moves[ply - 1], more=more)


def _is_repeat(board: Match, actor: Actor, due: int, text: str) -> bool:
    """Return whether move ``due`` was made from the actor's seat and equals ``text``."""
    before = board.position_at(due - 1)
    if board.seats[seat_of(before, before.turn)] not in actor.seats(board):
        return False
    try:
        return before.format(before.parse(text)) == board.moves[due - 1]
    except RefusedMoveError:
        return False


def _play(transaction: Transaction, board: Match, text: str, now: float) -> Match:
    """Play a move for the seat to move; return the board after it."""
    number, ply, seat = board.number, len(board.moves) + 1, board.row.turn
    before = board.position
    try:
        parsed = before.parse(text)
        written = before.format(parsed)
        after = before.play(parsed)
    except RefusedMoveError as error:
        raise refused(number, error) from error
    event = board.row.events + 1
    row = {"ply": ply, "events": event, **_answered(board, seat)}
    remaining, first = time_left(board, now), board.first
    board = board.after(written, after)
    data: dict[str, Any] = {"ply": ply, "text": written, "turn": None, "deadline": None}
    data["swaps"] = colour_of(before, seat) != colour_of(after, seat)
    with transaction.together():
        INSERT_MOVE.run(
            transaction.connection,
            {"board": number, "ply": ply, "text": written, "seat": seat, "at": now},
        )
        last = after.outcome is not None or ply >= MOST_MOVES
        if last:
            data["saved"] = None if board.clock.start is None else max(remaining, 0.0)
            write_row(transaction, number, row)
            if board.row.deadline is not None:
                _stop_clock(transaction, number, seat, data["saved"])
                board = board.changed(deadline=None)  # stopped before the end is recorded
        else:
            data["saved"] = remaining if first else board.clock.after_move(remaining)
            data["turn"] = seat_of(after, after.turn)
            board = hand_over(transaction, board, data["saved"], data["turn"], now, **row)
            data["deadline"] = board.row.deadline
        write_event(transaction, number, event, "move", data, now, seat=seat)
    if after.outcome is not None:
        end_by_rules(transaction, board, after, now)
    elif last:
        end(transaction, board, now, None, "length", str(TOO_LONG(moves=ply)), "")
    return load(transaction, number) if last else board


def time_left(board: Match, now: float) -> float:
    """Return the time of the seat to move, below 0 if it is over; 0 without a clock.

    Vacation does not count: the clock stands until it ends, as it does before a player's first move
    in a live game. If another machine's clock is ahead, nobody gains time by it: no turn ends
    before it began.
    """
    if board.row.deadline is None:
        return 0.0
    seat = board.seats[board.row.turn]
    if board.first:
        return float(seat.bank or 0.0)
    away = None if board.clock.live else seat.away
    return float(board.row.deadline) - max(now, away or now, board.row.since or now)


def _answered(board: Match, seat: int) -> dict[str, Any]:
    """Return columns that a move changes: it rejects an offer; a mover's own draw offer stays."""
    stays = board.row.offer is None or (board.row.offerer == seat and board.row.offer == "draw")
    return {} if stays else {"offer": None, "offerer": None}


def hand_over(
    transaction: Transaction, board: Match, saved: float | None, turn: int, now: float, **row: Any
) -> Match:
    """Make it the turn of seat ``turn``: its clock runs, the other's stops at ``saved``.

    Returns the board after it; ``row`` are other columns of its row that change, including ``ply``.
    A computer's turn is queued as a job.
    """
    number, before, pair = board.number, board.row.turn, board.seats
    bank = saved  # if a seat has several turns in a row
    first = board.clock.live and not board.has_moved(turn)
    if before != turn or first:
        HAND_OVER.run(
            transaction.connection,
            {"number": number, "turn_of": turn, "mover": before, "saved": saved},
        )
        if before is not None:
            moved = replace(pair[before], bank=saved)
            pair = (pair[0], moved) if before else (moved, pair[1])
            bank = pair[turn].bank
    time = _time_for_first if first else _time_for
    deadline = None if bank is None else now + time(board, pair[turn], bank, now)
    row |= {"turn": turn, "since": now, "deadline": deadline, "nagged": False}
    write_row(transaction, number, row)
    if before is not None and pair[before].level is not None:
        transaction.connection.execute(delete(jobs).where(jobs.c.board == number))
    level = pair[turn].level
    if level is not None:
        put_job(transaction, board, row["ply"], level, now)
    return board.changed(pair, **row)


def _time_for(board: Match, seat: Seat, bank: float, now: float) -> float:
    """Return the time of the seat to move from now on."""
    away = now if board.clock.live else seat.away or now
    return bank + max(away - now, 0.0)


def _time_for_first(board: Match, seat: Seat, bank: float, now: float) -> float:
    """Return the time of a seat for its first move in a live game."""
    first_move = board.clock.first_move
    # A computer's job may have to wait in the queue.
    return first_move if seat.level is None else max(first_move, bank)


def write_row(transaction: Transaction, number: int, columns: Mapping[str, Any]) -> None:
    """Change columns of a board's row."""
    UPDATE_BOARD.run(transaction.connection, {"number": number, **columns})


INSERT_MOVE = Prepared(insert(moves))
UPDATE_BOARD = Prepared(update(boards).where(boards.c.id == bindparam("number")))
_MOVED = seats.c.seat == bindparam("mover")
HAND_OVER = Prepared(
    update(seats)
    .where(seats.c.board == bindparam("number"))
    .values(
        to_move=seats.c.seat == bindparam("turn_of"),
        bank=case((_MOVED, bindparam("saved", type_=Double)), else_=seats.c.bank),
    )
)


def put_job(transaction: Transaction, board: Match, ply: int, level: int, now: float) -> None:
    """Queue a job for a computer on a board after ``ply`` moves."""
    transaction.connection.execute(
        jobs.insert().values(
            board=board.number, ply=ply, level=level, queued=now, claimed=None,
            maker=board.row.maker,
        )
    )  # fmt: skip
    transaction.topics.add(JOBS)


# -- ends


def end_by_rules(transaction: Transaction, board: Match, position: Position, now: float) -> None:
    """Record the end that the rules came to."""
    outcome = position.outcome
    assert outcome is not None
    winner = None if outcome.winner is None else seat_of(position, outcome.winner)
    end(transaction, board, now, winner, outcome.kind, str(outcome.reason),
        write_result(board.game.sgf, outcome))  # fmt: skip


def end(
    transaction: Transaction,
    board: Match,
    now: float,
    winner: int | None,
    kind: str,
    reason: str,
    result: str,
) -> None:
    """End a game, and rate it if it counts. ``result`` is SGF's RE, or empty."""
    number = board.number
    transaction.connection.execute(
        update(boards).where(boards.c.id == number).values(
            state=OVER, ended=now, turn=None, deadline=None, offer=None, offerer=None,
            winner=winner, kind=kind, reason=reason, result=result,
        )
    )  # fmt: skip
    transaction.connection.execute(
        update(seats).where(seats.c.board == number).values(state=OVER, to_move=False)
    )
    if board.row.turn is not None and board.row.deadline is not None:
        remaining = max(time_left(board, now), 0.0)  # 0 if it ran out
        _stop_clock(transaction, number, board.row.turn, remaining)
    transaction.connection.execute(delete(plans).where(plans.c.board == number))
    transaction.connection.execute(delete(jobs).where(jobs.c.board == number))
    if board.row.state == OPEN:
        seeks.remove(transaction, number)
    # Another can be proposed where a rematch has not begun, or hardly.
    if board.row.before is not None and (board.row.state == OPEN or kind == "aborted"):
        transaction.connection.execute(
            update(boards).where(boards.c.id == board.row.before).values(after=None)
        )
    if board.row.began is not None:
        results.record(transaction, board, winner, result, now)
    if board.row.tournament is not None:
        wake_tournament(transaction, board.row.tournament, now)
    rated = None
    if board.row.rated and result:
        rated = rate(transaction, number, board.row.game,
                     (board.seats[0].user, board.seats[1].user), winner, now)  # fmt: skip
    data = {"winner": winner, "how": kind, "reason": reason, "result": result, "ratings": rated}
    record_event(transaction, number, "end", data, now)


def _stop_clock(transaction: Transaction, board: int, seat: int, saved: float) -> None:
    """Stop the running clock of a game that ends, at ``saved`` seconds."""
    transaction.connection.execute(
        update(seats).where(seats.c.board == board, seats.c.seat == seat).values(bank=saved)
    )


def wake_tournament(transaction: Transaction, tournament: int, now: float) -> None:
    """Let a tournament look at once at what has happened."""
    transaction.connection.execute(
        update(tournaments).where(tournaments.c.id == tournament).values(due=now)
    )
    transaction.topics.add(TOURNAMENTS)


def wake_tournaments_of(transaction: Transaction, user: int, now: float) -> None:
    """Let the tournaments and ladders of an account look whether it still takes part."""
    own = select(tournament_players.c.tournament).where(
        tournament_players.c.user_id == user, tournament_players.c.left.is_(None)
    )
    places = select(ladder_places.c.ladder).where(ladder_places.c.user_id == user)
    transaction.connection.execute(
        update(tournaments)
        .where(or_(tournaments.c.id.in_(own), tournaments.c.id.in_(places)))
        .where(tournaments.c.ended.is_(None))
        .values(due=now)
    )
    transaction.topics.add(TOURNAMENTS)


def resign(transaction: Transaction, actor: Actor, number: int, now: float) -> Match:
    """Resign, at any time. Raises ``ConflictError`` if the game is not active."""
    board, seat = in_play(transaction, actor, number, now)
    outcome = board.position.resign(board.colour_of(seat.number)).outcome
    assert outcome is not None
    end(transaction, board, now, 1 - seat.number, outcome.kind, str(outcome.reason),
        write_result(board.game.sgf, outcome))  # fmt: skip
    return load(transaction, number)


def decline(transaction: Transaction, board: Match, seat: Seat, now: float) -> None:
    """Decline a game before one's first move: it ends without a result."""
    end(transaction, board, now, None, "declined", str(DECLINED(name=seat.name)), "")


# -- time


def forfeit(transaction: Transaction, number: int, now: float) -> Match | None:
    """End a game whose time is over, after using up vacation; return None if it goes on."""
    board = load(transaction, number, lock=True)
    if board.row.state == OVER or board.row.deadline is None or board.row.deadline > now:
        return None
    if board.row.state == OPEN:
        return _expire(transaction, board, now)
    seat = board.seats[board.row.turn]
    not_begun = board.first if board.clock.live else _not_begun_on_ladder(board, seat)
    if not_begun and board.row.tournament is not None:
        # There it is a loss, which counts for nobody's rating.
        end(transaction, board, now, 1 - seat.number, "time", str(NOT_COME(name=seat.name)), "")
        return load(transaction, number)
    if board.first:
        end(transaction, board, now, None, "aborted", str(NO_FIRST_MOVE(name=seat.name)), "")
        return load(transaction, number)
    no_vacation = board.clock.live or seat.is_banned(now)
    gained = 0.0 if no_vacation else spend(transaction, seat.user, now - board.row.deadline, now)
    if gained:
        deadline = board.row.deadline + gained
        transaction.connection.execute(
            update(boards).where(boards.c.id == number).values(deadline=deadline)
        )
        data = {"turn": seat.number, "deadline": deadline, "why": "vacation", "seconds": gained}
        record_event(transaction, number, "time", data, now, seat=seat.number)
        return None
    winner, reason = 1 - seat.number, TIME_OVER(name=seat.name)
    outcome = Outcome(board.colour_of(winner), reason, "time")
    end(transaction, board, now, winner, "time", str(reason), write_result(board.game.sgf, outcome))
    return load(transaction, number)


def _not_begun_on_ladder(board: Match, seat: Seat) -> bool:
    """Return whether a challenge on a ladder stands unanswered: no vacation is spent for that."""
    return board.row.tournament_kind == LADDER and not board.has_moved(seat.number)


def _expire(transaction: Transaction, board: Match, now: float) -> Match:
    """End a game that has waited too long for somebody."""
    seat = next(seat for seat in board.seats if seat.came is None)
    phrase = NO_ANSWER if board.is_challenged(seat) else NOT_COME if seat.is_taken else NOBODY_CAME
    end(transaction, board, now, None, "expired", str(phrase(name=seat.name)), "")
    return load(transaction, board.number)


def due_boards(transaction: Transaction, now: float, limit: int = 100) -> list[int]:
    """Return the boards whose clock has run out or where no one came, longest ago first."""
    rows = transaction.connection.execute(
        select(boards.c.id).where(boards.c.deadline <= now).order_by(boards.c.deadline).limit(limit)
    )
    return list(rows.scalars())


# -- conditional moves


def _carry_out_plans(
    transaction: Transaction, board: Match, now: float
) -> tuple[Match, tuple[str, ...]]:
    """Play the seat to move's plan for the last move, and so on while there is one."""
    played: list[str] = []
    while board.row.state == ACTIVE and board.row.planned:
        seat = board.row.turn
        plan = _matching_plan(transaction, board, seat)
        if plan is None:
            break
        try:
            with speaking(ENGLISH):  # a refusal is kept for another reader
                board = _play(transaction, board, plan.move, now)
        except BadRequestError as error:
            # An unplayable plan removes the plans that were to follow it.
            transaction.connection.execute(
                delete(plans).where(plans.c.board == board.number, plans.c.seat == seat)
            )
            data = {"move": plan.move, "reason": str(error)}
            event = record_event(
                transaction, board.number, PLAN, data, now, seat=seat, private=True
            )
            return board.changed(events=event), tuple(played)
        played.append(board.moves[-1])
    return board, tuple(played)


def _matching_plan(transaction: Transaction, board: Match, seat: int) -> Any:
    """Return a seat's plan that matches the moves played; drop plans that no longer can."""
    rows = transaction.connection.execute(
        select(plans)
        .where(plans.c.board == board.number, plans.c.seat == seat)
        .order_by(plans.c.id)
    ).all()
    due, dropped, plan = len(board.moves) + 1, [], None
    for row in rows:
        since_then = list(board.moves[row.base :])
        if row.path is None:
            if row.due is not None and row.due < due:
                dropped.append(row.id)
            elif plan is None and row.due in (None, due):
                plan = row
                dropped.append(row.id)
        elif row.path[: len(since_then)] != since_then:
            dropped.append(row.id)
        elif plan is None and len(row.path) == len(since_then):
            plan = row
            dropped.append(row.id)
    if dropped:
        transaction.connection.execute(delete(plans).where(plans.c.id.in_(dropped)))
    return plan
