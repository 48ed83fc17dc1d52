"""Export of all data kept about an account, for its owner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, select

from boche.engine.record import dump_sgf
from boche.server.database.schema import (
    blocks,
    events,
    messages,
    plans,
    pushes,
    seats,
    sessions,
    users,
    watches,
)
from boche.server.database.store import Transaction
from boche.server.people.standings import course, of_user
from boche.server.people.vacation import left
from boche.server.play.match import load
from boche.server.play.records import record_of


def belongings(transaction: Transaction, user: int, now: float) -> dict[str, Any]:
    """Return an account's data, messages, games with notes and chat, and ratings, as JSON data."""
    row = transaction.connection.execute(select(users).where(users.c.id == user)).one()
    return {
        "name": row.name,
        "mail": row.mail,
        "created": row.created,
        "settings": row.settings,
        "vacation": left(transaction, user, now),
        "away_until": row.away_until,
        "signed_in": [
            {"since": each.created, "until": each.expires}
            for each in _rows(
                transaction, [sessions.c.created, sessions.c.expires], sessions.c.user_id == user
            )
        ],
        "notified_browsers": [
            {"endpoint": each.endpoint, "since": each.at}
            for each in _rows(
                transaction, [pushes.c.endpoint, pushes.c.at], pushes.c.user_id == user
            )
        ],
        "ratings": {
            game: {
                "rating": each.rating,
                "deviation": each.deviation,
                "games": each.games,
                "won": each.won,
                "lost": each.lost,
                "drawn": each.drawn,
                "course": course(transaction, user, game, 100_000),
            }
            for game, each in of_user(transaction, user).items()
        },
        "messages": [
            {"from": each.sender_name, "text": each.text, "at": each.at, "read": each.read}
            for each in _rows(transaction, [messages], messages.c.user_id == user, messages.c.id)
        ],
        "sent": [
            {"to": each.name, "text": each.text, "at": each.at}
            for each in transaction.connection.execute(
                select(users.c.name, messages.c.text, messages.c.at)
                .join(users, users.c.id == messages.c.user_id)
                .where(messages.c.sender == user)
                .order_by(messages.c.id)
            )
        ],
        "blocked": list(
            transaction.connection.execute(
                select(users.c.name)
                .join(blocks, blocks.c.blocked == users.c.id)
                .where(blocks.c.user_id == user)
            ).scalars()
        ),
        "watched": [
            each.board for each in _rows(transaction, [watches], watches.c.user_id == user)
        ],
        "boards": [
            _board(transaction, each)
            for each in _rows(
                transaction, [seats], seats.c.user_id == user, seats.c.board, seats.c.seat
            )
        ],
    }


def _board(transaction: Transaction, seat: Any) -> dict[str, Any]:
    """Return a game with what the player has written beside it."""
    said = (events.c.board == seat.board) & (events.c.seat == seat.seat) & (events.c.kind == "chat")
    own = (plans.c.board == seat.board) & (plans.c.seat == seat.seat)
    return {
        "board": seat.board, "seat": seat.seat, "notes": seat.notes, "submitted": seat.submitted,
        "chat": [{"text": each.data["text"], "at": each.at}
                 for each in _rows(transaction, [events], said, events.c.number)],
        "plans": [{"path": each.path, "move": each.move, "due": each.due}
                  for each in _rows(transaction, [plans], own, plans.c.id)],
        "record": dump_sgf(record_of(load(transaction, seat.board))).decode(),
    }  # fmt: skip


def _rows(
    transaction: Transaction, what: Sequence[Any], where: ColumnElement[bool], *order: Any
) -> list[Any]:
    return list(transaction.connection.execute(select(*what).where(where).order_by(*order)))
