"""People who seek games, for the tests of the lobby."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import insert

from boche.engine.durations import MINUTE
from boche.server.database.schema import ratings
from boche.server.database.store import Store, Transaction
from boche.server.infrastructure.tokens import secret_hash
from boche.server.people.accounts import User
from boche.server.play import lobby, seeks, setup
from boche.server.play.actor import Actor
from boche.server.play.clocks import Clock
from boche.server.play.lobby import SeekResult
from boche.server.play.match import Match, load
from boche.server.play.seeks import SeekPreferences
from boche.server.play.setup import SeatTaker, Terms
from tests.server.desk import Desk

LIVE, SLOW = Clock(5 * MINUTE, 5.0), Clock.days_a_move(3)
SMALL = {"size": 4, "kill": 0}


@dataclass
class Person:
    """An account, or a guest at an address, on a store."""

    desk: Desk
    user: User | None
    address: str
    secret: str | None = None

    @property
    def actor(self) -> Actor:
        secret = None if self.secret is None else secret_hash(self.secret)
        return Actor(self.user.id if self.user else None, secret, self.address)

    @property
    def taker(self) -> SeatTaker:
        return SeatTaker(self.user)

    def seek(
        self, clock: Clock = SLOW, begins: str = "random", low: int | None = None,
        high: int | None = None, *, game: str = "boche", rated: bool = False,
        store: Store | None = None, **options: int,
    ) -> SeekResult:  # fmt: skip
        terms = Terms.of(game, (SMALL | options) if game == "boche" else options, clock, rated)
        preferences, now = SeekPreferences(begins, low, high), self.desk.now
        found = (store or self.desk.store).write(
            lambda transaction: lobby.seek(
                transaction, self.taker, terms, preferences, now, self.actor
            )
        )
        self.secret = found.secret
        return found

    def join(self, number: int, store: Store | None = None) -> Match:
        now = self.desk.now
        board, _ = (store or self.desk.store).write(
            lambda transaction: setup.join(transaction, number, self.taker, now, self.actor)
        )
        return board

    def is_rated(self, rating: float, game: str = "boche") -> None:
        """Give the account a rating."""
        assert self.user is not None
        number = self.user.id

        def work(transaction: Transaction) -> None:
            transaction.connection.execute(insert(ratings).values(
                user_id=number, game=game, rating=rating, deviation=60.0, volatility=0.06,
                games=9, won=5, lost=4, drawn=0, at=self.desk.now,
            ))  # fmt: skip

        self.desk.store.write(work)


def person(desk: Desk, name: str) -> Person:
    """Return a new account, at an address of its own."""
    user = desk.person(name)
    return Person(desk, user, f"192.0.2.{user.id}")


def guest(desk: Desk, number: int) -> Person:
    """Return a guest at an address of their own."""
    return Person(desk, None, f"198.51.100.{number}")


def waiting(desk: Desk) -> list[int]:
    """Return the boards on the list, the newest first."""
    return [
        seek.board
        for seek in desk.store.read(lambda transaction: seeks.listed_seeks(transaction, desk.now))
    ]


def board(desk: Desk, number: int) -> Match:
    return desk.store.read(lambda transaction: load(transaction, number))
