"""Servers that run while a newer one migrates."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from boche.engine.program import PROGRAM
from boche.server.database.connect import open_store
from boche.server.database.migrations import NEWEST
from boche.server.database.schema import VERSION
from boche.server.database.store import Store
from boche.server.play.match import load
from tests.server.desk import Desk


@pytest.fixture(params=["sqlite", "postgresql"])
def own(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """Yield a store used by this test alone."""
    url = f"sqlite:///{tmp_path / 'server.db'}"
    if request.param == "postgresql":
        url = request.getfixturevalue("cluster").database("brought_on")
    store = open_store(url)
    yield store
    store.close()


def test_who_served_it_before_notices_and_changes_nothing(own: Store) -> None:
    desk = Desk(own)
    number, ann, _ = desk.board()
    with own.engine.connect().execution_options(writes=True) as other, other.begin():
        other.execute(VERSION.update().values(number=NEWEST + 1))
    status, line = desk.refused(f"{PROGRAM} move {number} c:a1", user=ann)
    assert (status, "upgraded" in line) == (503, True)
    assert f"version {NEWEST + 1}" in own.overtaken.result(timeout=60)
    assert own.read(lambda transaction: load(transaction, number)).moves == ()


def test_a_column_it_knows_nothing_of_is_no_conflict(own: Store) -> None:
    """Report an older program's error about newer tables as what it is."""
    desk = Desk(own)
    number, ann, _ = desk.board()
    with own.engine.connect().execution_options(writes=True) as other, other.begin():
        other.execute(text("ALTER TABLE moves RENAME COLUMN text TO words"))
        other.execute(VERSION.update().values(number=NEWEST + 1))
    status, line = desk.refused(f"{PROGRAM} move {number} c:a1", user=ann)
    assert (status, "upgraded" in line) == (503, True)
