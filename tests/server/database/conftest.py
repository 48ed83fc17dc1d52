"""Fixtures: databases of older versions, as files and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from boche.server.database.connect import open_store
from boche.server.database.store import Store
from tests.server.database.earlier import of_version, to_postgresql

Made = Callable[..., str]
"""Function that makes a database of an older version and returns its URL."""

SQLITE, POSTGRESQL = "sqlite", "postgresql"


@pytest.fixture(params=[SQLITE, POSTGRESQL])
def made(request: pytest.FixtureRequest, tmp_path: Path) -> Made:
    def make(number: int, more: str = "") -> str:
        file = of_version(tmp_path / "server.db", number, more)
        if request.param == SQLITE:
            return f"sqlite:///{file}"
        return to_postgresql(file, request.getfixturevalue("cluster").database("earlier"))

    return make


@pytest.fixture
def new(made: Made, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """Yield a new store on the same database system."""
    url = f"sqlite:///{tmp_path / 'new.db'}"
    if request.node.callspec.params["made"] == POSTGRESQL:
        url = request.getfixturevalue("cluster").database("new")
    store = open_store(url)
    yield store
    store.close()
