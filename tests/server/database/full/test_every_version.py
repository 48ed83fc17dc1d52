"""Migrations from each version there was, on both databases."""

from __future__ import annotations

import pytest

from boche.server.database.connect import open_store
from boche.server.database.migrations import NEWEST
from boche.server.database.store import Store
from tests.server.database.conftest import Made
from tests.server.database.earlier import played_on, tables_of


@pytest.mark.parametrize("number", range(2, NEWEST + 1))
def test_every_older_database_is_migrated_and_played_on(
    made: Made, new: Store, number: int
) -> None:
    store = open_store(made(number), migrating=True)
    assert tables_of(store) == tables_of(new)
    played_on(store)
    store.close()
