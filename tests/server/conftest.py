"""Fixtures: stores, which are SQLite's, and PostgreSQL's where the database matters.

Which tests those are, ``ON_BOTH`` and ``ON_BOTH_IN_FULL`` say; all of them with ``--postgresql``.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from boche.server.commands.runner import CommandRunner
from boche.server.database.connect import open_store
from boche.server.database.schema import METADATA
from boche.server.database.store import Store, Transaction
from boche.server.database.trouble import Trouble
from boche.server.infrastructure.tally import TALLY
from boche.server.people.accounts import add_levels
from tests.server.desk import Desk
from tests.server.postgres import Cluster, shared_cluster
from tests.tiers import FAST, FULL, HERE, PUSH

SQLITE, POSTGRESQL = "sqlite", "postgresql"

ON_BOTH = ("database", "operation", "play/push", "web/test_tournaments")
"""What folders and files are called whose tests run on PostgreSQL, too, from PUSH on.

These have what differs: tables and their changes, backups, and transactions side by side.
"""

ON_BOTH_IN_FULL = (
    *ON_BOTH,
    "forgotten",
    "health",
    "job_queue",
    "moderation",
    "outgoing",
    "people/",
    "play",
    "supervision",
    "tournaments",
)
"""The same for FULL: threads and processes that a database wakes, and what is said when it fails.

All others (pages, texts, commands, mails) ask the database through the same functions as these, and
would say the same a second time: a tenth of the time of FULL.
"""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test of a store on SQLite, and on PostgreSQL where that is likely to differ."""
    if "store" in metafunc.fixturenames:
        where = str(metafunc.definition.path.relative_to(HERE))
        tier = metafunc.config.option.tier or PUSH
        names = {FAST: (), PUSH: ON_BOTH, FULL: ON_BOTH_IN_FULL}[tier]
        both = metafunc.config.option.postgresql or any(name in where for name in names)
        metafunc.parametrize("store", [SQLITE, POSTGRESQL] if both else [SQLITE], indirect=True)


@pytest.fixture(autouse=True)
def new_tally() -> None:
    """Begin a new minute of the log: what tests before were refused is not counted."""
    TALLY.flush(everything=True)


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Yield a PostgreSQL cluster shared by all processes of this run."""
    base = tmp_path_factory.getbasetemp()
    with shared_cluster(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) as found:
        yield found


@pytest.fixture(scope="session")
def kept_postgres(cluster: Cluster) -> Iterator[Store]:
    """Yield a store in a database of this process; its tables are emptied between tests."""
    store = open_store(cluster.database("tests"))
    yield store
    store.close()


@pytest.fixture(scope="session")
def new_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a store with only the computer's levels: copying it is faster."""
    path = tmp_path_factory.mktemp("sqlite") / "server.db"
    found = open_store(f"sqlite:///{path}")
    found.write(lambda transaction: add_levels(transaction, 0.0))
    found.close()
    return path


@pytest.fixture
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """Yield a store with only the computer's levels."""
    if request.param == POSTGRESQL:
        found = request.getfixturevalue("kept_postgres")
        found.trouble = Trouble("of the tests")  # trouble from an earlier test is over
        found.listeners.clear()  # so are its listeners, some of which fail on purpose
        found.write(_empty)
        found.write(lambda transaction: add_levels(transaction, 0.0))
        yield found
        return
    path = shutil.copyfile(request.getfixturevalue("new_sqlite"), tmp_path / "server.db")
    found = open_store(f"sqlite:///{path}")
    yield found
    found.close()


def _empty(transaction: Transaction) -> None:
    tables = ", ".join(table.name for table in METADATA.sorted_tables if table.name != "version")
    transaction.connection.execute(text(f"TRUNCATE {tables} RESTART IDENTITY CASCADE"))


@pytest.fixture
def desk(store: Store) -> Desk:
    """Return a clerk with a clock that the test sets, and helpers to sign people up."""
    return Desk(store)


@pytest.fixture
def runner(desk: Desk) -> CommandRunner:
    return desk.runner
