"""Lists of boards: one's own, one's turns, challenges, all and finished games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, delete, func, insert, or_, select

from boche.server import limits
from boche.server.database.schema import boards, seats, seeks, tournaments, watches
from boche.server.database.store import Transaction
from boche.server.play.match import ACTIVE, OPEN, OVER, PartOf, Seat, Seated, seats_of

MOST, LAST = 200, 50


@dataclass(frozen=True)
class Listed(Seated):
    """A board in a list: its row and its seats. The moves are not read."""

    row: Row[Any]
    seats: tuple[Seat, Seat]


def boards_of(
    transaction: Transaction,
    user: int,
    reader: int | None,
    *,
    game: str | None = None,
    state: str | None = None,
    next_only: bool = False,
    limit: int = MOST,
    before: int | None = None,
    turns_first: bool = True,
) -> list[Listed]:
    """Return a user's boards as far as ``reader`` may see them, the newest first.

    With ``turns_first``, boards where it is their turn come first; ``before`` is a board's number
    to continue from, if they do not. With ``next_only``, there are only those, the nearest deadline
    first.
    """
    own = select(seats.c.board).where(seats.c.user_id == user)
    if reader != user:
        own = own.where(seats.c.board.in_(select(boards.c.id).where(_visible_to(reader))))
    if state is not None:
        own = own.where(seats.c.state == state)
    if next_only:
        own = own.where(seats.c.to_move, seats.c.state == ACTIVE)
    if game is not None:
        own = own.where(seats.c.board.in_(select(boards.c.id).where(boards.c.game == game)))
    order = [seats.c.to_move.desc()] if turns_first else []
    if before is not None:
        own = own.where(seats.c.board < before)
    numbers = by_deadline(own) if next_only else own.order_by(*order, seats.c.board.desc())
    return by_numbers(
        transaction, list(transaction.connection.execute(numbers.limit(limit)).scalars())
    )


def by_deadline(numbers: Select[Any]) -> Select[Any]:
    """Return a query of the same boards' numbers in the order of their deadlines.

    Boards without a deadline come last; of those the longest wait comes first.
    """
    row = boards.alias()  # the numbers may be chosen by columns of the table itself
    order = row.c.deadline.asc().nulls_last(), row.c.since, row.c.id
    return select(row.c.id).where(row.c.id.in_(numbers)).order_by(*order)


def asking(transaction: Transaction, user: int) -> list[Listed]:
    """Return boards that await a user's answer: challenges, rematches, and offers of opponents.

    The newest first; offers in games where it is their turn are not among them, and proposed
    rematches only from their last ``LAST`` games.
    """
    own = select(seats.c.board).where(seats.c.user_id == user).order_by(seats.c.board.desc())
    numbers = [
        *transaction.connection.execute(
            own.where(seats.c.state == OPEN, seats.c.came.is_(None)).limit(MOST)
        ).scalars(),
        *transaction.connection.execute(own.where(seats.c.state == OVER).limit(LAST)).scalars(),
        *transaction.connection.execute(own.where(_OFFERED).limit(MOST)).scalars(),
    ]
    statement = (
        select(boards)
        .where(boards.c.id.in_(numbers), or_(boards.c.state == OPEN, boards.c.offer.is_not(None)))
        .order_by(boards.c.id.desc())
    )
    asking_boards = _listed(transaction, transaction.connection.execute(statement).all())
    return [
        board
        for board in asking_boards
        if board.row.state == OPEN or board.seats[board.row.offerer].user != user
    ]


def is_asked(board: Listed, user: int) -> bool:
    """Return whether the opponent has proposed something in a user's running game."""
    row = board.row
    return row.state == ACTIVE and row.offer is not None and board.seats[row.offerer].user != user


_OFFERED = (
    (seats.c.state == ACTIVE)
    & ~seats.c.to_move
    & select(boards.c.id)
    .where(
        boards.c.id == seats.c.board, boards.c.offer.is_not(None), boards.c.offerer != seats.c.seat
    )
    .exists()
)
"""Condition for seats that an opponent asks something who is to move."""


def due_count(transaction: Transaction, user: int) -> int:
    """Return the number of boards where it is a user's turn, or they are asked something."""
    turn = (seats.c.state == ACTIVE) & seats.c.to_move
    unanswered = (seats.c.state == OPEN) & seats.c.came.is_(None)
    awaited = (seats.c.user_id == user) & (turn | unanswered | _OFFERED)
    return int(transaction.connection.execute(select(func.count()).where(awaited)).scalar_one())


def has_played(transaction: Transaction, user: int) -> bool:
    """Return whether a user sits, or sat, at any board."""
    seat = select(seats.c.board).where(seats.c.user_id == user).limit(1)
    return transaction.connection.execute(seat).first() is not None


def all_boards(
    transaction: Transaction,
    *,
    game: str | None = None,
    state: str | None = None,
    limit: int = MOST,
    before: int | None = None,
    private: bool = False,
) -> list[Listed]:
    """Return all public boards, newest first; ``before`` is a board's number to continue from.

    For operators, ``private`` ones, too.
    """
    statement = select(boards).order_by(boards.c.id.desc()).limit(limit)
    if not private:  # games awaiting an invited player are not public, either
        statement = statement.where(_visible_to(None), or_(boards.c.state != OPEN, _FREE))
    if game is not None:
        statement = statement.where(boards.c.game == game)
    if state is not None:
        statement = statement.where(boards.c.state == state)
    if before is not None:
        statement = statement.where(boards.c.id < before)
    return _listed(transaction, transaction.connection.execute(statement).all())


def open_boards(
    transaction: Transaction, game: str | None = None, limit: int = MOST
) -> list[Listed]:
    """Return boards that wait for anybody to take the free seat."""
    statement = (
        select(boards)
        .join(seeks, seeks.c.board == boards.c.id)
        .where(_visible_to(None))
        .order_by(boards.c.id.desc())
        .limit(limit)
    )
    if game is not None:
        statement = statement.where(boards.c.game == game)
    return _listed(transaction, transaction.connection.execute(statement).all())


def _visible_to(reader: int | None) -> ColumnElement[bool]:
    """Return a condition for boards that a reader may see: private ones only with a seat there."""
    public = boards.c.private.is_(False)
    if reader is None:
        return public
    return or_(public, boards.c.id.in_(select(seats.c.board).where(seats.c.user_id == reader)))


_FREE = (
    select(seats.c.board)
    .where(seats.c.board == boards.c.id, seats.c.user_id.is_(None), seats.c.secret.is_(None))
    .exists()
)
"""Condition for boards with an open seat."""


def by_numbers(transaction: Transaction, numbers: Sequence[int]) -> list[Listed]:
    """Return boards by their numbers, in that order; missing ones are left out."""
    result = transaction.connection.execute(select(boards).where(boards.c.id.in_(numbers)))
    rows = {row.id: row for row in result}
    return _listed(
        transaction, [rows[number] for number in dict.fromkeys(numbers) if number in rows]
    )


def _listed(transaction: Transaction, rows: Any) -> list[Listed]:
    pairs = seats_of(transaction, [row.id for row in rows])
    return [Listed(row, pairs[row.id]) for row in rows]


def parts_of(transaction: Transaction, listed: Sequence[Listed]) -> dict[int, PartOf]:
    """Return the tournaments and ladders of games, by board."""
    numbers = {board.row.tournament for board in listed} - {None}
    if not numbers:
        return {}
    rows = transaction.connection.execute(
        select(tournaments.c.id, tournaments.c.title, tournaments.c.kind, tournaments.c.game).where(
            tournaments.c.id.in_(numbers)
        )
    )
    parts = {row.id: PartOf.of(row.id, row.title, row.kind, row.game) for row in rows}
    return {
        board.row.id: parts[board.row.tournament]
        for board in listed
        if board.row.tournament in parts
    }


STATES = {"all": None, "active": ACTIVE, "inactive": OVER, "open": OPEN}
"""Words for states in commands and pages."""


def keep_watch(
    transaction: Transaction,
    user: int,
    number: int,
    watching: bool,
    now: float,
    payers: limits.Payers = (),
) -> None:
    """Add a board to those that a user watches, or remove it."""
    row = (watches.c.user_id == user) & (watches.c.board == number)
    if not watching:
        transaction.connection.execute(delete(watches).where(row))
        return
    limits.charge(transaction, limits.WATCHED, payers, now)
    if transaction.connection.execute(select(watches).where(row)).first() is None:
        transaction.connection.execute(insert(watches).values(user_id=user, board=number))
