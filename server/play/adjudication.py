"""What operators do to games: decide, delete and export them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, select, update

from boche.engine.game import Outcome
from boche.engine.languages.current import tr, tr_later
from boche.engine.record import dump_sgf, write_result
from boche.server.database.schema import boards, events
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, ConflictError
from boche.server.events import topic_of
from boche.server.people import moderation_log
from boche.server.people.ratings import take_back
from boche.server.play import results
from boche.server.play.match import OPEN, OVER, Match, load
from boche.server.play.moderation import Moderator, reason_of
from boche.server.play.moves import end
from boche.server.play.records import record_of
from boche.server.play.words import ADJUDICATED, ANNULLED

DRAW, ABORT = "draw", "abort"
VERDICTS = {"first": tr_later("The first player wins"),
            "second": tr_later("The second player wins"),
            DRAW: tr_later("A draw"), ABORT: tr_later("No result (abort)")}  # fmt: skip
"""Decisions about a game, in words."""

KIND = "adjudication"


def adjudicate(
    transaction: Transaction, by: Moderator, number: int, verdict: str, reason: str, now: float
) -> Match:
    """Decide a game, running or over. Raises ``ServerError``.

    What a finished game brought both ratings is taken back; the new result then counts as if the
    game had ended now. A game that has not begun can only be aborted.
    """
    by.check(transaction, now)
    reason = reason_of(reason)
    if verdict not in VERDICTS:
        raise BadRequestError(tr("verdict: choose from {choices}", choices=", ".join(VERDICTS)))
    board = load(transaction, number, lock=True)
    _check_not_own(by, board)
    if board.row.state == OPEN and verdict != ABORT:
        raise ConflictError(
            tr("board {number}: the game has not begun; it can only be aborted", number=number)
        )
    if board.row.state == OVER and board.row.began is None:
        raise ConflictError(tr("board {number}: the game never began", number=number))
    _undo_rating(transaction, board)
    if verdict == ABORT:
        end(transaction, board, now, None, KIND, str(ANNULLED(why=reason)), "")
    else:
        winner = None if verdict == DRAW else list(VERDICTS).index(verdict)
        colour = None if winner is None else board.colour_of(winner)
        outcome = Outcome(colour, ADJUDICATED(why=reason), KIND)
        result = write_result(board.game.sgf, outcome)
        end(transaction, board, now, winner, KIND, str(ADJUDICATED(why=reason)), result)
    _write(transaction, by, "adjudicate", board, now, f"{verdict}: {reason}")
    return load(transaction, number)


def _check_not_own(by: Moderator, board: Match) -> None:
    """Raise ``ConflictError`` for an operator who plays there."""
    if by.user is not None and any(seat.user == by.user for seat in board.seats):
        raise ConflictError(
            tr("board {board}: you play there; ask another operator", board=board.number)
        )


def _undo_rating(transaction: Transaction, board: Match) -> None:
    if board.row.state == OVER:
        take_back(transaction, board.number, board.row.winner)


def _write(
    transaction: Transaction, by: Moderator, action: str, board: Match, now: float, reason: str
) -> None:
    names = " - ".join(name or "nobody" for name in board.names)
    moderation_log.write(
        transaction, by.name, action, now, board=board.number,
        subject=f"board {board.number}", reason=f"{names}: {reason}" if reason else names,
    )  # fmt: skip


def remove(transaction: Transaction, by: Moderator, number: int, reason: str, now: float) -> None:
    """Delete a finished game with all that was said there. Raises ``ServerError``.

    What it brought both ratings is taken back.
    """
    by.check(transaction, now)
    reason = reason_of(reason, needed=by.user is not None)
    board = load(transaction, number, lock=True)
    _check_not_own(by, board)
    if board.row.state != OVER:
        raise ConflictError(
            tr("board {number}: the game is not over; abort it first", number=number)
        )
    _undo_rating(transaction, board)
    results.forget(transaction, number)
    for link in (boards.c.before, boards.c.after):
        other = board.row.after if link is boards.c.before else board.row.before
        if other is not None:
            transaction.connection.execute(
                update(boards).where(boards.c.id == other, link == number).values({link: None})
            )
    transaction.connection.execute(delete(boards).where(boards.c.id == number))
    transaction.topics.add(topic_of(number))
    _write(transaction, by, "delete game", board, now, reason)


def export(transaction: Transaction, by: Moderator, number: int, now: float) -> dict[str, Any]:
    """Return all that is kept about a game, with the chat, but without the players' own notes.

    Reading what two people have said to each other is logged. Raises ``ServerError``.
    """
    by.check(transaction, now)
    board = load(transaction, number)
    rows = transaction.connection.execute(
        select(events).where(events.c.board == number).order_by(events.c.number)
    )
    row = board.row
    _write(transaction, by, "export game", board, now, "")
    return {
        "board": number, "game": row.game, "options": dict(board.options), "state": row.state,
        "rated": row.rated, "private": row.private, "created": row.created, "began": row.began,
        "ended": row.ended, "winner": row.winner, "kind": row.kind, "reason": row.reason,
        "result": row.result,
        "seats": [{"name": seat.name, "account": seat.user, "level": seat.level}
                  for seat in board.seats],
        "moves": list(board.moves), "record": dump_sgf(record_of(board)).decode(),
        "events": [{"number": each.number, "kind": each.kind, "seat": each.seat, "at": each.at,
                    **each.data} for each in rows],
    }  # fmt: skip
