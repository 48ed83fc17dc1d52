"""Games and moderators for the tests of this folder."""

from __future__ import annotations

from boche.server.database.store import Store, Transaction
from boche.server.people import accounts, operators
from boche.server.play import setup
from boche.server.play.actor import Actor
from boche.server.play.clocks import Clock
from boche.server.play.moves import resign
from tests.server.desk import HASH, START


def made(
    transaction: Transaction, first: str, second: str, now: float = START, *,
    rated: bool = True, private: bool = False, game: str = "boche",
) -> int:  # fmt: skip
    """Set up a game between two accounts, created if needed, that has begun."""
    people = [
        accounts.find(transaction, name) or accounts.sign_up(transaction, name, HASH, START)
        for name in (first, second)
    ]
    terms = setup.Terms.of(game, {}, Clock(None), rated)
    pair = (setup.SeatTaker(people[0]), setup.SeatTaker(people[1]))
    return setup.make(transaction, terms, pair, now, private=private).number


def lost(store: Store, loser: str, winner: str, now: float = START, **more: bool) -> int:
    """Play a game that the first player resigns; return its number."""

    def work(transaction: Transaction) -> int:
        number = made(transaction, loser, winner, now, **more)
        resign(transaction, Actor(accounts.named(transaction, loser).id), number, now)
        return number

    return store.write(work)


def operator(store: Store, name: str) -> None:
    """Make an existing account an operator."""
    store.write(
        lambda transaction: operators.appoint(
            transaction, accounts.named(transaction, name).id, START
        )
    )
