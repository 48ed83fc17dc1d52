"""Rated games and their formula, and the play-by-mail server's formula itself."""

from __future__ import annotations

import threading
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boche.server.database.connect import open_store
from boche.server.database.store import Store, Transaction
from boche.server.errors import BadRequestError, ConflictError
from boche.server.operation.settings import Settings
from boche.server.operation.startup import serve
from boche.server.people import ratings
from boche.server.people.accounts import User
from boche.server.people.ratings import BEGINNER, OLD, OldRating, expected, updated
from boche.server.people.standings import course, figures_after, of_user, standings
from boche.server.play import moves, setup
from boche.server.play.actor import Actor
from boche.server.play.match import load
from boche.server.play.player_info import people
from boche.server.play.setup import SeatTaker, Terms
from boche.viewer.cli.command import build_parser
from tests.server.desk import Desk

BEGINNERS = OldRating()
STEADY = OldRating(1600.0, 20)


@pytest.mark.parametrize(
    ("old", "other", "score", "value"),
    [
        # Two beginners: the mean of both, plus or minus 200.
        (BEGINNERS, BEGINNERS, 1.0, 1800.0),
        (BEGINNERS, BEGINNERS, 0.0, 1400.0),
        (BEGINNERS, BEGINNERS, 0.5, 1600.0),
        # A beginner against an established player: their rating, plus or minus 400.
        (BEGINNERS, OldRating(1900.0, 30), 1.0, 2300.0),
        (BEGINNERS, OldRating(1900.0, 30), 0.5, 1900.0),
        # The mean of all games, here the fourth.
        (OldRating(1700.0, 3), OldRating(1500.0, 20), 1.0, (3 * 1700.0 + 1900.0) / 4),
        (OldRating(1700.0, 3), OldRating(1500.0, 19), 0.0, (3 * 1700.0 + 1400.0) / 4),
        # Established: Elo, K = 32, less against provisional players.
        (STEADY, OldRating(1600.0, 50), 1.0, 1616.0),
        (STEADY, OldRating(2000.0, 50), 1.0, 1600.0 + 32.0 * (1.0 - 1.0 / 11.0)),
        (STEADY, OldRating(1600.0, 5), 1.0, 1604.0),
        (STEADY, BEGINNERS, 0.0, 1600.0),
    ],
)
def test_the_old_server_s_formula(
    old: OldRating, other: OldRating, score: float, value: float
) -> None:
    after = updated(old, other, score)
    assert after.value == pytest.approx(value)
    assert after.games == old.games + 1


def test_a_rating_is_provisional_for_twenty_games() -> None:
    one = BEGINNERS
    for _ in range(20):
        assert one.provisional
        one = updated(one, STEADY, 0.5)
    assert not one.provisional
    assert one.value == BEGINNER


@given(st.floats(0, 4000), st.floats(0, 4000), st.sampled_from([0.0, 0.5, 1.0]))
def test_between_the_established_what_one_wins_the_other_loses(
    one: float, other: float, score: float
) -> None:
    first = updated(OldRating(one, 20), OldRating(other, 20), score)
    second = updated(OldRating(other, 20), OldRating(one, 20), 1.0 - score)
    assert first.value + second.value == pytest.approx(one + other)
    assert expected(one, other) + expected(other, one) == pytest.approx(1.0)
    assert abs(first.value - one) <= 32.0


def finish(desk: Desk, one: SeatTaker, two: SeatTaker, *, rated: bool) -> int:
    """Play a game in which the first player resigns; return its number."""
    terms = Terms.of("boche", {"size": 4}, None, rated)

    def work(transaction: Transaction) -> int:
        made = setup.make(transaction, terms, (one, two), desk.now)
        assert one.user is not None
        moves.resign(transaction, Actor(one.user.id), made.number, desk.now)
        return made.number

    return desk.store.write(work)


def rated_games(desk: Desk, user: User) -> int:
    return sum(
        each.games
        for each in desk.store.read(lambda transaction: of_user(transaction, user.id)).values()
    )


def test_rated_are_games_between_two_accounts_that_are_to_count(desk: Desk) -> None:
    ann, bob = desk.person("ann"), desk.person("bob")
    finish(desk, SeatTaker(ann), SeatTaker(bob), rated=False)
    finish(desk, SeatTaker(ann), SeatTaker(None, "guest"), rated=False)
    finish(desk, SeatTaker(ann), SeatTaker(ann), rated=False)
    assert (rated_games(desk, ann), rated_games(desk, bob)) == (0, 0)
    for other in (SeatTaker(None, "guest"), SeatTaker(ann)):
        with pytest.raises(BadRequestError):
            finish(desk, SeatTaker(ann), other, rated=True)
    finish(desk, SeatTaker(ann), SeatTaker(bob), rated=True)
    assert (rated_games(desk, ann), rated_games(desk, bob)) == (1, 1)
    assert [
        each.name for each in desk.store.read(lambda transaction: standings(transaction, "boche"))
    ] == ["bob", "ann"]
    assert len(desk.store.read(lambda transaction: course(transaction, ann.id, "boche"))) == 1
    assert desk.store.read(lambda transaction: standings(transaction, "octi")) == []


def test_two_first_games_that_end_at_once_are_not_in_each_others_way(store: Store) -> None:
    """Lock a row that does not exist yet: both would create it, and one would start over."""
    desk = Desk(store)
    ann, others = desk.person("ann"), [desk.person("bob"), desk.person("eve")]
    both_play, began = threading.Barrier(2), list[str]()
    terms = Terms.of("boche", {"size": 4}, None, True)

    def work(transaction: Transaction, other: User) -> None:
        made = setup.make(transaction, terms, (SeatTaker(ann), SeatTaker(other)), desk.now)
        began.append(other.name)
        with suppress(threading.BrokenBarrierError):  # SQLite lets one write at a time
            both_play.wait(1.0)
        moves.resign(transaction, Actor(ann.id), made.number, desk.now)

    threads = [
        threading.Thread(target=store.write, args=(partial(work, other=other),)) for other in others
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sorted(began) == ["bob", "eve"]
    assert [rated_games(desk, each) for each in (ann, *others)] == [2, 1, 1]


def test_games_that_end_at_once_are_all_rated(store: Store) -> None:
    desk = Desk(store)
    people = [desk.person(name) for name in ("ann", "bob", "eve", "zoe")]
    threads = [
        threading.Thread(target=finish, args=(desk, SeatTaker(one), SeatTaker(two)),
                         kwargs={"rated": True})
        for one in people for two in people if one != two
    ]  # fmt: skip
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert [rated_games(desk, each) for each in people] == [6] * 4
    changes = [
        store.read(lambda transaction, who=each.id: course(transaction, who, "boche"))
        for each in people
    ]
    for each, went in zip(people, changes, strict=True):
        last = store.read(lambda transaction, who=each.id: of_user(transaction, who))[
            "boche"
        ].rating
        assert any(value == last for _, value in went)


def test_a_server_does_not_start_by_another_formula_than_its_games_have(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path / 'server.db'}")
    desk = Desk(store)
    finish(desk, SeatTaker(desk.person("ann")), SeatTaker(desk.person("bob")), rated=True)
    store.close()
    args = build_parser().parse_args(["serve", "run", "--ratings", OLD, "--data", str(tmp_path)])
    with pytest.raises(ConflictError, match="rated by glicko2"):
        serve(Settings(port=0, data=args.data, ratings=args.ratings))


def test_serve_knows_the_formulas() -> None:
    for formula in ratings.FORMULAS:
        assert build_parser().parse_args(["serve", "run", "--ratings", formula]).ratings == formula


def test_a_board_and_a_list_show_the_same_change(desk: Desk) -> None:
    ann, bob = desk.person("ann"), desk.person("bob")
    numbers = [
        finish(desk, SeatTaker(one), SeatTaker(two), rated=True)
        for one, two in [(ann, bob), (bob, ann), (bob, ann), (ann, bob)] * 5
        if not desk.pass_time(1.0)
    ]

    def texts(transaction: Transaction) -> tuple[list[str], list[str]]:
        after = figures_after(transaction, numbers)
        at_boards = [people(transaction, load(transaction, number)) for number in numbers]
        return (
            [row["text"] for rows in at_boards for row in rows],
            [str(after[number, seat]) for number in numbers for seat in (0, 1)],
        )

    on_board, in_list = desk.store.read(texts)
    assert on_board == in_list
