"""Lists of boards: mine, where it is my turn, where I am asked, all, finished."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Row, delete, func, insert, or_, select

from server import limits
from server.database.schema import boards, seats, watches
from server.database.store import Unit
from server.play.board import ACTIVE, OPEN, OVER, Seat, Seated, seats_of
from server.play.offers import REMATCH

MOST, LAST = 200, 50


@dataclass(frozen=True)
class Listed(Seated):
    """A board in a list: its row and its seats. The moves are not read."""

    row: Row[Any]
    seats: tuple[Seat, Seat]


def boards_of(
    unit: Unit, user: int, reader: int | None, *, game: str | None = None, state: str | None = None,
    next_only: bool = False, most: int = MOST, before: int | None = None, turns_first: bool = True,
) -> list[Listed]:  # fmt: skip
    """Somebody's boards as ``reader`` may know of them, the newest first.

    ``turns_first``: their turns above all others; ``before`` a number, to read on where those do
    not come first.
    """
    mine = select(seats.c.board).where(seats.c.user_id == user)
    if reader != user:
        mine = mine.where(seats.c.board.in_(select(boards.c.id).where(_known_to(reader))))
    if state is not None:
        mine = mine.where(seats.c.state == state)
    if next_only:
        mine = mine.where(seats.c.to_move, seats.c.state == ACTIVE)
    if game is not None:
        mine = mine.where(seats.c.board.in_(select(boards.c.id).where(boards.c.game == game)))
    order = [seats.c.to_move.desc()] if turns_first else []
    numbers = mine.order_by(*order, seats.c.board.desc())
    if before is not None:
        numbers = numbers.where(seats.c.board < before)
    return these(unit, list(unit.connection.execute(numbers.limit(most)).scalars()))


def asking(unit: Unit, user: int) -> list[Listed]:
    """Boards that want an answer of somebody: challenges, rematches to come to, and proposed ones.

    The newest first; rematches only of their last ``LAST`` games.
    """
    mine = select(seats.c.board).where(seats.c.user_id == user).order_by(seats.c.board.desc())
    numbers = [
        *unit.connection.execute(
            mine.where(seats.c.state == OPEN, seats.c.came.is_(None)).limit(MOST)
        ).scalars(),
        *unit.connection.execute(mine.where(seats.c.state == OVER).limit(LAST)).scalars(),
    ]
    wanted = (
        select(boards)
        .where(boards.c.id.in_(numbers), or_(boards.c.state == OPEN, boards.c.offer == REMATCH))
        .order_by(boards.c.id.desc())
    )
    found = _listed(unit, unit.connection.execute(wanted).all())
    return [
        each
        for each in found
        if each.row.state == OPEN or each.seats[each.row.offerer].user != user
    ]


def due_count(unit: Unit, user: int) -> int:
    """On how many boards it is somebody's turn, or they are asked to play."""
    turn = (seats.c.state == ACTIVE) & seats.c.to_move
    asked = (seats.c.state == OPEN) & seats.c.came.is_(None)
    mine = (seats.c.user_id == user) & (turn | asked)
    return int(unit.connection.execute(select(func.count()).where(mine)).scalar_one())


def all_boards(
    unit: Unit, *, game: str | None = None, state: str | None = None, most: int = MOST,
    before: int | None = None,
) -> list[Listed]:  # fmt: skip
    """All boards, the newest first; ``before`` a number, to read on."""
    # Who was asked to a game, and has not come, is nobody's business; so is a private one.
    wanted = (
        select(boards)
        .where(_known_to(None), or_(boards.c.state != OPEN, _FREE))
        .order_by(boards.c.id.desc())
        .limit(most)
    )
    if game is not None:
        wanted = wanted.where(boards.c.game == game)
    if state is not None:
        wanted = wanted.where(boards.c.state == state)
    if before is not None:
        wanted = wanted.where(boards.c.id < before)
    return _listed(unit, unit.connection.execute(wanted).all())


def open_boards(unit: Unit, game: str | None = None, most: int = MOST) -> list[Listed]:
    """Boards that wait for whoever takes the free seat."""
    wanted = (
        select(boards)
        .where(_known_to(None), boards.c.state == OPEN, _FREE)
        .order_by(boards.c.id.desc())
        .limit(most)
    )
    if game is not None:
        wanted = wanted.where(boards.c.game == game)
    return _listed(unit, unit.connection.execute(wanted).all())


def _known_to(reader: int | None) -> ColumnElement[bool]:
    """Which boards are in lists that somebody reads: private ones only where they sit there."""
    public = boards.c.private.is_(False)
    if reader is None:
        return public
    return or_(public, boards.c.id.in_(select(seats.c.board).where(seats.c.user_id == reader)))


_FREE = (
    select(seats.c.board)
    .where(seats.c.board == boards.c.id, seats.c.user_id.is_(None), seats.c.secret.is_(None))
    .exists()
)
"""Whether a board has an open seat."""


def these(unit: Unit, numbers: Sequence[int]) -> list[Listed]:
    """Boards by their numbers, in that order; what is not there is left out."""
    found = unit.connection.execute(select(boards).where(boards.c.id.in_(numbers)))
    rows = {row.id: row for row in found}
    return _listed(unit, [rows[number] for number in dict.fromkeys(numbers) if number in rows])


def _listed(unit: Unit, rows: Any) -> list[Listed]:
    pairs = seats_of(unit, [row.id for row in rows])
    return [Listed(row, pairs[row.id]) for row in rows]


STATES = {"all": None, "active": ACTIVE, "inactive": OVER, "open": OPEN}
"""The words that commands and pages have for states."""


def keep_watch(
    unit: Unit, user: int, number: int, wanted: bool, now: float, payers: limits.Payers = ()
) -> None:
    """Have a board among those that somebody watches, or no longer."""
    row = (watches.c.user_id == user) & (watches.c.board == number)
    if not wanted:
        unit.connection.execute(delete(watches).where(row))
        return
    limits.count(unit, limits.WATCHED, payers, now)
    if unit.connection.execute(select(watches).where(row)).first() is None:
        unit.connection.execute(insert(watches).values(user_id=user, board=number))
