"""Servers that run while a newer one migrates."""

from __future__ import annotations

from boche.engine.program import PROGRAM
from boche.server.database.migrations import NEWEST
from boche.server.database.schema import VERSION
from boche.server.database.store import Store
from boche.server.play.match import load
from tests.server.database.test_migrations import own
from tests.server.desk import Desk

__all__ = ["own"]


def test_who_served_it_before_notices_and_changes_nothing(own: Store) -> None:
    desk = Desk(own)
    number, ann, _ = desk.board()
    with own.engine.connect().execution_options(writes=True) as other, other.begin():
        other.execute(VERSION.update().values(number=NEWEST + 1))
    status, line = desk.refused(f"{PROGRAM} move {number} c:a1", user=ann)
    assert (status, "upgraded" in line) == (503, True)
    assert f"version {NEWEST + 1}" in own.overtaken.result(timeout=60)
    assert own.read(lambda transaction: load(transaction, number)).moves == ()
