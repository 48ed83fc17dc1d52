"""Setting up boards: game, players and clock; joining one, and rematches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import insert, select, update

from boche.engine.errors import BocheError
from boche.engine.game import OptionValue
from boche.engine.games.registry import find
from boche.engine.languages.current import tr
from boche.server import limits
from boche.server.database.schema import boards, seats
from boche.server.database.store import Transaction
from boche.server.database.terms import terms_key
from boche.server.errors import BadRequestError, ConflictError, NotAllowedError, error_text
from boche.server.events import record_event, seated
from boche.server.infrastructure.tokens import new_secret, secret_hash
from boche.server.people.accounts import User, is_there
from boche.server.people.bans import check_opponent
from boche.server.people.messages import check_takes
from boche.server.people.names import GUEST, shown_guest
from boche.server.play import rated, seeks
from boche.server.play.actor import SERVER, Actor, check_computers
from boche.server.play.arrival import board_after_arrival, wait
from boche.server.play.clocks import Clock
from boche.server.play.match import OPEN, OVER, Match, Seat, load
from boche.server.play.moves import forfeit_if_overdue
from boche.server.play.seeks import SeekPreferences
from boche.server.play.words import NO_REMATCH

MAX_CHALLENGES_TO_PERSON, MAX_OPEN_CHALLENGES = 3, 20
"""Challenges of an account that await an answer: by one person, and by all."""


@dataclass(frozen=True)
class SeatTaker:
    """A player to be seated: an account (people or a computer's level), or a guest."""

    user: User | None = None
    name: str = GUEST

    @property
    def display_name(self) -> str:
        return self.user.name if self.user else self.name

    def with_checked_name(self, transaction: Transaction) -> SeatTaker:
        """Return the player, a guest with the displayed name. Raises ``ConflictError``."""
        return self if self.user else SeatTaker(None, shown_guest(transaction, self.name))


@dataclass(frozen=True)
class Terms:
    """Terms of a game. ``options`` are complete, as from the game's ``complete``."""

    game: str
    options: Mapping[str, OptionValue]
    clock: Clock = field(default_factory=lambda: Clock(None))
    rated: bool = False

    @classmethod
    def of(
        cls, game: str, settings: Mapping[str, object], clock: Clock | None = None,
        rated: bool = False,
    ) -> Terms:  # fmt: skip
        """Return terms with the defaults filled in. Raises ``BadRequestError``."""
        try:
            options = find(game).complete(settings)
        except BocheError as error:
            raise BadRequestError(error_text(error)) from error
        return cls(game, options, clock or Clock(None), rated)

    @property
    def key(self) -> str:
        """A hash of the terms, without reminders."""
        clock = self.clock
        times = (clock.start, clock.increment, clock.most)
        changed = find(self.game).changed(self.options)
        return terms_key(self.game, changed, times, rated=self.rated)


@dataclass(frozen=True)
class CreatedBoard:
    """A new board, and the secrets of guests' seats, None for other seats."""

    number: int
    secrets: tuple[str | None, str | None]


def make(
    transaction: Transaction,
    terms: Terms,
    takers: tuple[SeatTaker | None, SeatTaker | None],
    now: float,
    maker: Actor = SERVER,
    creator_seat: int | None = None,
    private: bool = False,
    preferences: SeekPreferences | None = None,
    seen: float | None = None,
    tournament: int | None = None,
) -> CreatedBoard:
    """Set up a board for ``maker``. A taker None leaves the seat free for anyone to take.

    ``creator_seat`` is the seat of the creator, so that the other one is challenged or awaited;
    with None, both are there. A ``private`` board appears only in lists of those who sit there.
    ``preferences`` are those of whoever waits for anyone, and ``seen`` is when they were there, if
    they have to be (see ``server.play.seeks``). ``tournament`` is the one it is a game of. Raises
    ``BadRequestError`` for a rated game with guests or with oneself, and ``TooManyError`` and
    ``ConflictError`` if the maker has too many.
    """
    first, second = (taker and taker.with_checked_name(transaction) for taker in takers)
    for taker in takers:
        if taker is not None and taker.user is not None and taker.user.level is None:
            check_opponent(transaction, taker.user.id, taker.user.name, now)
    known = [taker.user.id for taker in takers if taker and taker.user]
    if terms.rated and any(taker and not taker.user for taker in takers):
        raise BadRequestError(tr("a rated game is between two accounts: a guest's is not rated"))
    if terms.rated and len(known) == 2 and known[0] == known[1]:
        raise BadRequestError(tr("a game against yourself cannot be rated"))
    if terms.rated and tournament is None:
        rated.check_rules(terms.game, terms.options)
        people = [each.user.id for each in takers if each and each.user and not each.user.level]
        if len(people) == 2:
            rated.check_pair(transaction, people[0], people[1], now)
    if creator_seat is not None and maker.user is not None and tournament is None:
        asked = takers[1 - creator_seat]
        _check_challenges(transaction, maker, asked.user if asked else None)
    limits.charge(transaction, limits.BOARDS, maker.payers, now)
    check_computers(
        transaction, maker, (taker.user.level for taker in takers if taker and taker.user), now
    )
    clock = terms.clock
    number = transaction.connection.execute(
        insert(boards).values(
            game=terms.game, options=dict(terms.options), state=OPEN, rated=terms.rated,
            created=now, start=clock.start, increment=clock.increment, most=clock.most,
            nag=clock.nag, ply=0, nagged=False, events=0, private=private,
            watch=new_secret() if private else None, maker=maker.maker, tournament=tournament,
        ).returning(boards.c.id)
    ).scalar_one()  # fmt: skip
    is_present = [creator_seat in (None, seat) or _comes_at_once(takers, seat) for seat in (0, 1)]
    secrets = (
        _seat(transaction, number, 0, first, clock, now if first and is_present[0] else None),
        _seat(transaction, number, 1, second, clock, now if second and is_present[1] else None),
    )
    record_event(transaction, number, "made", {"game": terms.game}, now)
    if (first is None) != (second is None):
        begins = seeks.ME if first else seeks.OTHER
        seeks.add(
            transaction, number, terms.key, known[0] if known else None, maker.maker,
            preferences or SeekPreferences(begins), seen,
        )  # fmt: skip
    wait(transaction, number, creator_seat, now)
    return CreatedBoard(number, secrets)


def _check_challenges(transaction: Transaction, maker: Actor, asked: User | None) -> None:
    """Raise ``ConflictError`` if an account awaits enough answers already."""
    if asked is None or asked.level is not None or asked.id == maker.user:
        return
    open_ones = (
        select(seats.c.user_id)
        .join(boards, boards.c.id == seats.c.board)
        .where(boards.c.maker == maker.maker, boards.c.state == OPEN)
        .where(seats.c.user_id.is_not(None), seats.c.came.is_(None))
    )
    awaited = list(transaction.connection.execute(open_ones).scalars())
    if awaited.count(asked.id) >= MAX_CHALLENGES_TO_PERSON:
        raise ConflictError(
            tr(
                "{name} already has {most} unanswered challenges from you; wait for an answer",
                name=asked.name,
                most=MAX_CHALLENGES_TO_PERSON,
            )
        )
    if len(awaited) >= MAX_OPEN_CHALLENGES:
        raise ConflictError(
            tr(
                "you have {most} challenges without an answer; withdraw one of them first",
                most=MAX_OPEN_CHALLENGES,
            )
        )


def _comes_at_once(takers: tuple[SeatTaker | None, SeatTaker | None], seat: int) -> bool:
    """Return whether a seat needs no consent: a computer, or one player on both sides."""
    user = taker.user if (taker := takers[seat]) else None
    other = rival.user if (rival := takers[1 - seat]) else None
    itself = user is not None and other is not None and user.id == other.id
    return itself or (user is not None and user.level is not None)


def _seat(
    transaction: Transaction,
    number: int,
    seat: int,
    taker: SeatTaker | None,
    clock: Clock,
    came: float | None,
) -> str | None:
    """Write a seat; return a guest's secret, else None."""
    user = taker.user if taker else None
    secret = new_secret() if taker and not user else None
    if user:
        transaction.topics.add(seated(user.id))
    transaction.connection.execute(
        insert(seats).values(
            board=number, seat=seat, user_id=user.id if user else None,
            name=taker.display_name if taker else "", level=user.level if user else None,
            secret=secret_hash(secret) if secret else None, bank=clock.start, muted=False,
            notes="", state=OPEN, to_move=False, came=came,
        )
    )  # fmt: skip
    return secret


def join(
    transaction: Transaction, number: int, taker: SeatTaker, now: float, actor: Actor = SERVER,
    place: int | None = None,
) -> tuple[Match, str | None]:  # fmt: skip
    """Take a board's free seat; return the board and a guest's secret. Counts against ``actor``.

    With ``place``, the seats are exchanged if need be, so that this is the free one. Raises
    ``ConflictError`` if none is free, or whoever waited has left, and ``NotAllowedError`` if a
    guest, or somebody with another rating, or somebody blocked may not take it.
    """
    taker = taker.with_checked_name(transaction)
    seeks.lock(transaction)
    limits.charge(transaction, limits.BOARDS, actor.payers, now)
    board = forfeit_if_overdue(transaction, load(transaction, number, lock=True), now)
    free = [seat for seat in board.seats if not seat.is_taken]
    if board.row.state != OPEN or not free:
        raise ConflictError(tr("board {number}: there is no free seat", number=number))
    if board.row.rated and taker.user is None:
        raise NotAllowedError(tr("board {number} is rated: sign in to play there", number=number))
    if actor.seats(board) or (
        taker.user and any(seat.user == taker.user.id for seat in board.seats)
    ):
        raise ConflictError(
            tr(
                "board {number}: you already have a seat there; the other is for someone else",
                number=number,
            )
        )
    seeks.check_may_join(transaction, board, taker.user, now)
    others = [seat.user for seat in board.seats if seat.user is not None]
    if board.row.rated and taker.user is not None and others:
        rated.check_pair(transaction, taker.user.id, others[0], now)
    seeks.remove(transaction, number)
    seat = free[0]
    if place not in (None, seat.number):
        seat = _exchange(transaction, board, seat)
    secret = None if taker.user else new_secret()
    if taker.user:
        transaction.topics.add(seated(taker.user.id))
    values: dict[str, Any] = {
        "user_id": taker.user.id if taker.user else None, "name": taker.display_name,
        "level": taker.user.level if taker.user else None,
        "secret": secret_hash(secret) if secret else None, "came": now,
    }  # fmt: skip
    transaction.connection.execute(
        update(seats).where(seats.c.board == number, seats.c.seat == seat.number).values(**values)
    )
    record_event(transaction, number, "join", {"name": taker.display_name}, now, seat=seat.number)
    return board_after_arrival(transaction, number, now), secret


def _exchange(transaction: Transaction, board: Match, free: Seat) -> Seat:
    """Exchange the seats of a board that nobody has joined; return the seat that is free then."""
    away, there = -1, free.number
    numbers = ((seats.c.seat == there, away), (seats.c.seat == 1 - there, there),
               (seats.c.seat == away, 1 - there))  # fmt: skip
    for which, number in numbers:
        transaction.connection.execute(
            update(seats).where(seats.c.board == board.number, which).values(seat=number)
        )
    return replace(free, number=1 - free.number)


def check_rematch(transaction: Transaction, board: Match, seat: Seat, now: float) -> None:
    """Raise ``ConflictError`` if no rematch is possible, as of a game too small to be rated.

    Raises ``NotAllowedError`` if the opponent has blocked the player in this seat, or is banned.
    """
    other = board.seats[1 - seat.number]
    if board.row.state != OVER or board.row.began is None or not all(
        seat.is_taken for seat in board.seats
    ):  # fmt: skip
        raise ConflictError(NO_REMATCH(board=board.number))
    if not is_there(transaction, other.user):
        raise ConflictError(
            tr(
                "board {board}: a rematch needs the other player, whose account is gone",
                board=board.number,
            )
        )
    if other.user is not None:
        check_opponent(transaction, other.user, other.name, now)
    if board.row.rated:
        rated.check_rules(board.row.game, board.options)
    if board.row.rated and seat.user and other.user and seat.level is None and other.level is None:
        rated.check_pair(transaction, seat.user, other.user, now)
    if seat.user is not None and other.user is not None:
        check_takes(transaction, other.user, other.name, seat.user)


def rematch(transaction: Transaction, actor: Actor, board: Match, now: float) -> int:
    """Set up a rematch that both have agreed to, seats exchanged; return its number.

    It counts against ``actor``, who accepted. Guests keep their secrets: the same link works for
    both boards. A live game begins once both have arrived, others at once.
    """
    number = board.number
    terms = Terms(board.row.game, board.options, board.clock, board.row.rated)
    new_number = make(transaction, terms, (None, None), now, actor).number
    check_computers(transaction, actor, (seat.level for seat in board.seats), now)
    for seat in board.seats:
        at_once = seat.level is not None or not board.clock.live
        _move_over(transaction, new_number, 1 - seat.number, seat, now if at_once else None)
    transaction.connection.execute(
        update(boards)
        .where(boards.c.id == new_number)
        .values(before=number, private=board.row.private, watch=board.row.watch)
    )
    transaction.connection.execute(
        update(boards).where(boards.c.id == number).values(after=new_number)
    )
    record_event(transaction, number, "rematch", {"board": new_number}, now)
    wait(transaction, new_number, None, now)
    return new_number


def _move_over(
    transaction: Transaction, number: int, place: int, seat: Seat, came: float | None
) -> None:
    """Seat a player on another board too, with the same secret."""
    if seat.user is not None:
        transaction.topics.add(seated(seat.user))
    transaction.connection.execute(
        update(seats).where(seats.c.board == number, seats.c.seat == place).values(
            user_id=seat.user, name=seat.name, level=seat.level, secret=seat.secret, came=came
        )
    )  # fmt: skip
