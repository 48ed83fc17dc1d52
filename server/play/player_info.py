"""Players at a board as pages show them: account, rating, and the game's effect on it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select, update

from boche.engine.languages.current import tr
from boche.server import limits
from boche.server.database.schema import events, seats
from boche.server.database.store import Transaction
from boche.server.errors import ConflictError
from boche.server.events import record_event
from boche.server.people.names import DELETED, check_guest_name, shown_guest
from boche.server.people.standings import change_text, of_user
from boche.server.play.actor import Actor
from boche.server.play.match import OVER, Match, Seat, load


def people(transaction: Transaction, board: Match) -> list[dict[str, Any]]:
    """Return JSON data for each seat.

    ``account`` says whether it has a page of its own; ``rating`` is that of the account in this
    game; ``change`` is the rating before and after the game; ``text`` is what is shown of them.
    """
    changes: list[dict[str, float] | None] = [*(_changes(transaction, board) or (None, None))]
    rows = []
    for seat, change in zip(board.seats, changes, strict=True):
        row = _account(transaction, board, seat) | {"change": change}
        rows.append(row | ({"text": change_text(**change)} if change else {}))
    return rows


def _account(transaction: Transaction, board: Match, seat: Seat) -> dict[str, Any]:
    known = seat.user is not None and seat.name != DELETED
    place = of_user(transaction, seat.user).get(board.row.game) if known and seat.user else None
    if place is None or not place.games:
        return {"account": known, "rating": None, "provisional": True, "text": ""}
    return {
        "account": known, "rating": round(place.rating), "provisional": place.provisional,
        "text": place.text,
    }  # fmt: skip


def _changes(transaction: Transaction, board: Match) -> list[dict[str, float]] | None:
    if board.row.state != OVER or not board.row.rated:
        return None
    data = transaction.connection.execute(
        select(events.c.data)
        .where(events.c.board == board.number, events.c.kind == "end")
        .order_by(events.c.number.desc())
        .limit(1)
    ).scalar_one_or_none()  # fmt: skip
    changes: list[dict[str, float]] | None = (data or {}).get("ratings")
    return changes


def rename(transaction: Transaction, actor: Actor, number: int, name: str, now: float) -> None:
    """Name a guest at a board.

    Raises ``ConflictError`` for players with an account, and for a name that is an account's.
    """
    seat = actor.seat(load(transaction, number))
    if seat.user is not None:
        raise ConflictError(
            tr("board {number}: you play there under your account's name", number=number)
        )
    limits.charge(transaction, limits.CHATS, actor.payers, now)
    called = shown_guest(transaction, check_guest_name(name))
    transaction.connection.execute(
        update(seats)
        .where(seats.c.board == number, seats.c.seat == seat.number)
        .values(name=called)
    )
    record_event(transaction, number, "name", {"name": called}, now, seat=seat.number)
