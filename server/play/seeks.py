"""Seeks: boards that wait for anybody to join, and what is asked of those who do.

A seek for a live game lasts while its player shows signs of presence; others wait for days.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from boche.engine.game import OptionValue
from boche.engine.languages.current import tr
from boche.server.database.schema import boards, seats, seeks, settings
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, ConflictError, NotAllowedError
from boche.server.people.accounts import User
from boche.server.people.messages import check_takes, kept_apart
from boche.server.people.standings import current_rating
from boche.server.play.clocks import Clock
from boche.server.play.match import OPEN, Match
from boche.server.play.stored_options import listed_options

TOPIC = "lobby"
"""The topic of all changes of the list."""

ABSENCE_TIMEOUT = 30.0
"""Seconds without a sign of its player after which a live seek is over."""

HEARTBEAT_INTERVAL = 10.0
"""Seconds between two signs of presence."""

MAX_LISTED = 100
MAX_OPEN_SEEKS, MAX_OPEN_SEEKS_OF_ADDRESS = 10, 5
"""Maximum number of an account's seeks, live or of days, and of seeks by guests at one address."""

ME, OTHER, RANDOM = "me", "other", "random"
BEGINS = (ME, OTHER, RANDOM)

LOWEST_RATING, HIGHEST_RATING = 0, 4000
NARROWEST_RANGE = 50
"""Smallest range of ratings: hardly anybody would be in a narrower one."""


@dataclass(frozen=True)
class SeekPreferences:
    """A player's preferences: who moves first, and the opponent's rating (None for any)."""

    begins: str = ME
    low: int | None = None
    high: int | None = None

    def check(self, user: User | None) -> None:
        """Raise ``BadRequestError`` if nobody could meet them."""
        if self.begins not in BEGINS:
            raise BadRequestError(tr("begins: choose me, other or random"))
        if self.is_ranged and user is None:
            raise BadRequestError(tr("a range of ratings needs an account: sign in first"))
        low, high = self.bounds
        if (
            not LOWEST_RATING <= low <= HIGHEST_RATING
            or not LOWEST_RATING <= high <= HIGHEST_RATING
        ):
            raise BadRequestError(
                tr(
                    "ratings must be from {lowest} to {highest}",
                    lowest=LOWEST_RATING,
                    highest=HIGHEST_RATING,
                )
            )
        if low > high:
            raise BadRequestError(
                tr(
                    "ratings {low} to {high}: the lower one must come first",
                    low=low,
                    high=high,
                )
            )
        if high - low < NARROWEST_RANGE:
            raise BadRequestError(
                tr(
                    "a range of ratings must span at least {narrowest} points",
                    narrowest=NARROWEST_RANGE,
                )
            )

    @property
    def is_ranged(self) -> bool:
        return self.low is not None or self.high is not None

    @property
    def bounds(self) -> tuple[int, int]:
        return (
            LOWEST_RATING if self.low is None else self.low,
            HIGHEST_RATING if self.high is None else self.high,
        )

    def admits(self, rating: float | None) -> bool:
        """Return whether a rating is in the range; None is a guest's."""
        low, high = self.bounds
        return not self.is_ranged or (rating is not None and low <= round(rating) <= high)

    @property
    def range(self) -> str:
        """The range in words; empty for any rating."""
        if self.low is None or self.high is None:
            if self.high is not None:
                return tr("up to {high}", high=self.high)
            return "" if self.low is None else tr("from {low}", low=self.low)
        return tr("{low} to {high}", low=self.low, high=self.high)


@dataclass(frozen=True)
class Seek:
    """A seek: its board's row, its player's seat, and their preferences."""

    row: Any

    @property
    def board(self) -> int:
        return int(self.row.id)

    @property
    def options(self) -> dict[str, OptionValue]:
        """Complete options of the game."""
        return listed_options(self.row)

    @property
    def user(self) -> int | None:
        number: int | None = self.row.user_id
        return number

    @property
    def preferences(self) -> SeekPreferences:
        return SeekPreferences(self.row.begins, self.row.low, self.row.high)

    @property
    def clock(self) -> Clock:
        row = self.row
        return Clock(row.start, row.increment, row.most, nag=row.nag)


def lock(transaction: Transaction) -> None:
    """Let all changes of seeks wait for each other until the transaction ends.

    So two that fit are never made side by side, by any processes.
    """
    held = select(settings.c.value).where(settings.c.name == TOPIC).with_for_update()
    if transaction.connection.execute(held).first() is not None:
        return
    try:
        with transaction.connection.begin_nested():
            transaction.connection.execute(insert(settings).values(name=TOPIC, value=""))
    except IntegrityError:
        transaction.connection.execute(held)


def add(
    transaction: Transaction, number: int, terms: str, user: int | None, maker: str | None,
    preferences: SeekPreferences, seen: float | None,
) -> None:  # fmt: skip
    """List a board with a free seat."""
    transaction.connection.execute(
        insert(seeks).values(
            board=number, terms=terms, user_id=user, maker=maker, low=preferences.low,
            high=preferences.high, begins=preferences.begins, seen=seen,
        )
    )  # fmt: skip
    transaction.topics.add(TOPIC)


def remove(transaction: Transaction, number: int) -> None:
    """Take a board off the list, if it is there."""
    if transaction.connection.execute(delete(seeks).where(seeks.c.board == number)).rowcount:
        transaction.topics.add(TOPIC)


def disown(transaction: Transaction, number: int) -> None:
    """Leave a board that nobody joined to nobody, so that no list has it any more."""
    transaction.connection.execute(
        update(seats)
        .where(seats.c.board == number)
        .values(user_id=None, secret=None, level=None, name="", notes="", came=None)
    )
    transaction.connection.execute(update(boards).where(boards.c.id == number).values(private=True))


# -- who may join


def check_may_join(transaction: Transaction, board: Match, user: User | None, now: float) -> None:
    """Raise ``ConflictError`` or ``NotAllowedError`` if a player may not take the free seat."""
    row = transaction.connection.execute(
        select(seeks).where(seeks.c.board == board.number)
    ).one_or_none()
    if row is None:
        return
    if row.seen is not None and row.seen < now - ABSENCE_TIMEOUT:
        raise ConflictError(tr("board {board}: whoever waited there has left", board=board.number))
    preferences = SeekPreferences(row.begins, row.low, row.high)
    if user is not None and row.user_id is not None:
        name = next(seat.name for seat in board.seats if seat.user == row.user_id)
        check_takes(transaction, row.user_id, name, user.id)
        if kept_apart(transaction, user.id, [row.user_id]):
            raise NotAllowedError(tr("you have blocked {name}", name=name))
    if not preferences.is_ranged:
        return
    rating = None if user is None else current_rating(transaction, user.id, board.row.game)
    if not preferences.admits(rating):
        if rating is None:
            text = tr("board {board} is for players rated {range}; guests have no rating",
                      board=board.number, range=preferences.range)  # fmt: skip
        else:
            text = tr("board {board} is for players rated {range}; yours is {rating}",
                      board=board.number, range=preferences.range,
                      rating=f"{rating:.0f}")  # fmt: skip
        raise NotAllowedError(text)


def _alive(now: float) -> ColumnElement[bool]:
    return or_(seeks.c.seen.is_(None), seeks.c.seen >= now - ABSENCE_TIMEOUT)


_COLUMNS = (
    boards.c.id, boards.c.game, boards.c.options, boards.c.rated, boards.c.created, boards.c.start,
    boards.c.increment, boards.c.most, boards.c.nag, seeks.c.terms, seeks.c.user_id,
    seeks.c.maker, seeks.c.low, seeks.c.high, seeks.c.begins, seeks.c.seen, seats.c.seat,
    seats.c.name,
)  # fmt: skip


def listed_seeks(transaction: Transaction, now: float, *where: ColumnElement[bool]) -> list[Seek]:
    """Return the seeks whose players are there, the newest first."""
    rows = transaction.connection.execute(
        select(*_COLUMNS)
        .join(boards, boards.c.id == seeks.c.board)
        .join(seats, (seats.c.board == seeks.c.board) & seats.c.came.is_not(None))
        .where(_alive(now), *where)
        .order_by(seeks.c.board.desc())
        .limit(MAX_LISTED)
    )
    return [Seek(row) for row in rows]


def of_terms(transaction: Transaction, terms: str, now: float) -> list[Seek]:
    """Return the seeks for the same game on the same terms, the oldest first."""
    return listed_seeks(transaction, now, seeks.c.terms == terms)[::-1]


# -- presence


def live_among(transaction: Transaction, numbers: Iterable[int]) -> list[int]:
    """Return those of these boards that wait for a live game."""
    mine = seeks.c.board.in_(list(numbers)) & seeks.c.seen.is_not(None)
    return list(transaction.connection.execute(select(seeks.c.board).where(mine)).scalars())


def note_present(transaction: Transaction, numbers: Iterable[int], now: float) -> list[int]:
    """Note that the players of live seeks are there; return those that still wait."""
    mine = seeks.c.board.in_(list(numbers)) & seeks.c.seen.is_not(None)
    statement = update(seeks).where(mine).values(seen=now).returning(seeks.c.board)
    return list(transaction.connection.execute(statement).scalars())


def live_of(
    transaction: Transaction, users: Collection[int], secrets: Collection[bytes]
) -> list[int]:
    """Return the boards of live seeks by these accounts and by guests with these secrets."""
    own = or_(seats.c.user_id.in_(users), seats.c.secret.in_(secrets))
    rows = transaction.connection.execute(
        select(seeks.c.board)
        .join(seats, seats.c.board == seeks.c.board)
        .where(own, seats.c.state == OPEN, seeks.c.seen.is_not(None))
        .order_by(seeks.c.board)
    )
    return list(rows.scalars())


def abandoned_seeks(transaction: Transaction, now: float, limit: int = 100) -> list[int]:
    """Return the boards of live seeks whose players have left."""
    rows = transaction.connection.execute(
        select(seeks.c.board)
        .where(seeks.c.seen < now - ABSENCE_TIMEOUT)
        .order_by(seeks.c.seen)
        .limit(limit)
    )
    return list(rows.scalars())


def is_abandoned(transaction: Transaction, number: int, now: float) -> bool:
    """Return whether a live seek's player has left."""
    late = (seeks.c.board == number) & (seeks.c.seen < now - ABSENCE_TIMEOUT)
    return transaction.connection.execute(select(seeks.c.board).where(late)).first() is not None


def check_seek_count(transaction: Transaction, user: int | None, maker: str | None) -> None:
    """Raise ``ConflictError`` if an account, or an address without one, has enough seeks."""
    if maker is None:
        return
    own, most = (
        seeks.c.maker == maker,
        MAX_OPEN_SEEKS_OF_ADDRESS if user is None else MAX_OPEN_SEEKS,
    )
    count = transaction.connection.execute(select(func.count()).where(own)).scalar_one()
    if count >= most:
        raise ConflictError(
            tr("you have {most} open games already; withdraw one of them first", most=most)
        )
