"""Standstills cost nobody time: restarts, set clocks, several processes."""

from __future__ import annotations

import pytest
from sqlalchemy import select, update

from boche.engine.durations import DAY
from boche.engine.languages.current import speaking
from boche.engine.program import PROGRAM
from boche.server.database.connect import open_store
from boche.server.database.schema import boards, jobs, seats, users
from boche.server.database.store import Store, Transaction
from boche.server.errors import UnavailableError
from boche.server.events import since
from boche.server.limits import BOARDS, charge_one, check
from boche.server.operation.heartbeat import BEAT, STANDSTILL, Heartbeat
from boche.server.play.clocks import Clock
from boche.server.play.match import Match, load
from boche.server.play.moves import forfeit, put_job, time_left
from tests.server.desk import START, Desk
from tests.server.postgres import Cluster

HOUR = 3600.0
BANK = Clock(600.0)


class Machine:
    """A wall clock, which may be set, and a steady one."""

    def __init__(self, wall: float = START) -> None:
        self.wall, self.up = wall, 0.0

    def pass_time(self, seconds: float) -> None:
        self.wall += seconds
        self.up += seconds

    def process(self, store: Store) -> Heartbeat:
        """Start a process that serves."""
        made = Heartbeat(store, lambda: self.wall, lambda: self.up)
        made.begin()
        made.beat()
        return made

    def serve(self, heartbeat: Heartbeat, seconds: float) -> None:
        """Let time pass, with the process's heartbeats."""
        for _ in range(int(seconds // BEAT)):
            self.pass_time(BEAT)
            heartbeat.beat()
        self.pass_time(seconds % BEAT)


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def number(desk: Desk, store: Store) -> int:
    """Return the number of a board of ann, to move, and bob, with ten minutes each.

    Both have made a first move.
    """
    found, ann, bob = desk.board()
    desk.do(f"{PROGRAM} move {found} c:a1", user=ann)
    desk.do(f"{PROGRAM} move {found} c:b2", user=bob)

    def clocked(transaction: Transaction) -> None:
        transaction.connection.execute(
            update(boards).where(boards.c.id == found).values(
                start=BANK.start, increment=0.0, most=None, since=START, deadline=START + 600.0
            )
        )  # fmt: skip
        transaction.connection.execute(
            update(seats).where(seats.c.board == found).values(bank=600.0)
        )

    store.write(clocked)
    return found


def left(store: Store, number: int, heartbeat: Heartbeat) -> float:
    board: Match = store.read(lambda transaction: load(transaction, number))
    return time_left(board, heartbeat.now())


def test_a_restart_costs_who_is_to_move_nothing(
    machine: Machine, store: Store, number: int, caplog: pytest.LogCaptureFixture
) -> None:
    machine.serve(machine.process(store), 10.0)
    machine.pass_time(50.0)
    caplog.clear()
    after = machine.process(store)
    assert left(store, number, after) == pytest.approx(590.0)
    (line,) = caplog.messages
    assert "nobody could move for 50 seconds; no clock counts it (1 ran)" in line


def test_what_is_reported_of_clocks_is_english(
    machine: Machine, store: Store, number: int, caplog: pytest.LogCaptureFixture
) -> None:
    machine.serve(machine.process(store), 10.0)
    machine.pass_time(50.0)
    caplog.clear()
    with speaking("de"):
        machine.process(store)
    assert number
    assert "nobody could move for 50 seconds" in caplog.text
    told = store.read(lambda transaction: since(transaction, number, 0))[-1]
    assert (told["kind"], told["seconds"], told["turn"]) == ("time", pytest.approx(50.0), 0)


def test_a_game_whose_time_would_have_run_out_meanwhile_goes_on(
    machine: Machine, store: Store, number: int
) -> None:
    machine.serve(machine.process(store), 10.0)
    machine.pass_time(HOUR)
    after = machine.process(store)
    assert store.write(lambda transaction: forfeit(transaction, number, after.now())) is None
    assert left(store, number, after) == pytest.approx(590.0)


def test_a_clock_set_ahead_while_it_serves_changes_nothing_until_a_restart_nor_then(
    machine: Machine, store: Store, number: int, caplog: pytest.LogCaptureFixture
) -> None:
    before = machine.process(store)
    machine.serve(before, 10.0)
    machine.wall += HOUR
    machine.serve(before, 10.0)
    assert left(store, number, before) == pytest.approx(580.0)
    assert [line for line in caplog.messages if "set ahead by 1 hour" in line]
    assert left(store, number, machine.process(store)) == pytest.approx(580.0)


def test_a_clock_set_back_at_a_restart_gives_nobody_time_and_keeps_no_lock(
    machine: Machine, desk: Desk, store: Store, number: int
) -> None:
    machine.serve(machine.process(store), 10.0)

    def locked(transaction: Transaction) -> None:
        put_job(transaction, load(transaction, number), 2, 1, machine.wall)
        transaction.connection.execute(update(jobs).values(claimed=machine.wall + 120.0))
        for _ in range(BOARDS.burst):
            charge_one(transaction, BOARDS, "192.0.2.9", machine.wall)

    store.write(locked)
    machine.wall -= HOUR
    after = machine.process(store)
    assert left(store, number, after) == pytest.approx(590.0)
    machine.serve(after, 130.0)
    assert left(store, number, after) == pytest.approx(460.0)
    claimed = store.read(
        lambda transaction: transaction.connection.execute(select(jobs.c.claimed)).scalar_one()
    )
    assert claimed < after.now()
    store.read(lambda transaction: check(transaction, BOARDS, "192.0.2.9", after.now()))


def test_another_machines_clock_that_is_ahead_gives_nobody_time(
    machine: Machine, desk: Desk, store: Store, number: int
) -> None:
    """Begin a turn by one process's clock and end it by another's, as older programs could."""
    ann = desk.user("ann")
    desk.now = START + HOUR
    store.write(lambda transaction: transaction.connection.execute(
        update(boards).values(since=desk.now, deadline=desk.now + 600.0)))  # fmt: skip
    desk.now = START + 30.0
    desk.do(f"{PROGRAM} move {number} c:a4", user=ann)
    found = store.read(lambda transaction: load(transaction, number))
    assert found.seats[0].bank == pytest.approx(600.0)


def test_a_process_that_stood_still_forfeits_nothing_when_it_goes_on(
    machine: Machine, store: Store, number: int
) -> None:
    """Stop a process or its database: even before the next heartbeat nothing is forfeited."""
    heartbeat = machine.process(store)
    machine.serve(heartbeat, 10.0)
    machine.pass_time(HOUR)
    if store.shared:  # others may have gone on: only a heartbeat can tell
        with pytest.raises(UnavailableError):
            heartbeat.now()
    else:
        assert heartbeat.now() == START + 10.0 + STANDSTILL
        assert (
            store.write(lambda transaction: forfeit(transaction, number, heartbeat.now())) is None
        )
    heartbeat.beat()
    assert heartbeat.now() == machine.wall
    assert left(store, number, heartbeat) == pytest.approx(590.0)


def test_who_is_away_loses_and_gains_nothing(
    machine: Machine, desk: Desk, store: Store, number: int
) -> None:
    """Check that a clock stopped anyway is not extended again for the same time."""
    machine.serve(machine.process(store), 10.0)
    back = machine.wall + HOUR

    def away(transaction: Transaction) -> None:
        transaction.connection.execute(
            update(users).where(users.c.name == "ann").values(away_until=back)
        )
        # Vacation is for clocks of days.
        transaction.connection.execute(update(boards).values(start=30 * DAY, deadline=back + 590.0))

    store.write(away)
    machine.pass_time(HOUR / 2)
    assert left(store, number, machine.process(store)) == pytest.approx(590.0)
    machine.pass_time(HOUR)
    after = machine.process(store)
    assert left(store, number, after) == pytest.approx(590.0)


def test_of_two_processes_one_sets_the_clocks_on(
    cluster: Cluster, machine: Machine, caplog: pytest.LogCaptureFixture
) -> None:
    url = cluster.database("two_pulses")
    one, two = open_store(url), open_store(url)
    try:
        desk = Desk(one)
        number = desk.board()[0]
        one.write(lambda transaction: transaction.connection.execute(
            update(boards).values(since=START, deadline=START + 600.0)))  # fmt: skip
        pulses = [machine.process(one), machine.process(two)]
        machine.pass_time(30.0)
        caplog.clear()
        for heartbeat in pulses:
            heartbeat.beat()
        assert left(one, number, pulses[0]) == pytest.approx(600.0)
        assert len(caplog.messages) == 1
    finally:
        one.close()
        two.close()


def test_of_several_machines_all_go_by_the_time_of_those_who_serve_already(
    cluster: Cluster, machine: Machine, caplog: pytest.LogCaptureFixture
) -> None:
    url = cluster.database("two_machines")
    one, two = open_store(url), open_store(url)
    other = Machine(START + HOUR)
    try:
        desk = Desk(one)
        number = desk.board()[0]
        one.write(lambda transaction: transaction.connection.execute(
            update(boards).values(since=START, deadline=START + 600.0)))  # fmt: skip
        heartbeat = machine.process(one)
        served(two)
        ahead = other.process(two)
        assert ahead.now() == pytest.approx(heartbeat.now())
        assert left(one, number, ahead) == pytest.approx(600.0)
        assert "1 hour behind this machine's clock" in caplog.text
    finally:
        one.close()
        two.close()


def served(store: Store) -> None:
    """Wait until it is visible that another process serves the database."""
    while store.write(store.joins):
        pass
