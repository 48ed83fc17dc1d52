"""Ratings as an older server kept them."""

from __future__ import annotations

import pytest

from boche.engine.durations import DAY
from boche.server.errors import BadRequestError, ConflictError
from boche.server.people.ratings import BEGINNER, GLICKO2, OLD, choose, formula_of
from boche.server.people.standings import of_user, standings
from boche.server.play.setup import SeatTaker
from tests.server.desk import Desk
from tests.server.people.test_ratings import finish


def test_a_database_may_rate_as_the_old_server_did(desk: Desk) -> None:
    ann, bob = desk.person("ann"), desk.person("bob")
    assert desk.store.read(formula_of) == GLICKO2
    with pytest.raises(BadRequestError):
        desk.store.write(lambda transaction: choose(transaction, "elo"))
    desk.store.write(lambda transaction: choose(transaction, OLD))
    desk.store.write(lambda transaction: choose(transaction, GLICKO2))
    desk.store.write(lambda transaction: choose(transaction, OLD))
    for _ in range(20):
        finish(desk, SeatTaker(ann), SeatTaker(bob), rated=True)
    first, second = desk.store.read(lambda transaction: standings(transaction, "boche"))
    assert (first.name, first.won, first.provisional, first.deviation) == ("bob", 20, False, 0.0)
    assert first.rating > BEGINNER > second.rating
    before = first.rating
    desk.pass_time(DAY + 1)  # two people have so many rated games a day
    finish(desk, SeatTaker(bob), SeatTaker(ann), rated=True)
    after = desk.store.read(lambda transaction: of_user(transaction, bob.id))["boche"].rating
    assert before - 32.0 < after < before
    assert f"{after:.0f} " in desk.do("boche standings")
    with pytest.raises(ConflictError, match="rated by pbmserv"):
        desk.store.write(lambda transaction: choose(transaction, GLICKO2))
    desk.store.write(lambda transaction: choose(transaction, OLD))
