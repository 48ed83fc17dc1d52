"""A board: one game loaded from the database; nothing is decided here."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import Any, Self
from urllib.parse import quote

from sqlalchemy import BindParameter, Row, bindparam, exists, select

from boche.engine.errors import NotationError, RefusedMoveError
from boche.engine.game import Game, OptionValue, colour_of, line_texts, seat_of
from boche.engine.game import Position as GamePosition
from boche.engine.games.registry import GAMES, find
from boche.engine.languages.catalogue import ENGLISH
from boche.engine.languages.current import current, tr, translate
from boche.server.database.prepared import Prepared
from boche.server.database.schema import (
    attendance,
    bans,
    boards,
    moves,
    plans,
    seats,
    tournaments,
    users,
)
from boche.server.database.store import Transaction
from boche.server.errors import ON_BOARD, BadRequestError, NotFoundError
from boche.server.play.clocks import Clock
from boche.server.play.position_cache import keep, position_of
from boche.server.play.stored_options import options_of_row
from boche.server.play.words import FOR_ANSWER, FOR_ANYBODY, FOR_COMING, shown_name
from boche.server.recall import recall

OPEN, ACTIVE, OVER = "open", "active", "over"
LADDER = "ladder"
"""The kind of a tournament that is a ladder."""


def ladder_title(game: str) -> str:
    """Return the title of a game's ladder."""
    known = GAMES.get(game)  # an external package may be gone
    return tr("{game} ladder", game=known.title if known else game)


@dataclass(frozen=True)
class PartOf:
    """The tournament or ladder that a game belongs to; ``path`` is that of its page.

    ``counts`` is False for a game that was not over when its arena was.
    """

    title: str
    kind: str
    path: str
    counts: bool = True

    @classmethod
    def of(cls, number: int, title: str, kind: str, game: str, *, counts: bool = True) -> Self:
        if kind == LADDER:
            title = ladder_title(game)
        path = f"/ladders/{quote(game, safe='')}" if kind == LADDER else f"/tournaments/{number}"
        return cls(title, kind, path, counts)


@dataclass(frozen=True)
class Seat:
    """One of a board's two seats. ``user`` and ``level`` are None for a guest.

    ``bank`` is the time left while it is not the player's turn, None without a clock; ``came`` is
    their time of arrival, None while they are awaited; ``away`` and ``banned`` are the ends of
    their vacation and ban (infinite for good), past or future, and ``present`` says whether they
    are at the board (see ``server.play.attendance``), all known where a board was loaded.
    """

    number: int
    user: int | None
    name: str
    level: int | None
    secret: bytes | None
    bank: float | None
    muted: bool
    notes: str
    came: float | None
    away: float | None = None
    banned: float | None = None
    present: bool | None = None

    def is_banned(self, now: float) -> bool:
        """Return whether the player's account is banned at the moment."""
        return self.banned is not None and self.banned > now

    @property
    def is_taken(self) -> bool:
        """True if somebody sits there."""
        return self.user is not None or self.level is not None or self.secret is not None


class Seated:
    """A board's row and seats, without its moves."""

    row: Any
    seats: tuple[Seat, Seat]

    @property
    def names(self) -> tuple[str, str]:
        return self.seats[0].name, self.seats[1].name

    @property
    def clock(self) -> Clock:
        row = self.row
        return Clock(row.start, row.increment, row.most, nag=row.nag)

    def is_challenged(self, seat: Seat) -> bool:
        """Return whether the seat's player is challenged and has not answered yet.

        Both sides of a rematch have agreed before its board exists.
        """
        waits = self.row.state == OPEN and seat.came is None
        return waits and seat.user is not None and self.row.before is None

    @property
    def waiting(self) -> str:
        """A line about what an open game waits for; empty once it has begun."""
        if self.row.state != OPEN:
            return ""
        seat = next(seat for seat in self.seats if seat.came is None)
        if not seat.is_taken:
            return translate(FOR_ANYBODY())
        return translate(
            (FOR_ANSWER if self.is_challenged(seat) else FOR_COMING)(name=shown_name(seat.name))
        )


@dataclass(frozen=True)
class Match(Seated):
    """The current state of a board: its row, its seats and the texts of its moves.

    The row has the table's columns, ``planned``: whether anybody has conditional moves there,
    ``tournament_title``, ``tournament_kind`` and ``tournament_ended``.
    """

    row: SimpleNamespace
    seats: tuple[Seat, Seat]
    moves: tuple[str, ...]

    @property
    def number(self) -> int:
        return int(self.row.id)

    @property
    def game(self) -> Game:
        return find(self.row.game)

    @cached_property
    def options(self) -> Mapping[str, OptionValue]:
        """Complete options of the game. Raises ``OptionError`` for those of a newer version."""
        return options_of_row(self.row)

    @property
    def part_of(self) -> PartOf | None:
        """The tournament or ladder that it is a game of."""
        row = self.row
        if row.tournament is None:
            return None
        end = row.tournament_ended
        counts = end is None or (row.ended is not None and row.ended <= end)
        return PartOf.of(
            row.tournament, row.tournament_title, row.tournament_kind, row.game, counts=counts
        )

    @cached_property
    def position(self) -> GamePosition:
        """The position of the game; resignations and expired time do not show in it."""
        return position_of(self.row.game, self.options, self.moves)

    @property
    def texts(self) -> tuple[str, ...]:
        """The moves as readers need them: see ``line_texts``."""
        return line_texts(self.position_at(0), self.moves)

    def position_at(self, ply: int) -> GamePosition:
        """Return the position after ``ply`` moves, 0 to all of them."""
        return position_of(self.row.game, self.options, self.moves[:ply])

    def colour_of(self, seat: int) -> str:
        """Return the current colour of a seat."""
        return colour_of(self.position, seat)

    def has_moved(self, seat: int) -> bool:
        """Return whether a seat has made a move that still stands."""
        before = (self.position_at(ply) for ply in range(len(self.moves)))
        return any(seat_of(position, position.turn) == seat for position in before)

    @property
    def first(self) -> bool:
        """True if a live game's seat to move has not moved yet; its clock is stopped."""
        row = self.row
        return row.state == ACTIVE and self.clock.live and not self.has_moved(row.turn)

    def after(self, text: str, position: GamePosition) -> Self:
        """Return the board after one more move, which led to ``position``; the row is unchanged."""
        texts = (*self.moves, text)
        keep(self.row.game, self.options, texts, position)
        return type(self)(self.row, self.seats, texts)._standing(position)

    def changed(self, seats: tuple[Seat, Seat] | None = None, **columns: Any) -> Self:
        """Return the board with other values in its row, or with other seats."""
        row = SimpleNamespace(**{**vars(self.row), **columns})
        return type(self)(row, seats or self.seats, self.moves)._standing(self.position)

    def _standing(self, position: GamePosition) -> Self:
        vars(self)["position"] = position
        return self


def load(transaction: Transaction, number: int, *, lock: bool = False) -> Match:
    """Load a board by its number. With ``lock``, it stays locked until the transaction ends.

    Raises ``NotFoundError``.
    """
    rows, pair, texts = transaction.ask(LOCKED if lock else ROW, SEATS, TEXTS, number=number)
    if not rows:
        raise NotFoundError(tr("board {number} does not exist", number=number))
    row = rows[0]
    if row.reason and current() != ENGLISH:
        row.reason = recall(row.reason)  # the same text, which can be said in any language
    first, second = (
        _seat(each, each.away_until, _end_of_ban(each), _presence(each)) for each in pair
    )
    return Match(row, (first, second), tuple(texts))


NUMBER: BindParameter[int] = bindparam("number")
_ROW = select(
    boards,
    exists().where(plans.c.board == boards.c.id).label("planned"),
    *(
        select(column)
        .where(tournaments.c.id == boards.c.tournament)
        .scalar_subquery()
        .label(f"tournament_{column.name}")
        for column in (tournaments.c.title, tournaments.c.kind, tournaments.c.ended)
    ),
).where(boards.c.id == NUMBER)
ROW = Prepared(_ROW)
LOCKED = Prepared(_ROW.with_for_update())
SEATS = Prepared(
    select(
        seats,
        users.c.away_until,
        bans.c.at.label("banned_at"),
        bans.c.until.label("banned_until"),
        attendance.c.absent,
    )
    .outerjoin(users, users.c.id == seats.c.user_id)
    .outerjoin(bans, bans.c.user_id == seats.c.user_id)
    .outerjoin(
        attendance, (attendance.c.board == seats.c.board) & (attendance.c.seat == seats.c.seat)
    )
    .where(seats.c.board == NUMBER)
    .order_by(seats.c.seat)
)
TEXTS = Prepared(select(moves.c.text).where(moves.c.board == NUMBER).order_by(moves.c.ply))


def refused(number: int, error: RefusedMoveError) -> BadRequestError:
    """Return the error for a move that the rules refuse on a board.

    Text that is no move at all is not repeated: it may be a password.
    """
    cause = error.reason if isinstance(error, NotationError) else error.message
    return BadRequestError(ON_BOARD(board=number, cause=cause))


def seats_of(transaction: Transaction, numbers: Sequence[int]) -> dict[int, tuple[Seat, Seat]]:
    """Return the seats of many boards, by the boards' numbers."""
    seats_by_board: dict[int, list[Seat]] = {}
    rows = transaction.connection.execute(
        select(seats).where(seats.c.board.in_(numbers)).order_by(seats.c.board, seats.c.seat)
    )
    for row in rows:
        seats_by_board.setdefault(row.board, []).append(_seat(row))
    return {number: (pair[0], pair[1]) for number, pair in seats_by_board.items()}


def _seat(
    row: Row[Any] | SimpleNamespace, away: float | None = None, banned: float | None = None,
    present: bool | None = None,
) -> Seat:  # fmt: skip
    return Seat(
        number=row.seat,
        user=row.user_id,
        name=row.name,
        level=row.level,
        secret=row.secret,
        bank=row.bank,
        muted=row.muted,
        notes=row.notes,
        came=row.came,
        away=away,
        banned=banned,
        present=present,
    )


def _presence(row: SimpleNamespace) -> bool | None:
    return None if row.absent is None else not row.absent


def _end_of_ban(row: SimpleNamespace) -> float | None:
    if row.banned_at is None:
        return None
    return math.inf if row.banned_until is None else float(row.banned_until)
