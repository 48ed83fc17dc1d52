"""Many rated games of two people."""

from __future__ import annotations

import pytest

from boche.engine.durations import DAY
from boche.server.errors import ConflictError
from boche.server.play import offers
from boche.server.play.actor import Actor
from boche.server.play.rated import MOST_OF_PAIR
from tests.server.desk import Desk


def test_two_people_play_so_many_rated_games_a_day(desk: Desk) -> None:
    ann, bob = desk.person("ann"), desk.person("bob")
    desk.person("cid")
    for number in range(1, MOST_OF_PAIR + 1):
        desk.do("boche challenge -size=4 ann bob", user=ann)
        desk.do(f"boche accept {number}", user=bob)
        if number > 1:
            desk.do(f"boche move {number} c:a1", user=ann)
            desk.do(f"boche resign {number}", user=bob)
    for who, other in (("ann", "bob"), ("bob", "ann")):
        status, reason = desk.refused(
            f"boche challenge -size=4 {who} {other}", user=ann if who == "ann" else bob
        )
        assert (status, f"{MOST_OF_PAIR} rated games within a day" in reason) == (409, True)
    with pytest.raises(ConflictError, match="within a day"):
        desk.store.write(
            lambda t: offers.propose(t, Actor(bob.id), MOST_OF_PAIR, offers.REMATCH, desk.now)
        )
    desk.do("boche challenge -size=4 --unrated ann bob", user=ann)
    desk.do("boche challenge -size=4 ann cid", user=ann)
    desk.pass_time(DAY + 1)
    desk.do("boche challenge -size=4 ann bob", user=ann)
