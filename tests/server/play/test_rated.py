"""What is rated: no trifles, and only so many games a day of the same two."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from boche.engine.durations import DAY
from boche.engine.games.registry import GAMES
from boche.server.database.schema import boards
from boche.server.errors import BadRequestError
from boche.server.play import offers
from boche.server.play.actor import Actor
from boche.server.play.clocks import Clock
from boche.server.play.lobby import seek
from boche.server.play.seeks import SeekPreferences
from boche.server.play.setup import SeatTaker, Terms
from boche.server.tournaments import entry
from tests.server.desk import Desk


@pytest.mark.parametrize(
    ("game", "options", "part"),
    [
        ("boche", {"size": 1}, "size 1 is too small"),
        ("boche", {"size": 2}, "size 2 is too small"),
        ("boche", {"size": 3}, ""),
        ("che", {"num_tiles": 3}, "pool of 3"),
        ("che", {"num_tiles": 0}, ""),
        ("che", {"group_area": 1}, "limit of 1"),
    ],
)
def test_the_game_says_what_is_too_small(game: str, options: dict[str, int], part: str) -> None:
    reason = GAMES[game].unrated(GAMES[game].complete(options))
    assert part in reason if part else not reason


def test_the_usual_rules_are_rated() -> None:
    for game in GAMES.values():
        assert not game.unrated(game.complete({}))


def test_a_trifle_is_rated_by_no_way_in(desk: Desk) -> None:
    ann, bob = desk.person("ann"), desk.person("bob")
    status, reason = desk.refused("boche challenge -size=2 ann bob", user=ann)
    assert (status, "not rated: a board of size 2 is too small" in reason) == (400, True)
    desk.do("boche challenge -size=2 --unrated ann bob", user=ann)
    terms = Terms.of("boche", {"size": 1}, Clock(10 * DAY, 0.0), True)
    write = desk.store.write
    with pytest.raises(BadRequestError, match="not rated"):
        write(
            lambda t: seek(
                t, SeatTaker(ann), terms, SeekPreferences("random"), desk.now, Actor(ann.id)
            )
        )
    plan = entry.Plan("A cup of tea", "swiss", terms, 2, size=4)
    with pytest.raises(BadRequestError, match="not rated"):
        write(lambda t: entry.make(t, ann, plan, desk.now))
    # A game from before the rule has no rated rematch.
    desk.do("boche accept 1", user=bob)
    desk.do("boche move 1 c:a1", user=ann)
    desk.do("boche resign 1", user=bob)
    write(lambda t: t.connection.execute(update(boards).values(rated=True)))
    with pytest.raises(BadRequestError, match="not rated"):
        write(lambda t: offers.propose(t, Actor(bob.id), 1, offers.REMATCH, desk.now))
