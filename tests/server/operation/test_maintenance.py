"""A maintenance: nobody is answered, and no clock runs."""

from __future__ import annotations

import pytest

from boche.engine.program import PROGRAM
from boche.server import announcements
from boche.server.announcements import BANNER, LONGEST, MAINTENANCE, MaintenanceError
from boche.server.database.store import Store
from boche.server.errors import BadRequestError
from boche.server.play.match import load
from tests.server.desk import START, Desk
from tests.server.play.push.test_downtime import Machine

HOUR = 3600.0


def announce(store: Store, name: str, line: str) -> None:
    store.write(lambda transaction: announcements.announce(transaction, name, line))


def test_no_clock_runs_in_a_maintenance(store: Store, desk: Desk) -> None:
    machine = Machine()
    one, other = (machine.process(store) for _ in range(2))
    number, ann, bob = desk.board()
    desk.do(f"{PROGRAM} move {number} c:a1", user=ann)
    desk.do(f"{PROGRAM} move {number} c:b2", user=bob)
    deadline = store.read(lambda transaction: load(transaction, number)).row.deadline
    assert deadline is not None
    announce(store, MAINTENANCE, "the disk is exchanged")
    for _ in range(3):
        machine.pass_time(HOUR)
        for each in (one, other):
            each.beat()
            with pytest.raises(MaintenanceError, match="the disk is exchanged"):
                each.now()
    # A process that starts meanwhile stands still, too.
    third = machine.process(store)
    with pytest.raises(MaintenanceError):
        third.now()
    announce(store, MAINTENANCE, "")
    for each in (one, other, third):
        each.beat()
        assert each.now() == pytest.approx(START + 3 * HOUR, abs=1.0)
    after = store.read(lambda transaction: load(transaction, number)).row.deadline
    assert after == pytest.approx(deadline + 3 * HOUR, abs=6.0), "once, not three times"


def test_a_line_is_one_line_and_not_too_long(store: Store) -> None:
    announce(store, BANNER, "we  move\non \x1b[31mSunday")
    shown = store.read(announcements.current).banner
    assert shown.startswith("We move on ")
    assert shown.isprintable()
    with pytest.raises(BadRequestError, match="at most"):
        announce(store, BANNER, "x" * (LONGEST + 1))
    announce(store, BANNER, "")
    assert store.read(announcements.current) == announcements.Announcements()
