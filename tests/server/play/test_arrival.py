"""Games begin when both are there and willing; young games may end without a result."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from boche.engine.durations import DAY, HOUR, MINUTE
from boche.server.errors import ConflictError, NotAllowedError
from boche.server.infrastructure.tokens import secret_hash
from boche.server.people import vacation
from boche.server.people.accounts import User
from boche.server.play import arrival, conversation, lists, moves, offers, setup
from boche.server.play.actor import Actor
from boche.server.play.clocks import WAITS, Clock
from boche.server.play.match import ACTIVE, OPEN, OVER, Match, load
from boche.server.play.setup import SeatTaker, Terms
from tests.server.desk import Desk

QUICK, SLOW = Clock(5 * MINUTE, 2.0), Clock.days_a_move(3)


class Arrivals:
    """A board set up by seat 0, and the actions of its two sides."""

    def __init__(
        self,
        desk: Desk,
        takers: tuple[SeatTaker, SeatTaker],
        clock: Clock = QUICK,
        rated: bool = False,
        size: int = 4,
    ) -> None:
        self.desk = desk
        terms = Terms.of("boche", {"size": size, "kill": 0}, clock, rated)
        made = desk.store.write(
            lambda transaction: setup.make(transaction, terms, takers, desk.now, creator_seat=0)
        )
        self.number = made.number
        self.actors = tuple(
            Actor(each.user.id if each.user else None, secret_hash(secret) if secret else None)
            for each, secret in zip(takers, made.secrets, strict=True)
        )

    @property
    def board(self) -> Match:
        return self.desk.store.read(lambda transaction: load(transaction, self.number))

    @property
    def left(self) -> float:
        """The time until the deadline."""
        return float(self.board.row.deadline - self.desk.now)

    def do(self, act: Callable[..., object], seat: int, *more: object) -> None:
        actor, now = self.actors[seat], self.desk.now
        self.desk.store.write(lambda transaction: act(transaction, actor, self.number, *more, now))

    def move(self, seat: int, text: str) -> None:
        actor, now = self.actors[seat], self.desk.now
        self.desk.store.write(
            lambda transaction: moves.move(transaction, actor, self.number, text, now)
        )

    def wait(self, seconds: float) -> None:
        """Let time pass, and end what has expired."""
        self.desk.pass_time(seconds)
        self.desk.store.write(
            lambda transaction: moves.forfeit(transaction, self.number, self.desk.now)
        )


def by_link(desk: Desk, clock: Clock = QUICK) -> Arrivals:
    return Arrivals(desk, (SeatTaker(name="one"), SeatTaker(name="two")), clock)


def by_name(desk: Desk, clock: Clock = QUICK, rated: bool = True) -> Arrivals:
    one, two = SeatTaker(desk.person("ann")), SeatTaker(desk.person("bob"))
    return Arrivals(desk, (one, two), clock, rated)


@pytest.mark.parametrize("clock", [QUICK, SLOW, Clock(None)])
def test_a_game_by_a_link_begins_when_the_second_has_come(desk: Desk, clock: Clock) -> None:
    match = by_link(desk, clock)
    assert (match.board.row.state, match.board.waiting) == (OPEN, "waiting for two to come")
    match.do(arrival.come, 0)
    desk.pass_time(DAY)
    with pytest.raises(ConflictError, match="has not begun; waiting for two to come"):
        match.move(0, "c:a1")
    match.do(arrival.come, 1)
    match.do(arrival.come, 1)
    assert (match.board.row.state, match.board.row.began) == (ACTIVE, desk.now)
    match.move(0, "c:a1")


def test_a_live_game_s_clocks_run_from_each_side_s_first_move_on(desk: Desk) -> None:
    match = by_link(desk)
    match.do(arrival.come, 1)
    assert (match.left, match.board.first) == (60.0, True)
    for seat, text in ((0, "c:a1"), (1, "c:b1")):
        match.wait(50.0)
        match.move(seat, text)
        assert match.board.seats[seat].bank == 300.0
    assert (match.left, match.board.first) == (300.0, False)
    match.wait(100.0)
    match.move(0, "c:c1")
    assert match.board.seats[0].bank == 202.0
    match.wait(301.0)
    assert match.board.row.reason == "two ran out of time"


@pytest.mark.parametrize("way", ["last move", "resignation", "abort", "no move"])
def test_a_live_game_that_ends_before_the_clocks_run_leaves_them_full(desk: Desk, way: str) -> None:
    match = Arrivals(desk, (SeatTaker(name="one"), SeatTaker(name="two")), size=1)
    match.do(arrival.come, 1)
    match.wait(13.0)
    if way == "last move":
        match.move(0, "c:a1")
    elif way == "resignation":
        match.do(moves.resign, 0)
    elif way == "abort":
        match.do(arrival.abort, 0)
    else:
        match.wait(60.0)
    assert match.board.row.state == OVER
    assert [each.bank for each in match.board.seats] == [300.0, 300.0]


def test_a_first_move_taken_back_stops_the_clock_again(desk: Desk) -> None:
    match = by_link(desk)
    match.do(arrival.come, 1)
    match.move(0, "c:a1")
    match.wait(30.0)
    match.do(offers.propose, 0, offers.UNDO)
    match.do(offers.answer, 1, True)
    assert (match.left, match.board.first) == (60.0, True)
    assert [each.bank for each in match.board.seats] == [300.0, 300.0]


def test_time_given_before_a_first_move_is_there_after_it(desk: Desk) -> None:
    match = by_link(desk)
    match.do(arrival.come, 1)
    match.do(conversation.give_time, 1, 60.0)
    assert match.left == 60.0, "it is no time for the first move"
    match.move(0, "c:a1")
    match.move(1, "c:b1")
    assert match.left == 360.0


@pytest.mark.parametrize("count", [0, 1])
def test_without_a_first_move_in_its_time_the_game_is_aborted_unrated(
    desk: Desk, count: int
) -> None:
    match = by_name(desk)
    match.do(offers.answer, 1, True)
    for _ in range(count):
        match.move(0, "c:a1")
    match.wait(61.0)
    row = match.board.row
    assert (
        row.reason == f"{match.board.names[count]} did not make a first move; the game is aborted"
    )
    assert (row.state, row.kind, row.winner, row.result) == (OVER, "aborted", None, "")
    assert "no rated games" in desk.do("ratings ann bob")


def test_a_live_game_is_aborted_by_either_until_both_have_moved(desk: Desk) -> None:
    for count, seat in ((0, 0), (0, 1), (1, 0), (1, 1)):
        match = by_link(desk)
        with pytest.raises(ConflictError):
            match.do(arrival.abort, seat)
        match.do(arrival.come, 1)
        for _ in range(count):
            match.move(0, "c:a1")
        match.do(arrival.abort, seat)
        assert match.board.row.reason == f"{match.board.names[seat]} aborted the game"
    match = by_link(desk)
    match.do(arrival.come, 1)
    match.move(0, "c:a1")
    match.move(1, "c:b1")
    for seat in (0, 1):
        with pytest.raises(ConflictError, match="too late to abort"):
            match.do(arrival.abort, seat)


def test_a_game_of_days_is_aborted_before_one_s_own_first_move(desk: Desk) -> None:
    for count, seat in ((0, 0), (0, 1), (1, 1)):
        match = by_link(desk, SLOW)
        match.do(arrival.come, 1)
        for _ in range(count):
            match.move(0, "c:a1")
        match.do(arrival.abort, seat)
        assert match.board.row.state == OVER
    match = by_link(desk, SLOW)
    match.do(arrival.come, 1)
    match.move(0, "c:a1")
    with pytest.raises(ConflictError):
        match.do(arrival.abort, 0)


@pytest.mark.parametrize("clock", [QUICK, SLOW])
def test_who_is_challenged_is_asked(desk: Desk, clock: Clock) -> None:
    match = by_name(desk, clock)
    match.do(arrival.come, 1)  # looking at it is not accepting
    assert match.board.waiting == "waiting for bob to accept"
    bob = desk.user("bob").id
    found = desk.store.read(lambda transaction: lists.asking(transaction, bob))
    assert [each.row.id for each in found] == [match.number]
    assert desk.store.read(lists.all_boards) == [], "it is nobody else's business"
    with pytest.raises(ConflictError):
        match.do(offers.answer, 0, True)
    with pytest.raises(NotAllowedError):
        desk.store.write(
            lambda transaction: offers.answer(transaction, Actor(), match.number, True, desk.now)
        )
    match.do(offers.answer, 1, True)
    assert match.board.row.state == ACTIVE


def test_a_challenge_is_declined_or_taken_back_or_forgotten(desk: Desk) -> None:
    ann, bob = desk.person("ann"), desk.person("bob")

    def challenge(clock: Clock = SLOW) -> Arrivals:
        return Arrivals(desk, (SeatTaker(ann), SeatTaker(bob)), clock)

    declined, taken_back, left, forgotten = (challenge() for _ in range(4))
    declined.do(offers.answer, 1, False)
    taken_back.do(arrival.withdraw, 0)
    left.do(arrival.withdraw, 1)
    forgotten.wait(WAITS + 1)
    quick = challenge(QUICK)
    quick.wait(HOUR + 1)
    assert [each.board.row.reason for each in (declined, taken_back, left, forgotten, quick)] == [
        "bob declined the game", "ann withdrew the game", "bob declined the game",
        "bob did not answer in time", "bob did not answer in time",
    ]  # fmt: skip
    with pytest.raises(ConflictError):
        forgotten.do(offers.answer, 1, True)
    with pytest.raises(ConflictError):
        declined.do(offers.propose, 0, offers.REMATCH)


def test_a_link_that_nobody_opens_waits_two_weeks(desk: Desk) -> None:
    match = by_link(desk)
    match.wait(WAITS - 1)
    assert match.board.row.state == OPEN
    match.wait(2.0)
    assert match.board.row.reason == "two did not come in time"


def finished(desk: Desk, clock: Clock) -> Arrivals:
    """Return a rated game that ann has lost to bob."""
    match = by_name(desk, clock)
    match.do(offers.answer, 1, True)
    match.do(moves.resign, 0)
    return match


def after(match: Arrivals) -> Arrivals:
    """Return the rematch, with ann as side 0 as before."""
    found = Arrivals.__new__(Arrivals)
    found.desk, found.number = match.desk, match.board.row.after
    found.actors = match.actors
    return found


def test_a_rematch_is_proposed_and_declined(desk: Desk) -> None:
    match = finished(desk, QUICK)
    match.do(offers.propose, 0, offers.REMATCH)
    bob = desk.user("bob").id
    assert len(desk.store.read(lambda transaction: lists.asking(transaction, bob))) == 1
    match.do(offers.answer, 1, False)
    assert (match.board.row.offer, match.board.row.after) == (None, None)
    assert desk.store.read(lambda transaction: lists.asking(transaction, bob)) == []
    match.do(offers.propose, 1, offers.REMATCH)
    match.do(offers.answer, 1, False)  # withdrawn
    with pytest.raises(ConflictError):
        match.do(offers.answer, 0, True)


def test_a_live_rematch_begins_when_both_have_come_to_it(desk: Desk) -> None:
    match = finished(desk, QUICK)
    match.do(offers.propose, 0, offers.REMATCH)
    match.do(offers.answer, 1, True)
    again = after(match)
    assert (again.board.row.state, again.board.names) == (OPEN, ("bob", "ann"))
    again.do(arrival.come, 0)
    assert again.board.waiting == "waiting for bob to come"
    again.wait(HOUR + 1)
    assert again.board.row.reason == "bob did not come in time"
    assert match.board.row.after is None, "another can be proposed"
    match.do(offers.propose, 1, offers.REMATCH)
    match.do(offers.propose, 0, offers.REMATCH)
    again = after(match)
    for seat in (1, 0):
        again.do(arrival.come, seat)
    assert again.board.row.state == ACTIVE


def test_a_rematch_of_days_begins_when_both_have_agreed(desk: Desk) -> None:
    match = finished(desk, SLOW)
    match.do(offers.propose, 0, offers.REMATCH)
    match.do(offers.answer, 1, True)
    assert after(match).board.row.state == ACTIVE


def test_the_computer_comes_at_once_and_takes_every_rematch(desk: Desk) -> None:
    level = desk.user("level-3")
    match = Arrivals(desk, (SeatTaker(desk.person("ann")), SeatTaker(level)))
    assert match.board.row.state == ACTIVE
    match.do(moves.resign, 0)
    match.do(offers.propose, 0, offers.REMATCH)
    again = after(match)
    again.do(arrival.come, 0)
    assert again.board.row.state == ACTIVE
    assert again.left == 300.0, "what the computer thinks about may have to wait in line"


def test_who_plays_both_sides_asks_nobody(desk: Desk) -> None:
    ann = desk.person("ann")
    match = Arrivals(desk, (SeatTaker(ann), SeatTaker(ann)), SLOW)
    assert match.board.row.state == ACTIVE
    match.do(moves.resign, 0)
    match.do(offers.propose, 0, offers.REMATCH)
    assert after(match).board.row.state == ACTIVE


def test_commands_ask_for_games_of_days_and_live_ones(desk: Desk) -> None:
    ann, bob = desk.person("ann"), desk.person("bob")
    assert "waiting for bob to accept" in desk.do("boche challenge ann bob", user=ann)
    answer = desk.do("boche challenge --forfeittime=0.1 bob ann", user=ann)
    assert "bob begins against ann" in answer
    assert "waiting for bob to accept (2 hours 24 minutes a move)" in answer
    assert desk.refused("boche move 2 c:a1", user=ann) == (
        409, "board 2: the game has not begun; waiting for bob to accept")  # fmt: skip
    assert "left for the first move" in desk.do("boche accept 2", user=bob)
    assert "aborted the game" in desk.do("boche abort 2", user=ann)
    desk.do("boche challenge --forfeittime=0.1 bob ann", user=bob)
    assert "ann declined the game" in desk.do("boche reject 3", user=ann)


def go_away(desk: Desk, user: User, days: float) -> None:
    desk.store.write(lambda transaction: vacation.go_away(transaction, user.id, days, desk.now))


def test_vacation_stops_no_live_clock_and_fills_none(desk: Desk) -> None:
    match = by_name(desk)
    ann = desk.user("ann")
    match.do(offers.answer, 1, True)
    go_away(desk, ann, 3.0)
    assert match.left == 60.0
    match.move(0, "c:a1")
    match.move(1, "c:b1")
    assert match.left == 300.0
    desk.store.write(lambda transaction: vacation.come_back(transaction, ann.id, desk.now))
    assert match.left == 300.0
    match.wait(301.0)
    assert match.board.row.reason == "ann ran out of time"
    left = desk.store.read(lambda transaction: vacation.remaining(transaction, ann.id, desk.now))
    assert left == 30 * DAY, "no day of it was spent"


def test_nobody_is_flooded_with_challenges(desk: Desk) -> None:
    ann, bob = desk.person("ann"), desk.person("bob")
    for _ in range(setup.MAX_CHALLENGES_TO_PERSON):
        desk.do("boku challenge ann bob", user=ann)
    said = "bob already has 3 unanswered challenges from you; wait for an answer"
    assert desk.refused("boku challenge bob ann", user=ann) == (409, said)
    desk.do("boku challenge bob ann", user=bob)
    desk.do("boku reject 1", user=bob)
    desk.do("boku challenge ann bob", user=ann)
    for number in range(setup.MAX_OPEN_CHALLENGES - setup.MAX_CHALLENGES_TO_PERSON):
        desk.person(f"p{number}x")
        desk.do(f"boku challenge ann p{number}x", user=ann)
    desk.person("cid")
    said = "you have 20 challenges without an answer; withdraw one of them first"
    assert desk.refused("boku challenge ann cid", user=ann) == (409, said)
    assert desk.refused("boku challenge ann bob", user=ann)[0] == 409
    desk.do("boku challenge ann ann", user=ann)
    desk.do("boku challenge ann level-1 --unrated", user=ann)
