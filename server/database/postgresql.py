"""PostgreSQL, for as many processes as one likes. What one writes the others hear by NOTIFY."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import psycopg
from sqlalchemy import Engine, Text, bindparam, create_engine, func, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    DBAPIError,
    IntegrityError,
    OperationalError,
)

from engine.program import PROGRAM
from server.database.migrations import migrate
from server.database.prepared import Prepared, from_driver
from server.database.store import (
    Companion,
    Listener,
    News,
    Unit,
    Work,
    available,
    reason,
)
from server.errors import ConflictError, ServerError
from server.hub import EVERYTHING

T = TypeVar("T")

CHANNEL = PROGRAM

WRITERS, READERS = 8, 8
"""Connections of a process: as many write at once, and as many more may read."""

TRIES = 3  # of a transaction that others got in the way of
PAUSE = 1.0  # seconds between tries to hear again
MIGRATING = 7_236_110  # the number of the lock under which one process at a time migrates
STATEMENT = 15_000  # milliseconds after which a statement is given up

log = logging.getLogger(__name__)


class PostgresStore:
    """A database of PostgreSQL's."""

    def __init__(self, url: str) -> None:
        """Connect. Raises ``ServerError`` with the reason, without the password."""
        try:
            given = make_url(url)
        except (ArgumentError, ValueError) as error:
            raise ServerError(
                "--database: it is neither sqlite:///PATH nor postgresql://..."
            ) from error
        self._shown = given.render_as_string(hide_password=True)
        parts = given.set(drivername="postgresql+psycopg")
        self.engine: Engine = create_engine(
            parts, pool_size=WRITERS, max_overflow=READERS, pool_pre_ping=True, pool_timeout=10,
            connect_args={
                "connect_timeout": 5, "options": f"-c statement_timeout={STATEMENT}",
                "application_name": PROGRAM,
            },
        )  # fmt: skip
        self._writers = ThreadPoolExecutor(WRITERS, thread_name_prefix="database writer")
        self.companion: Companion | None = None
        self._listeners: list[Listener] = []
        self._name = secrets.token_hex(8)
        self._over = threading.Event()
        try:
            with self.engine.begin() as connection:
                connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
                migrate(connection)
        except DatabaseError as error:
            raise ServerError(f"the database {self._shown}: {reason(error)}") from error
        self._thread = threading.Thread(target=self._hear, name="database listener", daemon=True)
        self._ready = threading.Event()
        self._thread.start()
        self._ready.wait(5.0)

    def read(self, work: Work[T]) -> T:
        with available(), self.engine.connect() as connection:
            connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                return work(_Unit(connection))

    def write(self, work: Work[T]) -> T:
        with available():
            for left in reversed(range(TRIES)):
                try:
                    with self.engine.connect() as connection, connection.begin() as transaction:
                        unit = _Unit(connection)
                        found = work(unit)
                        if self.companion is not None and unit.topics:
                            self.companion(unit)
                        with unit.together():
                            for topic in unit.topics:
                                NOTIFY.run(connection, {"notice": f"{self._name} {topic}"})
                            transaction.commit()
                    self._tell(unit.topics, unit.news)
                    return found
                except IntegrityError as error:
                    if not left:
                        raise ConflictError("somebody else did that at the same moment") from error
                except OperationalError as error:
                    if not left or not _passing(error):
                        raise
        raise AssertionError("the last try returns or raises")

    def submit(self, work: Work[T]) -> Future[T]:
        return self._writers.submit(self.write, work)

    def listen(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def backup(self, target: Path) -> None:
        raise ServerError("PostgreSQL makes its own backups: see pg_dump in docs/serving.md")

    def close(self) -> None:
        self._over.set()
        self._writers.shutdown()
        self._thread.join(5.0)
        self.engine.dispose()

    # -- the thread that listens

    def _hear(self) -> None:
        while not self._over.is_set():
            try:
                self._hear_on_one_connection()
            except (psycopg.Error, DBAPIError) as error:
                log.warning("the database is not heard: %s", str(error).partition("\n")[0])
                self._ready.set()
                self._over.wait(PAUSE)

    def _hear_on_one_connection(self) -> None:
        url = self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(url, autocommit=True, connect_timeout=5) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._ready.set()
            self._tell({EVERYTHING}, [])  # what was said while nobody listened
            while not self._over.is_set():
                for notice in connection.notifies(timeout=0.5, stop_after=1):
                    name, _, topic = notice.payload.partition(" ")
                    if name != self._name:  # our own was told when it was written
                        self._tell({topic}, [])
                # A connection that the network swallowed would be silent for ever.
                if time.monotonic() % 10 < 0.5:
                    connection.execute("SELECT 1")

    def _tell(self, topics: set[str], news: list[News]) -> None:
        for listener in self._listeners:
            listener(topics, news)


class _Unit(Unit):
    """A transaction in which several statements go one way there and back."""

    @contextmanager
    def _parcel(self) -> Iterator[None]:
        """One way there and back, for all that the driver is asked for within."""
        try:
            with from_driver(self.connection), self.driver.pipeline():
                yield
        except OperationalError as error:
            # SQLAlchemy has not seen it happen, and would hand the connection out once more. It may
            # be lost though its end has not come yet: what said so can leave it stuck half way.
            if not _passing(error) and not self.connection.invalidated:
                self.connection.invalidate()
            raise

    def ask(self, *selects: Prepared, **values: Any) -> list[list[Any]]:
        texts = [each.text(self.connection, values) for each in selects]
        with self._parcel():
            cursors = [self.driver.execute(each.sql, each.bound(values)) for each in texts]
        return [text.rows(cursor) for text, cursor in zip(texts, cursors, strict=True)]

    def together(self) -> AbstractContextManager[None]:
        return self._parcel()


NOTIFY = Prepared(select(func.pg_notify(CHANNEL, bindparam("notice", type_=Text))))


def _passing(error: OperationalError) -> bool:
    """Whether it is worth another try at once: a deadlock, or a conflict with another one."""
    return getattr(error.orig, "sqlstate", None) in ("40001", "40P01")
