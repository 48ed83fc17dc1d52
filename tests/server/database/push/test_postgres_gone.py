"""Connections that may be lost."""

from __future__ import annotations

import psycopg
import pytest

from boche.server.database.postgresql import PostgresStore
from boche.server.database.store import Transaction
from boche.server.database.trouble import Trouble
from boche.server.errors import UnavailableError


@pytest.mark.parametrize(
    ("error", "kept"),
    [(psycopg.errors.AdminShutdown, False), (psycopg.OperationalError, False),
     (psycopg.errors.SerializationFailure, True)],
)  # fmt: skip
def test_a_connection_that_may_be_lost_is_not_handed_out_again(
    kept_postgres: PostgresStore,
    error: type[Exception],
    kept: bool,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Check that a connection may end after the error that announces it."""
    used: list[int] = []
    kept_postgres.trouble = Trouble("of the tests")

    def fails(transaction: Transaction) -> None:
        used.append(transaction.driver.info.backend_pid)
        with transaction.together():
            transaction.driver.execute("SELECT 1")
            raise error("it is going")

    kept_postgres.engine.dispose()
    with pytest.raises(UnavailableError):
        kept_postgres.write(fails)
    used.append(kept_postgres.write(lambda transaction: int(transaction.driver.info.backend_pid)))
    assert (len(set(used)) == 1) is kept
    (line,) = caplog.messages
    assert "the database of the tests: it is going" in line
