"""Export of all data kept about an account, for its owner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, select

from boche.engine.record import dump_sgf
from boche.server.database.schema import (
    bans,
    blocks,
    events,
    ladder_places,
    messages,
    moderation_log,
    plans,
    pushes,
    seats,
    sessions,
    tournament_players,
    tournaments,
    users,
    watches,
)
from boche.server.database.store import Transaction
from boche.server.people import reports, second_factor, warnings
from boche.server.people.follows import followed
from boche.server.people.lessons import lesson_data
from boche.server.people.moderation_log import BAN
from boche.server.people.presence import last_seen
from boche.server.people.puzzles import puzzle_data
from boche.server.people.standings import course, of_user
from boche.server.people.vacation import remaining
from boche.server.play.match import load
from boche.server.play.records import record_of


def account_data(transaction: Transaction, user: int, now: float) -> dict[str, Any]:
    """Return an account's data, messages, games with notes and chat, ratings, and progress.

    Of what operators did it has what the account was told: warnings, and bans with their reasons.
    """
    row = transaction.connection.execute(select(users).where(users.c.id == user)).one()
    return {
        "name": row.name,
        "mail": row.mail,
        "created": row.created,
        "settings": row.settings,
        "vacation": remaining(transaction, user, now),
        "away_until": row.away_until,
        "last_seen": last_seen(transaction, user),
        "signed_in": [
            {"since": row.created, "until": row.expires, "device": row.device}
            for row in _rows(
                transaction,
                [sessions.c.created, sessions.c.expires, sessions.c.device],
                sessions.c.user_id == user,
            )
        ],
        "second_factor": {
            "since": second_factor.since(transaction, user),
            "recovery_codes": second_factor.codes_left(transaction, user),
        },
        "notified_browsers": [
            {"endpoint": row.endpoint, "since": row.at}
            for row in _rows(
                transaction, [pushes.c.endpoint, pushes.c.at], pushes.c.user_id == user
            )
        ],
        "ratings": {
            game: {
                "rating": row.rating,
                "deviation": row.deviation,
                "games": row.games,
                "won": row.won,
                "lost": row.lost,
                "drawn": row.drawn,
                "course": course(transaction, user, game, 100_000),
            }
            for game, row in of_user(transaction, user).items()
        },
        "puzzles": puzzle_data(transaction, user),
        "lessons": lesson_data(transaction, user),
        "tournaments": [
            {
                "tournament": row.tournament,
                "at": row.at,
                "rating": row.rating,
                "joined": row.joined,
                "left": row.left,
                "absent": row.absent,
                "bye": row.bye,
            }
            for row in _rows(
                transaction,
                [tournament_players],
                tournament_players.c.user_id == user,
                tournament_players.c.tournament,
            )
        ],
        "ladders": [
            {"game": row.game, "place": row.place, "since": row.at, "active": row.active}
            for row in transaction.connection.execute(
                select(ladder_places, tournaments.c.game)
                .join(tournaments, tournaments.c.id == ladder_places.c.ladder)
                .where(ladder_places.c.user_id == user)
            )
        ],
        "tournaments_made": [
            {"tournament": row.id, "title": row.title, "created": row.created}
            for row in _rows(
                transaction, [tournaments], tournaments.c.maker == user, tournaments.c.id
            )
        ],
        "messages": [
            {"from": row.sender_name, "text": row.text, "at": row.at, "read": row.read}
            for row in _rows(transaction, [messages], messages.c.user_id == user, messages.c.id)
        ],
        "sent": [
            {"to": row.name, "text": row.text, "at": row.at}
            for row in transaction.connection.execute(
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
        "followed": list(followed(transaction, user).values()),
        "watched": [row.board for row in _rows(transaction, [watches], watches.c.user_id == user)],
        "reports": [
            {
                "about": each.name,
                "reason": each.reason,
                "text": each.text,
                "board": each.board,
                "context": dict(each.context),
                "at": each.at,
                "closed": each.closed,
            }
            for each in reports.by(transaction, user)
        ],
        "warnings": [
            {"text": each.text, "at": each.at, "read": each.seen}
            for each in warnings.of_user(transaction, user)
        ],
        "ban": next(
            (
                {"at": row.at, "until": row.until, "reason": row.reason}
                for row in _rows(transaction, [bans], bans.c.user_id == user)
            ),
            None,
        ),
        "bans": [
            {"at": row.at, "text": row.reason}
            for row in _rows(
                transaction,
                [moderation_log],
                (moderation_log.c.user_id == user) & (moderation_log.c.action == BAN),
                moderation_log.c.id,
            )
        ],
        "boards": [
            _board(transaction, row)
            for row in _rows(
                transaction, [seats], seats.c.user_id == user, seats.c.board, seats.c.seat
            )
        ],
    }


def _board(transaction: Transaction, seat: Any) -> dict[str, Any]:
    """Return a game with what the player has written beside it."""
    own_chat = (
        (events.c.board == seat.board) & (events.c.seat == seat.seat) & (events.c.kind == "chat")
    )
    own = (plans.c.board == seat.board) & (plans.c.seat == seat.seat)
    return {
        "board": seat.board, "seat": seat.seat, "notes": seat.notes, "submitted": seat.submitted,
        "chat": [{"text": row.data["text"], "at": row.at}
                 for row in _rows(transaction, [events], own_chat, events.c.number)],
        "plans": [{"path": row.path, "move": row.move, "due": row.due}
                  for row in _rows(transaction, [plans], own, plans.c.id)],
        "record": dump_sgf(record_of(load(transaction, seat.board))).decode(),
    }  # fmt: skip


def _rows(
    transaction: Transaction, columns: Sequence[Any], where: ColumnElement[bool], *order: Any
) -> list[Any]:
    return list(transaction.connection.execute(select(*columns).where(where).order_by(*order)))
