"""A database that does not answer: one line for the user, with no statement in it."""

from __future__ import annotations

import sqlite3

import pytest
from sqlalchemy.exc import InterfaceError, OperationalError, SQLAlchemyError, TimeoutError

from boche.server.database.store import Store, Transaction
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
