"""Limits and time: the limits hold, and no time is gained from nothing."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from ipaddress import ip_network
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from boche.engine.durations import DAY
from boche.server import limits
from boche.server.database.connect import open_store
from boche.server.database.store import Store, Transaction
from boche.server.errors import ConflictError, TooManyError
from boche.server.limits import Limit, Rules, network_of
from boche.server.people import vacation
from boche.server.play import moves
from boche.server.play.clocks import Clock
from boche.server.play.match import load
from tests.server.desk import START, Desk

FEW = settings(
    max_examples=15, deadline=None, derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)  # fmt: skip


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Yield a store that all examples share: each uses its own names."""
    folder: Path = tmp_path_factory.mktemp("limits")
    found = open_store(f"sqlite:///{folder / 'server.db'}")
    yield found
    found.close()


numbers = iter(range(10**6))


def taken(store: Store, limit: Limit, whose: str, now: float) -> bool:
    try:
        store.write(lambda transaction: limits.charge_one(transaction, limit, whose, now))
    except TooManyError:
        return False
    return True


def test_a_limit_is_a_burst_and_then_so_many_in_a_time(desk: Desk) -> None:
    limit = Limit("tests", 3, 10.0)
    assert [taken(desk.store, limit, "ann", desk.now) for _ in range(5)] == [True] * 3 + [False] * 2
    assert taken(desk.store, limit, "bob", desk.now)
    desk.pass_time(9.9)
    assert not taken(desk.store, limit, "ann", desk.now)
    desk.pass_time(0.2)
    assert taken(desk.store, limit, "ann", desk.now)
    assert not taken(desk.store, limit, "ann", desk.now)
    desk.pass_time(2 * 3600)
    desk.store.write(lambda transaction: limits.forget_old(transaction, desk.now))
    assert [taken(desk.store, limit, "ann", desk.now) for _ in range(4)] == [True] * 3 + [False]


@FEW
@given(
    burst=st.integers(1, 5), every=st.floats(0.5, 20.0),
    pauses=st.lists(st.floats(0.0, 30.0), min_size=1, max_size=30),
)  # fmt: skip
def test_in_no_span_of_time_is_there_more_than_the_limit(
    file: Store, burst: int, every: float, pauses: list[float]
) -> None:
    limit, whose, now, times = Limit("tests", burst, every), str(next(numbers)), START, []
    for pause in pauses:
        now += pause
        if taken(file, limit, whose, now):
            times.append(now)
    for first, start in enumerate(times):
        for last in range(first, len(times)):
            most = burst + (times[last] - start) / every + 1e-6
            assert last - first + 1 <= most


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::FFFF:c000:207", "192.0.2.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::9%eth0", "2001:db8:1:2::/64"), ("::1", "::/64"),
        ("192.0.2.7:5001", "192.0.2.7"), ("[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::9]", "2001:db8:1:2::/64"), ("testclient", "testclient"), ("", ""),
    ],
)  # fmt: skip
def test_an_address_counts_as_what_one_customer_has(address: str, network: str) -> None:
    assert network_of(address) == network


def test_an_excepted_network_is_not_counted_but_its_accounts_are(file: Store) -> None:
    limit, user = Limit("tests", 2, 1e6), next(numbers)
    excepted = (ip_network("192.0.2.0/24"), ip_network("2001:db8::/32"))

    def passed(user: int | None, address: str) -> int:
        def one(transaction: Transaction) -> None:
            limits.charge(transaction, limit, limits.payers(user, network_of(address)), START)

        found = 0
        for _ in range(4):
            with contextlib.suppress(TooManyError):
                file.write(one)
                found += 1
        return found

    limits.set_rules(Rules(excepted=excepted))
    try:
        assert passed(None, "192.0.2.9") == passed(None, "2001:db8:5::1") == 4
        assert passed(None, "192.0.3.9") == passed(None, "2001:db9:5::1") == 2
        assert passed(user, "192.0.2.9") == 2
        assert passed(user + 10**6, "::ffff:192.0.2.9") == 2
    finally:
        limits.set_rules(Rules())


# -- time


@FEW
@given(
    start=st.floats(10.0, 1e6), increment=st.floats(0.0, 1e5), over=st.floats(0.0, 1e5),
    thought=st.lists(st.floats(0.0, 1e5), max_size=20), bounded=st.booleans(),
)  # fmt: skip
def test_a_clock_gives_its_start_and_its_increments_and_no_more(
    start: float, increment: float, over: float, thought: list[float], bounded: bool
) -> None:
    most = start + over if bounded else None
    clock = Clock(start, increment, most)
    left = start
    for count, seconds in enumerate(thought, 1):
        used = min(seconds, left)
        after = clock.after_move(left - seconds)
        assert after is not None
        left = after
        assert left <= start + increment * count - used + 1e-6
        assert most is None or left <= most


def test_moving_while_away_saves_no_vacation_as_time(desk: Desk) -> None:
    number, ann, bob = desk.board(options="-size=4 -kill=0 --totaltime=10")
    desk.pass_time(3 * DAY)
    desk.do("vacation 20", user=ann)
    desk.do(f"boche move {number} c:a1", user=ann)
    board = desk.store.read(lambda transaction: load(transaction, number))
    assert board.seats[0].bank == 7 * DAY
    desk.do("back", user=ann)
    desk.do(f"boche move {number} c:b1", user=bob)
    assert "7 days left" in desk.do(f"boche show {number}")
    assert "30 days left" in desk.do("vacation", user=ann)


def test_the_clock_of_who_is_away_begins_when_they_are_back(desk: Desk) -> None:
    number, ann, bob = desk.board(options="-size=4 -kill=0 --totaltime=10")
    desk.do("vacation 5", user=bob)
    desk.do(f"boche move {number} c:a1", user=ann)
    assert "15 days left" in desk.do(f"boche show {number}")
    desk.pass_time(2 * DAY)
    desk.do("back", user=bob)
    assert "10 days left" in desk.do(f"boche show {number}")
    assert desk.say("back", user=bob).status == 200
    assert "10 days left" in desk.do(f"boche show {number}")


def test_vacation_grows_back_and_not_beyond_a_year_s(desk: Desk) -> None:
    ann = desk.person("ann")
    desk.do("vacation 30", user=ann)
    with pytest.raises(ConflictError):
        desk.store.write(
            lambda transaction: vacation.go_away(transaction, ann.id, 0.0001, desk.now)
        )
    desk.pass_time(365 * DAY / 2)
    assert desk.do("vacation", user=ann) == "vacation: you have 15 days left"
    desk.pass_time(365 * DAY)
    assert desk.do("vacation", user=ann) == "vacation: you have 30 days left"


def test_an_overdraft_of_a_whole_day_is_covered_as_well(desk: Desk) -> None:
    number, ann, _ = desk.board(options="-size=4 -kill=0 --totaltime=10")
    for days in (10, 1, 2):
        desk.pass_time(days * DAY)
        assert (
            desk.store.write(lambda transaction: moves.forfeit(transaction, number, desk.now))
            is None
        )
    assert (
        desk.store.read(lambda transaction: vacation.remaining(transaction, ann.id, desk.now))
        < 27 * DAY
    )


def at_once(times: int, act: Callable[[], object]) -> None:
    threads = [threading.Thread(target=act) for _ in range(times)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()


def test_who_comes_back_twice_at_once_gets_vacation_back_once(desk: Desk) -> None:
    number, ann, _ = desk.board(options="-size=4 -kill=0 --totaltime=10")
    desk.do("vacation 8", user=ann)
    at_once(
        6,
        lambda: desk.store.write(
            lambda transaction: vacation.come_back(transaction, ann.id, desk.now)
        ),
    )
    assert desk.do("vacation", user=ann) == "vacation: you have 30 days left"
    assert "10 days left" in desk.do(f"boche show {number}")


def test_those_who_ask_at_once_are_all_counted(desk: Desk) -> None:
    limit, heard = Limit("tests", 5, 1000.0), list[bool]()
    desk.store.write(lambda transaction: limits.charge_one(transaction, limit, "ann", desk.now))
    at_once(8, lambda: heard.append(taken(desk.store, limit, "ann", desk.now)))
    assert sorted(heard) == [False] * 4 + [True] * 4
