"""A database that does not answer: one line for the user, with no statement in it."""

from __future__ import annotations

import sqlite3

import psycopg
import pytest
from sqlalchemy.exc import InterfaceError, OperationalError, SQLAlchemyError, TimeoutError

from boche.server.database.postgresql import PostgresStore
from boche.server.database.store import Store, Transaction
from boche.server.database.trouble import Trouble
from boche.server.errors import UnavailableError

GONE = sqlite3.Error("it is gone\nDETAIL: more")
STATEMENT = "SELECT secret FROM seats"


@pytest.mark.parametrize(
    "error",
    [
        OperationalError(STATEMENT, {}, GONE),
        InterfaceError(STATEMENT, {}, GONE),
        TimeoutError("it is gone: no connection is free"),
    ],
    ids=["operational", "interface", "no connection"],
)
def test_it_is_said_in_one_line(
    store: Store, error: SQLAlchemyError, caplog: pytest.LogCaptureFixture
) -> None:
    """Check that only the log has the database's own message and location."""

    def asks(transaction: Transaction) -> None:
        raise error

    with pytest.raises(UnavailableError, match="does not answer") as told:
        store.read(asks)
    (line,) = caplog.messages
    for text in (line, str(told.value)):
        assert "\n" not in text
        assert "SELECT" not in text
    assert "it is gone" in line
    assert "it is gone" not in str(told.value)


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
