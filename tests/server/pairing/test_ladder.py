"""The rules of ladders, against a plain restatement."""

from __future__ import annotations

from random import Random

import pytest

from boche.server.pairing import ladder
from boche.server.pairing.ladder import AGAIN, IDLE, REACH, Rung


class Plain:
    """A ladder kept plainly: each player's place, and what has been. Times are in days."""

    def __init__(self) -> None:
        self.place: dict[int, int] = {}
        self.games: list[tuple[int, int]] = []
        self.failed: dict[tuple[int, int], int] = {}
        self.active: dict[int, int] = {}
        self.away: set[int] = set()
        self.blocked: set[tuple[int, int]] = set()
        self.day = 0

    def may(self, one: int, other: int) -> bool:
        """Say whether one may challenge the other, rule by rule."""
        above = self.place[one] - self.place[other]
        since = self.day - self.failed.get((one, other), -999)
        return (
            1 <= above <= max(3, len(self.place) // 10)
            and not any(one == challenger for challenger, _ in self.games)
            and not any(other == challenged for _, challenged in self.games)
            and (other, one) not in self.games
            and not {one, other} & self.away
            and since >= 7
            and not {(one, other), (other, one)} & self.blocked
        )

    def win(self, one: int, other: int) -> None:
        """Let a challenger take the place; those between count one place more."""
        if one not in self.place or other not in self.place:
            return
        mine, theirs = self.place[one], self.place[other]
        if mine < theirs:
            return
        for each, place in self.place.items():
            if theirs <= place < mine:
                self.place[each] = place + 1
        self.place[one] = theirs

    def drop(self, one: int) -> None:
        gone = self.place.pop(one)
        for each, place in self.place.items():
            if place > gone:
                self.place[each] = place - 1


def test_ten_thousand_steps_keep_the_rules() -> None:
    random, plain, order, allowed = Random(7), Plain(), list[int](), 0
    for step in range(10_000):
        plain.day += random.random() < 0.3
        act = random.choice(["join", "leave", "end", "away", "block", *["challenge"] * 4, "idle"])
        if act == "join" and len(order) < 60:
            plain.place[step] = len(plain.place) + 1
            plain.active[step] = plain.day
            order.append(step)
        elif act == "leave" and len(order) > 2 and random.random() < 0.7:
            one = random.choice(order)
            plain.drop(one)
            order.remove(one)
        elif act == "away" and order:
            plain.away ^= {random.choice(order)}
        elif act == "block" and len(order) > 1:
            plain.blocked ^= {(random.choice(order), random.choice(order))}
        elif act == "end" and plain.games:
            one, other = plain.games.pop(random.randrange(len(plain.games)))
            plain.active |= {one: plain.day, other: plain.day}
            if random.random() < 0.5:
                plain.win(one, other)
                order = ladder.after(order, one, other)
            else:
                plain.failed[one, other] = plain.day
        elif act == "challenge" and len(order) > 1:
            one, other = random.sample(order, 2)
            if random.random() < 0.7:  # mostly somebody near
                below = random.randrange(1, len(order))
                one, other = order[below], order[max(below - random.randint(1, 8), 0)]
            reason = _refusal(plain, one, other)
            assert (reason is None) == plain.may(one, other), reason
            if reason is None:
                allowed += 1
                plain.games.append((one, other))
                plain.active |= {one: plain.day, other: plain.day}
        elif act == "idle":
            for one in [each for each in order if ladder.is_idle(_rung(plain, each), _now(plain))]:
                assert plain.day - plain.active[one] >= 60
                assert plain.place[one] > 1
                assert not any(one in pair for pair in plain.games)
                plain.drop(one)
                order.remove(one)
        assert {one: place for place, one in enumerate(order, 1)} == plain.place
    assert allowed > 400


def _now(plain: Plain) -> float:
    return plain.day * 86400.0


def _rung(plain: Plain, one: int) -> Rung:
    challenges = next((other for each, other in plain.games if each == one), None)
    challenged_by = next((each for each, other in plain.games if other == one), None)
    return Rung(one, plain.place[one], challenges, challenged_by, one in plain.away,
                plain.active[one] * 86400.0)  # fmt: skip


def _refusal(plain: Plain, one: int, other: int) -> str | None:
    failed = plain.failed.get((one, other))
    return ladder.refusal(
        _rung(plain, one), _rung(plain, other), len(plain.place), _now(plain),
        None if failed is None else failed * 86400.0,
        apart=bool({(one, other), (other, one)} & plain.blocked),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("size", "reach"), [(1, 3), (30, 3), (39, 3), (40, 4), (100, 10), (1000, 100)]
)
def test_one_reaches_three_places_or_a_tenth(size: int, reach: int) -> None:
    assert ladder.reach(size) == reach


def test_each_refusal_says_why() -> None:
    one, other = Rung(1, 5), Rung(2, 4)
    assert ladder.refusal(one, other, 9, 0.0) is None
    said = [
        ladder.refusal(other, one, 9, 0.0),
        ladder.refusal(Rung(1, 9), other, 9, 0.0),
        ladder.refusal(Rung(1, 5, challenges=3), other, 9, 0.0),
        ladder.refusal(one, Rung(2, 4, challenged_by=3), 9, 0.0),
        ladder.refusal(Rung(1, 5, challenged_by=2), Rung(2, 4, challenges=1), 9, 0.0),
        ladder.refusal(Rung(1, 5, away=True), other, 9, 0.0),
        ladder.refusal(one, Rung(2, 4, away=True), 9, 0.0),
        ladder.refusal(one, other, 9, AGAIN - 86400.0, 0.0),
        ladder.refusal(one, other, 9, 0.0, apart=True),
    ]
    assert said == [
        "only those above you can be challenged", f"at most {REACH} places above you",
        "your last challenge is not over", "already challenged", "you are playing each other",
        "you are on vacation", "on vacation", "again in 1 day", "one of you has blocked the other",
    ]  # fmt: skip
    assert ladder.refusal(one, other, 9, AGAIN, 0.0) is None
    assert ladder.refusal(Rung(1, 5, challenged_by=3), Rung(2, 4, challenges=3), 9, 0.0) is None


def test_the_first_one_may_rest() -> None:
    assert not ladder.is_idle(Rung(1, 1), IDLE)
    assert ladder.is_idle(Rung(1, 2), IDLE)
    assert not ladder.is_idle(Rung(1, 2, challenged_by=3), IDLE)
