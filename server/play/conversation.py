"""Chat, notes, gifts of time and conditional moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, func, insert, select, update

from boche.engine.durations import DAY, in_words
from boche.engine.errors import RefusedMoveError
from boche.engine.game import colour_of
from boche.engine.languages.current import tr, tr_word, word_later
from boche.engine.printable import printable
from boche.server import limits
from boche.server.database.schema import boards, events, plans, seats
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, ConflictError
from boche.server.events import record_event
from boche.server.play.actor import Actor
from boche.server.play.clocks import Seconds
from boche.server.play.match import Match, Seat, load, refused
from boche.server.play.moves import MAX_MOVE_CHARACTERS, in_play

MOST_CHAT, MOST_NOTES = 2000, 10_000
MOST_PLANS, LONGEST_PLAN = 200, 40


def chat(transaction: Transaction, actor: Actor, number: int, text: str, now: float) -> None:
    """Send a private message to the other seat. Raises ``BadRequestError``."""
    board = load(transaction, number)
    seat = actor.seat(board)
    message = printable(text, block=True).strip()
    if not message:
        raise BadRequestError(tr("the message is empty"))
    if len(message) > MOST_CHAT:
        raise BadRequestError(tr("at most {most} characters at a time", most=MOST_CHAT))
    limits.charge(transaction, limits.CHATS, actor.payers, now)
    if board.seats[1 - seat.number].muted:
        raise ConflictError(
            tr(
                "{name} does not want to chat on this board",
                name=board.seats[1 - seat.number].name,
            )
        )
    record_event(
        transaction, number, "chat", {"text": message}, now, seat=seat.number, private=True
    )


def chat_of(transaction: Transaction, number: int, limit: int = 500) -> list[dict[str, object]]:
    """Return the last chat messages on a board, the oldest first, as JSON data."""
    rows = transaction.connection.execute(
        select(events)
        .where(events.c.board == number, events.c.kind == "chat")
        .order_by(events.c.number.desc())
        .limit(limit)
    ).all()
    return [
        {"number": row.number, "seat": row.seat, "at": row.at, **row.data} for row in reversed(rows)
    ]


def mute(transaction: Transaction, actor: Actor, number: int, muted: bool) -> None:
    """Mute the opponent's chat on a board, or unmute it."""
    seat = actor.seat(load(transaction, number))
    _set(transaction, number, seat, muted=muted)


def write_notes(
    transaction: Transaction, actor: Actor, number: int, notes: str, now: float
) -> None:
    """Store private notes on a board. Raises ``BadRequestError``."""
    if len(notes) > MOST_NOTES:
        raise BadRequestError(tr("notes may have at most {most} characters", most=MOST_NOTES))
    seat = actor.seat(load(transaction, number))
    limits.charge(transaction, limits.NOTES, actor.payers, now)
    _set(transaction, number, seat, notes=printable(notes, block=True))


def _set(transaction: Transaction, number: int, seat: Seat, **values: object) -> None:
    transaction.connection.execute(
        update(seats).where(seats.c.board == number, seats.c.seat == seat.number).values(**values)
    )


def give_time(
    transaction: Transaction, actor: Actor, number: int, seconds: Seconds, now: float
) -> None:
    """Give the other seat time. Raises ``BadRequestError`` for too little or too much."""
    board, seat = in_play(transaction, actor, number, now)
    if board.clock.start is None:
        raise ConflictError(tr("board {number}: there is no clock", number=number))
    if not 1.0 <= seconds <= 30 * DAY:
        raise BadRequestError(tr("give a time from 1 second to 30 days"))
    limits.charge(transaction, limits.GIFTS, actor.payers, now)
    other = 1 - seat.number
    deadline = board.row.deadline
    if board.row.turn == other and not board.first:
        deadline = board.row.deadline + seconds
        transaction.connection.execute(
            update(boards).where(boards.c.id == number).values(deadline=deadline)
        )
    else:
        _set(transaction, number, board.seats[other], bank=seats.c.bank + seconds)
    data = {"turn": other, "deadline": deadline, "why": "given", "seconds": seconds,
            "text": f"{seat.name} gave {in_words(seconds)}"}  # fmt: skip
    record_event(transaction, number, "time", data, now, seat=seat.number)


# -- conditional moves; they are carried out in server.play.moves


def plan(
    transaction: Transaction,
    actor: Actor,
    number: int,
    path: Sequence[str] | None,
    move: str,
    now: float,
    due: int | None = None,
) -> None:
    """Plan a move for when the moves of ``path`` have been played from here on.

    The path is checked by the rules now, and so is the move. With ``path`` None, the move is tried
    unchecked at the player's next turn, or only as move ``due``. Raises ``BadRequestError``.
    """
    board, seat = in_play(transaction, actor, number, now)
    if len(move) > MAX_MOVE_CHARACTERS or (path is not None and len(path) > LONGEST_PLAN):
        raise BadRequestError(tr("a conditional move is too long"))
    count = transaction.connection.execute(
        select(func.count()).where(plans.c.board == number, plans.c.seat == seat.number)
    ).scalar_one()
    if count >= MOST_PLANS:
        raise ConflictError(
            tr(
                "board {number}: you have {most} conditional moves; clear some first",
                number=number,
                most=MOST_PLANS,
            )
        )
    limits.charge(transaction, limits.PLANS, actor.payers, now)
    written: list[str] | None = None
    if path is not None:
        written, move = _checked(board, seat, path, move)
        _drop_same(transaction, board, seat, written)
    transaction.connection.execute(
        insert(plans).values(
            board=number, seat=seat.number, base=len(board.moves), path=written, move=move, due=due
        )
    )


IF, THEN = word_later("if"), word_later("then")
"""Words of a conditional move: "if f3 then e5"."""


def plan_in_words(
    transaction: Transaction, actor: Actor, number: int, text: str, now: float
) -> None:
    """Plan answers as people write them: "if f3 then e5", or "if f3 then e5 if g4 then d2".

    What follows a second "if" is for after the first answer. Raises ``BadRequestError``.
    """
    board, seat = in_play(transaction, actor, number, now)
    if board.row.turn == seat.number:
        raise BadRequestError(tr("it is your turn: move first, then say how you answer"))
    words = "|".join({re.escape(each) for word in (IF, THEN) for each in (word, tr_word(word))})
    parts = re.split(rf"(?:^|\s+|[,;]\s*)(?:{words})(?=\s|$)", text.strip(), flags=re.IGNORECASE)
    first, *moves = (part.strip(" ,;.") for part in parts)
    if first or not moves or len(moves) % 2 or not all(moves):
        raise BadRequestError(
            tr('write "if", a move of the other, "then" and your answer, as the example says')
        )
    for at in range(1, len(moves), 2):
        plan(transaction, actor, number, moves[:at], moves[at], now)


def _checked(board: Match, seat: Seat, path: Sequence[str], move: str) -> tuple[list[str], str]:
    """Return a path and a move in the game's notation."""
    position, written = board.position, []
    try:
        for text in (*path, move):
            parsed = position.parse(text)
            written.append(position.format(parsed))
            last, position = position, position.play(parsed)
    except RefusedMoveError as error:
        raise refused(board.number, error) from error
    if not path and board.row.turn == seat.number:
        raise BadRequestError(
            tr("board {board}: it is your turn: play that move", board=board.number)
        )
    if last.turn != colour_of(last, seat.number):
        raise BadRequestError(
            tr("board {board}: that would be your opponent's move", board=board.number)
        )
    return written[:-1], written[-1]


def _drop_same(transaction: Transaction, board: Match, seat: Seat, path: list[str]) -> None:
    """Drop the old plan for the same line, as a new one replaces it."""
    same = [row.id for row, ahead in _plan_lines(transaction, board, seat) if ahead == path]
    if same:
        transaction.connection.execute(delete(plans).where(plans.c.id.in_(same)))


def planned(transaction: Transaction, actor: Actor, number: int) -> list[dict[str, object]]:
    """Return a player's conditional moves on a board as JSON data, with the moves before each."""
    board = load(transaction, number)
    seat = actor.seat(board)
    return [
        {"path": ahead, "move": row.move, "due": row.due}
        for row, ahead in _plan_lines(transaction, board, seat)
    ]


def _plan_lines(
    transaction: Transaction, board: Match, seat: Seat
) -> list[tuple[Any, list[str] | None]]:
    """Return a seat's conditional moves, each with the moves that must come first from here on.

    Plans that wait for another move than the one played are left out.
    """
    rows = transaction.connection.execute(
        select(plans)
        .where(plans.c.board == board.number, plans.c.seat == seat.number)
        .order_by(plans.c.id)
    )
    lines: list[tuple[Any, list[str] | None]] = []
    for row in rows:
        if row.path is None:
            lines.append((row, None))
            continue
        played = list(board.moves[row.base :])
        if row.path[: len(played)] == played:
            lines.append((row, row.path[len(played) :]))
    return lines


def clear_plans(transaction: Transaction, actor: Actor, number: int) -> None:
    """Delete all of a player's conditional moves on a board."""
    seat = actor.seat(load(transaction, number))
    transaction.connection.execute(
        delete(plans).where(plans.c.board == number, plans.c.seat == seat.number)
    )
