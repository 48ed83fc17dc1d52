"""Limits in a long time of many commands."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from boche.engine.durations import DAY
from boche.server import limits
from boche.server.database.store import Store, Transaction
from boche.server.errors import ServerError
from boche.server.limits import COMMANDS
from boche.server.people import accounts, vacation
from boche.server.play import conversation, moves, offers, setup
from boche.server.play.actor import Actor
from boche.server.play.clocks import Clock
from boche.server.play.match import Match, load
from boche.server.play.setup import SeatTaker, Terms
from tests.server.desk import HASH, START
from tests.server.people.test_limits import FEW, file, numbers

__all__ = ["file"]


def test_an_honest_script_with_ten_commands_a_second_never_meets_one(file: Store) -> None:
    def work(transaction: Transaction) -> None:
        for each in range(3000):  # five minutes
            limits.charge_one(transaction, COMMANDS, "192.0.2.1", START + each / 10)

    file.write(work)


ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(["wait", "move", "away", "back", "sweep", "give", "undo"]),
        st.floats(0.1, 4.0),
    ),
    min_size=5, max_size=30,
)  # fmt: skip


@FEW
@given(actions=ACTIONS)
def test_nobody_has_more_time_than_there_is(file: Store, actions: list[tuple[str, float]]) -> None:
    """Check that only ten days of clock, a year's vacation with growth, and gifts give time."""
    now, given_to = START, [0.0, 0.0]
    names = [f"n{next(numbers)}x" for _ in range(2)]
    people = [
        file.write(lambda transaction, name=name: accounts.sign_up(transaction, name, HASH, now))
        for name in names
    ]
    terms = Terms.of("boche", {"size": 8, "kill": 0}, Clock(10 * DAY, 0.0, None))
    pair = (SeatTaker(people[0]), SeatTaker(people[1]))
    number = file.write(lambda transaction: setup.make(transaction, terms, pair, START)).number

    def board() -> Match:
        return file.read(lambda transaction: load(transaction, number))

    def act(transaction: Transaction, what: str, days: float) -> None:
        found = load(transaction, number)
        if found.row.state != "active":
            return
        turn = found.row.turn
        user = people[turn].id
        if what == "move":
            move = found.position.format(found.position.legal_moves()[0])
            moves.move(transaction, Actor(user), number, move, now)
        elif what == "away":
            vacation.go_away(transaction, user, days, now)
        elif what == "back":
            vacation.come_back(transaction, user, now)
        elif what == "sweep" and found.row.deadline <= now:
            moves.forfeit(transaction, number, now)
        elif what == "give":
            conversation.give_time(
                transaction, Actor(people[1 - turn].id), number, days * 3600, now
            )
            given_to[turn] += days * 3600
        elif what == "undo":
            offers.propose(transaction, Actor(people[1 - turn].id), number, offers.UNDO, now)
            offers.answer(transaction, Actor(user), number, True, now)

    for what, days in actions:
        if what == "wait":
            now += days * DAY
        try:
            file.write(lambda transaction, what=what, days=days: act(transaction, what, days))
        except ServerError:
            continue
        found = board()
        if found.row.state != "active":
            break
        for seat in (0, 1):
            had, in_hand, rest = file.read(in_all(number, seat, now))
            assert -1e-3 <= in_hand <= vacation.A_YEAR
            grown = (now - START) * vacation.GROWTH
            assert (
                had + in_hand + rest <= 10 * DAY + vacation.A_YEAR + given_to[seat] + grown + 1e-3
            )


def in_all(
    number: int, seat: int, now: float
) -> Callable[[Transaction], tuple[float, float, float]]:
    """Return a seat's clock, its vacation left, and the rest of its current vacation."""

    def work(transaction: Transaction) -> tuple[float, float, float]:
        board = load(transaction, number)
        user = board.seats[seat].user
        assert user is not None
        had = moves.time_left(board, now) if board.row.turn == seat else board.seats[seat].bank
        rest = max((vacation.away_until(transaction, user) or now) - now, 0.0)
        return had or 0.0, vacation.remaining(transaction, user, now), rest

    return work
