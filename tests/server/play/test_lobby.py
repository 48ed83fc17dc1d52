"""Who is paired with whom in the lobby, and how long a seek lasts."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from boche.engine.durations import DAY
from boche.server.database.schema import boards, seats
from boche.server.errors import BadRequestError, ConflictError, NotAllowedError
from boche.server.people import messages
from boche.server.people.accounts import find
from boche.server.play import arrival, downtime, lists, lobby, seeks
from boche.server.play.account_deletion import leave
from boche.server.play.clock_names import NAMED, read_clock, title_of
from boche.server.play.clocks import Clock
from boche.server.play.match import ACTIVE, OVER
from tests.server.desk import Desk
from tests.server.play.lobby_people import LIVE, SLOW, Person, board, guest, person, waiting


def pair(desk: Desk) -> tuple[Person, Person]:
    return person(desk, "ann"), person(desk, "bob")


@pytest.mark.parametrize("rated", [True, False])
def test_two_who_want_the_same_are_paired_at_once(desk: Desk, rated: bool) -> None:
    ann, bob = pair(desk)
    first = ann.seek(LIVE, rated=rated)
    assert not first.paired
    assert waiting(desk) == [first.board]
    second = bob.seek(LIVE, rated=rated)
    assert (second.paired, second.board) == (True, first.board)
    assert waiting(desk) == []
    begun = board(desk, first.board)
    assert (begun.row.state, begun.row.rated) == (ACTIVE, rated)
    assert sorted(begun.names) == ["ann", "bob"]
    assert begun.names[second.own] == "bob"


def test_whoever_waits_longest_comes_first(desk: Desk) -> None:
    ann, bob, cid = (person(desk, name) for name in ("ann", "bob", "cid"))
    # They do not fit each other, but both fit whoever comes.
    first, second = ann.seek(begins="me"), bob.seek(begins="me")
    assert cid.seek().board == first.board
    assert waiting(desk) == [second.board]


def test_other_terms_are_another_game(desk: Desk) -> None:
    ann, bob = pair(desk)
    ann.seek(LIVE)
    for found in (
        bob.seek(Clock(300.0, 6.0)), bob.seek(), bob.seek(LIVE, rated=True),
        bob.seek(LIVE, size=5), bob.seek(LIVE, game="boku"),
    ):  # fmt: skip
        assert not found.paired


@pytest.mark.parametrize(
    ("one", "two", "own"),
    [("me", "other", 1), ("other", "me", 0), ("me", "random", 1), ("random", "me", 0),
     ("random", "other", 1), ("me", "me", None), ("other", "other", None)],
)  # fmt: skip
def test_who_moves_first_has_to_fit(desk: Desk, one: str, two: str, own: int | None) -> None:
    for number in range(3 if "random" in (one, two) else 1):
        ann, bob = guest(desk, 2 * number), guest(desk, 2 * number + 1)
        first, second = ann.seek(begins=one), bob.seek(begins=two)
        assert second.paired == (own is not None)
        if own is None:
            return
        assert second.own == own
        for it, seat in ((ann, 1 - own), (bob, own)):
            assert [each.number for each in it.actor.seats(board(desk, first.board))] == [seat]


def test_each_rating_is_in_the_other_ones_range(desk: Desk) -> None:
    ann, bob = pair(desk)
    ann.is_rated(1700.0)
    bob.is_rated(1400.4)
    first = ann.seek(low=1401, high=1800)
    with pytest.raises(NotAllowedError, match="for players rated 1401 to 1800; yours is 1400"):
        bob.join(first.board)
    with pytest.raises(NotAllowedError, match="a guest has none"):
        guest(desk, 1).join(first.board)
    assert not guest(desk, 1).seek().paired
    assert waiting(desk) == [first.board + 1, first.board]
    assert bob.seek(low=0).board not in waiting(desk)[1:], "neither fits the other one"
    cid, dan = person(desk, "cid"), person(desk, "dan")  # 1500, as everybody begins
    assert not cid.seek(low=1600, high=1699).paired, "ann's is above that, bob's and dan's below"
    assert not dan.seek(low=1600, high=1699).paired
    assert person(desk, "eve").seek(low=1700).board == first.board


def test_bad_ranges_are_refused(desk: Desk) -> None:
    ann = person(desk, "ann")
    for low, high, reason in ((1800, 1700, "the lower one must"), (-1, None, "0 to 4000"),
                              (None, 9999, "0 to 4000"), (3951, None, "at least 50"),
                              (1500, 1549, "at least 50")):  # fmt: skip
        with pytest.raises(BadRequestError, match=reason):
            ann.seek(low=low, high=high)
    with pytest.raises(BadRequestError, match="needs an account"):
        guest(desk, 1).seek(low=1000)
    with pytest.raises(BadRequestError, match="begins"):
        ann.seek(begins="nobody")
    with pytest.raises(BadRequestError, match="not rated"):
        guest(desk, 1).seek(rated=True)


@pytest.mark.parametrize("by_whoever_waits", [True, False])
def test_blocked_people_do_not_meet(desk: Desk, by_whoever_waits: bool) -> None:
    ann, bob = pair(desk)
    blocking, blocked = (ann, bob) if by_whoever_waits else (bob, ann)
    assert blocking.user is not None
    assert blocked.user is not None
    one, two = blocking.user.id, blocked.user.id
    desk.store.write(lambda transaction: messages.block(transaction, one, two, True, desk.now))
    first = ann.seek()
    assert not bob.seek().paired
    with pytest.raises(NotAllowedError, match=r"does not take challenges|you have blocked ann"):
        bob.join(first.board)


def test_nobody_meets_themselves(desk: Desk) -> None:
    ann = person(desk, "ann")
    first = ann.seek()
    assert not ann.seek().paired
    ann.address = "203.0.113.9"
    assert not ann.seek().paired
    with pytest.raises(ConflictError, match="you sit there already"):
        ann.join(first.board)
    one, two = guest(desk, 7), guest(desk, 7)
    second = one.seek(size=5)
    assert not two.seek(size=5).paired, "it may be the same one in another window"
    with pytest.raises(ConflictError, match="you sit there already"):
        one.join(second.board)


# -- how long it lasts


def test_a_live_seek_lasts_while_its_player_is_there(desk: Desk) -> None:
    ann, bob = pair(desk)
    live, slow = ann.seek(LIVE).board, ann.seek().board
    for _ in range(5):
        desk.pass_time(seeks.GONE - 1.0)
        assert desk.store.write(
            lambda transaction: seeks.signs(transaction, [live, slow], desk.now)
        ) == [live]
    assert waiting(desk) == [slow, live]
    desk.pass_time(seeks.GONE + 1.0)
    assert waiting(desk) == [slow]
    with pytest.raises(ConflictError, match="whoever waited there has left"):
        bob.join(live)
    assert not bob.seek(LIVE).paired
    for number in desk.store.read(lambda transaction: seeks.gone(transaction, desk.now)):
        desk.store.write(lambda transaction, it=number: arrival.end_if_gone(
            transaction, it, desk.now))  # fmt: skip
    over = board(desk, live).row
    assert (over.state, over.reason) == (OVER, "withdrawn before anybody joined")
    desk.pass_time(5 * DAY)
    assert waiting(desk) == [slow]
    assert bob.join(slow).row.state == ACTIVE


def test_nobody_is_gone_while_the_server_stood_still(desk: Desk) -> None:
    ann = person(desk, "ann")
    live = ann.seek(LIVE).board
    last = desk.now
    desk.pass_time(600.0)
    desk.store.write(lambda transaction: downtime.keep_clocks(transaction, last, desk.now))
    assert waiting(desk) == [live]


def test_whoever_plays_live_waits_for_no_other_live_game(desk: Desk) -> None:
    ann, bob, cid = (person(desk, name) for name in ("ann", "bob", "cid"))
    slow, live, own = ann.seek().board, ann.seek(LIVE).board, bob.seek(LIVE, size=5).board
    assert ann.seek(LIVE, size=6).board != live
    assert board(desk, live).row.state == OVER, "the new one replaces it"
    bob.join(waiting(desk)[0])
    assert waiting(desk) == [slow]
    assert board(desk, own).row.state == OVER
    cid.join(slow)


def test_a_form_that_is_sent_twice_opens_one_game(desk: Desk) -> None:
    ann, bob = pair(desk)
    for clock in (SLOW, LIVE):
        first = ann.seek(clock)
        assert ann.seek(clock) == first
        assert ann.seek(clock, size=5).board != first.board, "other terms"
        desk.now += lobby.AGAIN
        later = ann.seek(clock)
        assert later.board != first.board, "another game on the same terms"
        desk.now += lobby.AGAIN
        joined = bob.seek(clock)
        assert joined.paired
        assert bob.seek(clock) == joined, "the game that has begun, and no seek beside it"
    desk.now += lobby.AGAIN
    one, other = (bob.seek(SLOW, begins=begins, size=6) for begins in ("me", "other"))
    assert one.board != other.board


def test_nobody_has_too_many(desk: Desk) -> None:
    ann = person(desk, "ann")
    for _ in range(seeks.MOST_SLOW):
        ann.seek()
        desk.now += lobby.AGAIN
    with pytest.raises(ConflictError, match=f"you have {seeks.MOST_SLOW} open games already"):
        ann.seek()
    for number in range(seeks.MOST_OF_ADDRESS):
        guest(desk, 5).seek(size=5 + number % 2)
    with pytest.raises(ConflictError, match=f"you have {seeks.MOST_OF_ADDRESS} open games already"):
        guest(desk, 5).seek(size=5)
    assert not guest(desk, 6).seek(size=7).paired


def test_what_is_withdrawn_is_on_nobodys_list(desk: Desk) -> None:
    ann = person(desk, "ann")
    assert ann.user is not None
    user, number = ann.user.id, ann.seek().board
    desk.store.write(lambda transaction: arrival.withdraw(transaction, ann.actor, number, desk.now))
    assert waiting(desk) == []
    for reader in (user, None):
        assert desk.store.read(
            lambda transaction, it=reader: lists.boards_of(transaction, user, it)
        ) == []  # fmt: skip
    assert desk.store.read(lists.all_boards) == []


def test_a_deleted_account_leaves_nothing_open(desk: Desk) -> None:
    ann = person(desk, "ann")
    number = ann.seek().board
    assert ann.user is not None
    user = ann.user
    desk.store.write(lambda transaction: leave(transaction, user, desk.now))
    assert waiting(desk) == []
    assert desk.store.read(lambda transaction: find(transaction, "ann")) is None
    kept = desk.store.read(lambda transaction: [
        *transaction.connection.execute(select(seats.c.name).where(seats.c.board == number)),
        *transaction.connection.execute(select(boards.c.reason).where(boards.c.id == number)),
    ])  # fmt: skip
    assert not [row for row in kept if "ann" in row[0]]


# -- clocks by name


def test_clocks_have_names(desk: Desk) -> None:
    for name, named in NAMED.items():
        assert read_clock(name) == named.clock
        assert title_of(named.clock) == named.title
        named.clock.check()
    assert [named.clock.live for named in NAMED.values()] == [True] * 3 + [False] * 3
    assert title_of(Clock(60.0)) == "1 minute for the game"
    with pytest.raises(BadRequestError, match="unknown clock 'sun'"):
        read_clock("sun")
