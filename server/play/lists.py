"""Lists of boards: mine, where it is my turn, all, finished."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, and_, delete, func, insert, select

from server import limits
from server.database.schema import boards, seats, watches
from server.database.store import Unit
from server.play.board import ACTIVE, OPEN, OVER, Seat, seats_of

MOST = 200


@dataclass(frozen=True)
class Listed:
    """A board in a list: its row and its seats. The moves are not read."""

    row: Row[Any]
    seats: tuple[Seat, Seat]

    @property
    def names(self) -> tuple[str, str]:
        return self.seats[0].name, self.seats[1].name


def boards_of(
    unit: Unit, user: int, *, game: str | None = None, state: str | None = None,
    next_only: bool = False, most: int = MOST, before: int | None = None, turns_first: bool = True,
) -> list[Listed]:  # fmt: skip
    """Somebody's boards, the newest first; ``turns_first``: their turns above all others.

    ``before`` a number, to read on where the turns do not come first.
    """
    mine = select(seats.c.board).where(seats.c.user_id == user)
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
    found = list(unit.connection.execute(numbers.limit(most)).scalars())
    wanted = select(boards).where(boards.c.id.in_(found))
    rows = {row.id: row for row in unit.connection.execute(wanted)}
    return _listed(unit, [rows[number] for number in dict.fromkeys(found)])


def due_count(unit: Unit, user: int) -> int:
    """On how many boards it is somebody's turn."""
    mine = (seats.c.user_id == user) & (seats.c.state == ACTIVE) & seats.c.to_move
    return int(unit.connection.execute(select(func.count()).where(mine)).scalar_one())


def all_boards(
    unit: Unit, *, game: str | None = None, state: str | None = None, most: int = MOST,
    before: int | None = None,
) -> list[Listed]:  # fmt: skip
    """All boards, the newest first; ``before`` a number, to read on."""
    wanted = select(boards).order_by(boards.c.id.desc()).limit(most)
    if game is not None:
        wanted = wanted.where(boards.c.game == game)
    if state is not None:
        wanted = wanted.where(boards.c.state == state)
    if before is not None:
        wanted = wanted.where(boards.c.id < before)
    return _listed(unit, unit.connection.execute(wanted).all())


def open_boards(unit: Unit, game: str | None = None, most: int = MOST) -> list[Listed]:
    """Boards that wait for whoever takes the free seat."""
    free = and_(seats.c.board == boards.c.id, seats.c.user_id.is_(None), seats.c.secret.is_(None))
    wanted = (
        select(boards)
        .where(boards.c.state == OPEN, select(seats.c.board).where(free).exists())
        .order_by(boards.c.id.desc())
        .limit(most)
    )
    if game is not None:
        wanted = wanted.where(boards.c.game == game)
    return _listed(unit, unit.connection.execute(wanted).all())


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
