"""Random actions of two players, and passing time, against a plain restatement of the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import pytest
from sqlalchemy import update

from boche.engine.durations import DAY, HOUR, MINUTE
from boche.engine.game import Position, seat_of
from boche.engine.games.registry import find
from boche.server.database.schema import users
from boche.server.database.store import Transaction
from boche.server.errors import ServerError
from boche.server.infrastructure.tokens import secret_hash
from boche.server.people import vacation
from boche.server.play import arrival, moves, offers, setup
from boche.server.play.actor import Actor
from boche.server.play.clocks import Clock
from boche.server.play.match import Match, load
from boche.server.play.setup import SeatTaker, Terms
from tests.server.desk import Desk

OPTIONS = {"size": 4, "kill": 0}
CLOCKS = (
    Clock(None), Clock(MINUTE), Clock(10 * MINUTE, 5.0), Clock(20 * MINUTE, 60.0, 20 * MINUTE),
    Clock.days_a_move(0.5), Clock.days_a_move(2), Clock(3 * DAY, DAY, 4 * DAY),
)  # fmt: skip
WAITS = (100.0, 2 * HOUR, 1.5 * DAY, 15 * DAY)
NEXT = {
    "come": 4, "accept": 6, "decline": 0.5, "withdraw": 0.2, "abort": 0.3, "resign": 0.2, "move": 9,
    "undo": 3, "draw": 0.5, "end": 0.2, "rematch": 4, "away": 0.5, "back": 0.5,
}  # fmt: skip


@dataclass
class Plain:
    """The state of a game by the rules as documented."""

    clock: Clock
    named: bool  # by a challenge; else by a link
    now: float
    rematch: bool = False
    came: list[bool] = field(default_factory=lambda: [True, False])
    state: str = "open"
    moved: list[int] = field(default_factory=list)  # the seats that moved
    since: float = 0.0
    offer: tuple[str, int] | None = None
    after: bool = False
    end: tuple[str, int | None] | None = None

    def __post_init__(self) -> None:
        self.made = self.now
        self.banks = [self.clock.start] * 2
        self.positions: list[Position] = [find("boche").new(**OPTIONS)]

    @property
    def live(self) -> bool:
        times = (self.clock.start, self.clock.increment)
        return self.clock.start is not None and all(each < 86400 for each in times if each)

    @property
    def turn(self) -> int:
        return seat_of(self.positions[-1], self.positions[-1].turn)

    def over(self, kind: str, winner: int | None = None) -> None:
        self.state, self.offer, self.end = "over", None, (kind, winner)

    def is_young(self, seat: int) -> bool:
        """Return whether a seat may abort."""
        if self.live:
            return len(set(self.moved)) < 2
        return seat not in self.moved

    def stands(self) -> bool:
        """Return whether the clock of the seat to move is stopped."""
        return self.live and self.turn not in self.moved

    def left(self) -> float | None:
        """Return the time on the clock of the seat to move."""
        bank = self.banks[self.turn]
        return bank if bank is None or self.stands() else bank - (self.now - self.since)

    def wait(self, seconds: float) -> None:
        self.now += seconds
        if self.state == "open":
            quick = self.live and (self.named or self.rematch)
            if self.now - self.made >= (HOUR if quick else 14 * DAY):
                self.over("expired")
        elif self.state == "active" and self.clock.start is not None:
            if self.stands():
                most = min(max(self.clock.start / 10, 60), 3600)
                if self.now - self.since >= most:
                    self.over("aborted")
            elif (self.left() or 0.0) <= 0:
                self.over("time", 1 - self.turn)

    # Each action returns whether it is allowed.

    def come(self, seat: int) -> bool:
        if self.state == "open" and not (self.named and not self.rematch):
            self._arrive(seat)
        return True

    def _arrive(self, seat: int) -> None:
        self.came[seat] = True
        if all(self.came):
            self.state, self.since = "active", self.now

    def accept(self, seat: int) -> bool:
        if self.state == "open":
            if self.came[seat]:
                return False
            self._arrive(seat)
            return True
        if self.offer is None or self.offer[1] == seat:
            return False
        what, by = self.offer
        self.offer = None
        if what == "undo":
            self._undo(by)
        elif what == "rematch":
            self.after = True
        else:
            self.over({"draw": "draw", "end": "ended"}[what])
        return True

    def decline(self, seat: int) -> bool:
        if self.state == "open":
            self.over("withdrawn" if self.came[seat] or not self.named or self.rematch
                      else "declined")  # fmt: skip
        elif self.offer is not None:
            self.offer = None
        elif self.state == "active" and seat not in self.moved:
            self.over("declined")
        else:
            return False
        return True

    def withdraw(self, seat: int) -> bool:
        return self.state == "open" and self.decline(seat)

    def abort(self, seat: int) -> bool:
        if self.state != "active" or not self.is_young(seat):
            return False
        self.over("aborted")
        return True

    def resign(self, seat: int) -> bool:
        if self.state != "active":
            return False
        self.over("resignation", 1 - seat)
        return True

    def move(self, seat: int, text: str) -> bool:
        if self.state != "active" or self.turn != seat:
            return False
        if not self.stands() and (left := self.left()) is not None:
            most = self.clock.most
            self.banks[seat] = min(left + self.clock.increment, most if most else 1e99)
        here = self.positions[-1]
        self.positions.append(here.play(here.parse(text)))
        self.moved.append(seat)
        self.since = self.now
        if self.offer != ("draw", seat):
            self.offer = None
        if (outcome := self.positions[-1].outcome) is not None:
            winner = outcome.winner
            self.over(outcome.kind,
                      None if winner is None else seat_of(self.positions[-1], winner))  # fmt: skip
        return True

    def _undo(self, seat: int) -> None:
        self.banks[self.turn] = self.left()
        while self.moved.pop() != seat:
            self.positions.pop()
        self.positions.pop()
        self.since = self.now

    def propose(self, seat: int, what: str) -> bool:
        if what == "rematch":
            if self.state != "over" or not all(self.came):
                return False
            if self.after or self.offer == (what, seat):
                return True
        elif self.state != "active" or self.offer == (what, seat):
            return False
        if what == "undo" and seat not in self.moved:
            return False
        if self.offer == (what, 1 - seat):
            return self.accept(seat)
        self.offer = (what, seat)
        return True


class Pair:
    """The same actions on a server, and in a model of the game."""

    def __init__(self, desk: Desk, random: Random, number: int) -> None:
        self.desk, self.random = desk, random
        self.named, clock = random.random() < 0.5, random.choice(CLOCKS)
        self.plain = Plain(clock, self.named, desk.now)
        people = [
            SeatTaker(desk.person(f"{name}{number}") if self.named else None, name)
            for name in ("ann", "bob")
        ]
        if self.named and not self.plain.live:  # other tests check that vacation fills those clocks
            desk.store.write(_without_vacation)
        terms = Terms.of("boche", OPTIONS, clock, self.named)
        made = desk.store.write(
            lambda transaction: setup.make(
                transaction, terms, (people[0], people[1]), desk.now, creator_seat=0
            )
        )
        self.number = made.number
        self.actors = [
            Actor(each.user.id if each.user else None, secret_hash(secret) if secret else None)
            for each, secret in zip(people, made.secrets, strict=True)
        ]

    def step(self) -> None:
        """Let some time pass, and let one of them act."""
        seconds = self.random.random() * self._scale()
        self.desk.pass_time(seconds)
        self.plain.wait(seconds)
        self.desk.store.write(
            lambda transaction: moves.forfeit(transaction, self.number, self.desk.now)
        )
        self.compare(f"{seconds} s pass")
        act = self.random.choices(list(NEXT), list(NEXT.values()))[0]
        seat = self.random.randrange(2)
        if act == "move" and self.random.random() < 0.9:
            seat = self.plain.turn
        if self.plain.offer is not None and self.random.random() < 0.4:
            act, seat = "accept", 1 - self.plain.offer[1]
        if act in ("away", "back"):
            if self.named and self.plain.live:
                self._holiday(act, seat)
        else:
            self._both(act, seat)
        self.compare(f"seat {seat}: {act}")
        if self.plain.after:
            self._go_on()

    def _scale(self) -> float:
        """Return the maximum seconds to pass: mostly so few that the game goes on."""
        if self.random.random() < 0.04:
            return self.random.choice(WAITS)
        start = self.plain.clock.start or DAY
        return min(start, 120.0) / 4 if self.plain.live else start / 3

    def _both(self, act: str, seat: int) -> None:
        plain, more = self.plain, []
        if act == "move":
            legal = list(plain.positions[-1].legal_moves())
            more = [plain.positions[-1].format(self.random.choice(legal)) if legal else "a:a1"]
        if act in offers.OFFERS:
            wanted = plain.propose(seat, act)
        else:
            wanted = getattr(plain, act)(seat, *more)
        try:
            self.desk.store.write(lambda transaction: self._act(transaction, act, seat, *more))
            done = True
        except ServerError:
            done = False
        assert done == wanted, f"seat {seat} may {act}: {wanted}, {plain}"

    def _act(self, transaction: Transaction, act: str, seat: int, text: str = "") -> None:
        actor, now = self.actors[seat], self.desk.now
        known: dict[str, Callable[..., object]] = {
            "come": arrival.come, "withdraw": arrival.withdraw, "abort": arrival.abort,
            "resign": moves.resign,
        }  # fmt: skip
        if act in known:
            known[act](transaction, actor, self.number, now)
        elif act in ("accept", "decline"):
            offers.answer(transaction, actor, self.number, act == "accept", now)
        elif act == "move":
            moves.move(transaction, actor, self.number, text, now)
        else:
            offers.propose(transaction, actor, self.number, act, now)

    def _holiday(self, act: str, seat: int) -> None:
        user = self.actors[seat].user
        assert user is not None

        def work(transaction: Transaction) -> None:
            if act == "back":
                vacation.come_back(transaction, user, self.desk.now)
            elif (vacation.away_until(transaction, user) or 0.0) <= self.desk.now:
                vacation.go_away(transaction, user, 0.1, self.desk.now)

        try:
            self.desk.store.write(work)
        except ServerError:  # none is left
            assert act == "away"

    def _go_on(self) -> None:
        """Continue with the rematch, whose seats are exchanged."""
        old, self.number = self.plain, self.board.row.after
        self.plain = Plain(old.clock, self.named, self.desk.now, rematch=True)
        self.actors.reverse()
        self.plain.came = [False, False]
        if not old.live:
            self.plain.came, self.plain.state = [True, True], "active"
            self.plain.since = self.desk.now
        self.compare("a rematch")

    @property
    def board(self) -> Match:
        return self.desk.store.read(lambda transaction: load(transaction, self.number))

    def compare(self, after: str) -> None:
        plain, board = self.plain, self.board
        row = board.row
        said = f"after {after}: {plain}, {row}"
        assert row.state == plain.state, said
        assert (row.offer and (row.offer, row.offerer)) == plain.offer, said
        assert [each.came is not None for each in board.seats] == plain.came, said
        assert (row.began is not None) == all(plain.came), said
        assert len(board.moves) == len(plain.moved), said
        if plain.state == "over":
            assert (row.kind, row.winner) == plain.end, said
            unrated = row.kind in ("aborted", "declined", "withdrawn", "expired", "ended")
            assert (row.result == "") == unrated, said
            return
        young = [plain.state == "active" and plain.is_young(seat) for seat in (0, 1)]
        assert [arrival.may_abort(board, seat) for seat in board.seats] == young, said
        for bank in (each.bank for each in board.seats):
            assert bank is None or bank <= (board.clock.most or 1e99), said
        if plain.state == "open" or board.clock.start is None:
            assert [each.bank for each in board.seats] == plain.banks, said
            return
        assert row.turn == plain.turn, said
        other = board.seats[1 - plain.turn].bank
        assert other == pytest.approx(plain.banks[1 - plain.turn]), said
        left = board.clock.first_move if plain.stands() else plain.banks[plain.turn]
        assert row.deadline == pytest.approx(plain.since + (left or 0.0)), said


def _without_vacation(transaction: Transaction) -> None:
    transaction.connection.execute(update(users).values(vacation=0.0, vacation_at=None))


def check_pairs(desk: Desk, seed: int, count: int) -> None:
    random = Random(seed)
    for number in range(count):
        pair = Pair(desk, random, number)
        for _ in range(60):
            pair.step()


def test_random_acts_do_what_the_rules_say(desk: Desk) -> None:
    check_pairs(desk, 0, 4)
