"""PostgreSQL, for any number of processes, which hear of each other's writes by NOTIFY."""

from __future__ import annotations

import contextlib
import logging
import secrets
import threading
import time
from collections.abc import Collection, Iterator
from concurrent.futures import Future, InvalidStateError, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Any, TypeVar

import psycopg
from sqlalchemy import Connection, Engine, Text, bindparam, create_engine, func, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    DBAPIError,
    IntegrityError,
    OperationalError,
)

from boche.engine.languages.current import carried, tr
from boche.engine.program import PROGRAM
from boche.server.database import migrations
from boche.server.database.migrations import KNOWN, OutdatedError, migrate, refuse
from boche.server.database.prepared import Prepared, from_driver
from boche.server.database.schema import MAILS, MIGRATING, SERVES, VERSION
from boche.server.database.store import (
    BeforeCommitHook,
    Listener,
    News,
    Transaction,
    Work,
    available,
    reason,
    tell,
)
from boche.server.database.trouble import Trouble
from boche.server.errors import ConflictError, ServerError
from boche.server.infrastructure.broker import EVERYTHING
from boche.server.infrastructure.supervision import REGISTER, KeptThread

T = TypeVar("T")

CHANNEL = PROGRAM
LISTENER = f"{PROGRAM} listener"
"""Name by which PostgreSQL's views show the connection that hears of others' writes."""
HEARS = "database listener"
"""Name of the thread that has it, in the log and in health checks."""

WRITERS, READERS = 8, 8
"""Connections per process: so many writers at once, and so many readers besides."""

OLDEST = 13
"""Oldest major version of PostgreSQL that is known to serve."""

TRIES = 3  # of a transaction that conflicted with others
PAUSE = 1.0  # seconds before listening again after an error
ALIVE = "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3"
"""Settings by which the server sees within a minute that a machine is gone, and ends its locks."""
STATEMENT = 15_000  # statement timeout in milliseconds

log = logging.getLogger(__name__)


class PostgresStore:
    """A PostgreSQL database."""

    shared = True

    def __init__(self, url: str, *, migrating: bool = False) -> None:
        """Connect. With ``migrating``, an older database is migrated.

        Raises ``ServerError`` with the reason, without the password.
        """
        try:
            address = make_url(url)
        except (ArgumentError, ValueError) as error:
            raise ServerError(
                tr("--database: expected sqlite:///PATH or postgresql://...")
            ) from error
        self._shown, self._migrating = address.render_as_string(hide_password=True), migrating
        self.trouble = Trouble(self._shown)
        self.overtaken: Future[str] = Future()
        parts = address.set(drivername="postgresql+psycopg")
        self.engine: Engine = create_engine(
            parts, pool_size=WRITERS, max_overflow=READERS, pool_pre_ping=True, pool_timeout=10,
            connect_args={
                "connect_timeout": 5, "options": f"-c statement_timeout={STATEMENT}",
                "client_encoding": "UTF8",
                "application_name": PROGRAM,
            },
        )  # fmt: skip
        self._writers = ThreadPoolExecutor(WRITERS, thread_name_prefix="database writer")
        self.before_commit: BeforeCommitHook | None = None
        self.listeners: list[Listener] = []
        self._name = secrets.token_hex(8)
        self._closed = threading.Event()
        self._serves, self._hears, self._hearing = False, False, 0
        self._held = set[int]()
        try:
            with contextlib.ExitStack() as undo:
                undo.callback(self.engine.dispose)
                self._make_ready()
                undo.pop_all()
        except DatabaseError as error:
            raise ServerError(
                tr("the database {shown}: {error}", shown=self._shown, error=reason(error))
            ) from error
        self._thread = KeptThread(HEARS, self._listen)
        self._ready = threading.Event()
        self._thread.start()
        self._ready.wait(5.0)

    def _make_ready(self) -> None:
        """Migrate the tables to the newest version, retrying if writers get in the way."""
        for retries in reversed(range(TRIES)):
            try:
                with self.engine.begin() as connection:
                    refuse_unfit(connection)
                    # Migrating much data takes long, and so does waiting for another process to do
                    # it.
                    connection.execute(text("SET LOCAL statement_timeout = 0"))
                    connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
                    migrate(connection, partial(self._older, connection))
                return
            except OperationalError as error:
                if not retries or not _is_transient(error):
                    raise

    def _older(self, connection: Connection, old: int) -> None:
        """Wait for all writers and block new ones. Raises ``ServerError``."""
        if not self._migrating:
            refuse(self._shown, old, tr("after a backup by pg_dump"))
        log.warning("the database %s had version %s; backups of it are made by pg_dump alone",
                    self._shown, old)  # fmt: skip
        connection.execute(text(f"LOCK TABLE {VERSION.name} IN ACCESS EXCLUSIVE MODE"))

    def read(self, work: Work[T]) -> T:
        with available(self.trouble), self.engine.connect() as connection:
            connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                return work(_Transaction(connection))

    def write(self, work: Work[T]) -> T:
        with available(self.trouble):
            for retries in reversed(range(TRIES)):
                try:
                    with self.engine.connect() as connection, connection.begin() as begun:
                        transaction = _Transaction(connection)
                        transaction.known = False
                        result = work(transaction)
                        if self.before_commit is not None and transaction.topics:
                            self.before_commit(transaction)
                        with transaction.together():
                            for topic in transaction.topics:
                                NOTIFY.run(connection, {"notice": f"{self._name} {topic}"})
                            begun.commit()
                    self.trouble.over()
                    self._notify(transaction.topics, transaction.news)
                    return result
                except OperationalError as error:
                    if not retries or not _is_transient(error):
                        raise
                except DatabaseError as error:
                    self._check_version()
                    if not isinstance(error, IntegrityError):
                        raise
                    if not retries:
                        raise ConflictError(
                            tr("somebody else did that at the same time")
                        ) from error
        raise AssertionError("the last try returns or raises")

    def submit(self, work: Work[T]) -> Future[T]:
        return self._writers.submit(self.write, carried(work))

    def listen(self, listener: Listener) -> None:
        self.listeners.append(listener)

    @contextmanager
    def hold(self, number: int) -> Iterator[None]:
        self._held.add(number)  # the listening thread locks it
        try:
            yield
        finally:
            self._held.discard(number)

    def unheld(self, numbers: Collection[int]) -> set[int]:
        found = self.read(lambda each: each.connection.execute(text(HELD)).scalars().all())
        return set(numbers) - set(found) - self._held

    def _check_version(self) -> None:
        """Raise ``OutdatedError`` if another program has changed the version."""
        with self.engine.connect() as connection:
            number = int(connection.exec_driver_sql(KNOWN).scalar_one())
        if number == migrations.NEWEST:
            return
        error = OutdatedError(number)
        with contextlib.suppress(InvalidStateError):  # another thread has set it
            self.overtaken.set_result(error.line)
        raise error

    def joins(self, transaction: Transaction) -> bool:
        self._serves = True
        count = transaction.connection.execute(text(SERVING), {"own": self._hearing}).scalar_one()
        return int(count) == 0

    def close(self) -> None:
        self._closed.set()
        self._writers.shutdown()
        self._thread.close(5.0)
        self.engine.dispose()

    # -- the listening thread

    def _listen(self) -> None:
        while not self._closed.is_set():
            self._hears = False
            try:
                self._listen_on_one_connection()
            except (psycopg.Error, DBAPIError) as error:
                self.trouble.note(str(error).partition("\n")[0])
                if self._hears:  # once for a database that is away, however often it is tried
                    REGISTER.count(HEARS)
                self._ready.set()
                self._closed.wait(PAUSE)

    def _listen_on_one_connection(self) -> None:
        url = self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(
            url, autocommit=True, connect_timeout=5, application_name=LISTENER, options=ALIVE
        ) as connection:
            self._hearing = connection.info.backend_pid
            connection.execute(f"LISTEN {CHANNEL}")
            self._hears = True
            self._ready.set()
            self._notify({EVERYTHING}, [])  # what was sent while no one was listening
            seen, locked = False, set[int]()
            while not self._closed.is_set():
                if self._serves and not seen:
                    connection.execute(f"SELECT pg_advisory_lock_shared({SERVES})")
                    seen = True
                self._lock_held(connection, locked)
                for notice in connection.notifies(timeout=0.5, stop_after=1):
                    name, _, topic = notice.payload.partition(" ")
                    if name != self._name:  # this process was told when it wrote
                        self._notify({topic}, [])
                # A connection dropped by the network would stay silent forever.
                if time.monotonic() % 10 < 0.5:
                    connection.execute("SELECT 1")

    def _lock_held(self, connection: Any, locked: set[int]) -> None:
        """Lock what this process works on. The locks end with the connection: when it is killed."""
        held = set(self._held)
        for number in held - locked:
            row = connection.execute("SELECT pg_try_advisory_lock(%s, %s)", (MAILS, number))
            if row.fetchone()[0]:
                locked.add(number)
        for number in locked - held:
            connection.execute("SELECT pg_advisory_unlock(%s, %s)", (MAILS, number))
            locked.discard(number)

    def _notify(self, topics: set[str], news: list[News]) -> None:
        tell(self.listeners, topics, news)


def refuse_unfit(connection: Connection) -> None:
    """Raise ``ServerError`` for a PostgreSQL that is too old, or a database without all letters."""
    number = int(connection.exec_driver_sql("SHOW server_version_num").scalar_one())
    if number < OLDEST * 10_000:
        raise ServerError(
            tr(
                "--database: PostgreSQL {oldest} or newer is needed, but this is {version}",
                oldest=OLDEST, version=number // 10_000,
            )
        )  # fmt: skip
    encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
    if encoding != "UTF8":
        name, owner = connection.exec_driver_sql("SELECT current_database(), current_user").one()
        raise ServerError(
            tr(
                "--database: the encoding of {name} is {encoding}, but it must be UTF8: {command}",
                name=name, encoding=encoding,
                command=f"createdb {name} --owner {owner} --encoding UTF8 --locale C.UTF-8 "
                "--template template0",
            )
        )  # fmt: skip


class _Transaction(Transaction):
    """A transaction that sends several statements in one round trip.

    ``known`` says whether the tables have been checked to be of this program's version, if needed.
    """

    known = True

    @contextmanager
    def _pipelined(self) -> Iterator[None]:
        """Send everything asked of the driver inside the block in one round trip."""
        try:
            with from_driver(self.connection), self.driver.pipeline():
                if not self.known:
                    self.known = True
                    self.driver.execute(STILL, (migrations.NEWEST,))
                yield
        except IntegrityError:
            raise
        except DatabaseError as error:
            # SQLAlchemy has not seen the error and would hand the connection out again. The
            # connection may be lost before it is seen to be closed: the error can leave it stuck
            # halfway.
            if not _is_transient(error) and not self.connection.invalidated:
                self.connection.invalidate()
            raise

    def ask(self, *selects: Prepared, **values: Any) -> list[list[Any]]:
        texts = [statement.text(self.connection, values) for statement in selects]
        with self._pipelined():
            cursors = [
                self.driver.execute(statement.sql, statement.bound(values)) for statement in texts
            ]
        return [text.rows(cursor) for text, cursor in zip(texts, cursors, strict=True)]

    def together(self) -> AbstractContextManager[None]:
        return self._pipelined()


STILL = f"SELECT 1 / (number = %s)::int FROM {VERSION.name}"
"""Query that fails if another program has changed the version. It goes with the first parcel, so it
costs no round trip; its lock blocks a migration until the transaction is committed."""

SERVING = (
    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = 0 AND "
    f"objid = {SERVES} AND objsubid = 1 AND "
    "pid <> :own AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
"""Query for the number of other processes that serve this database."""

HELD = (
    f"SELECT objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND classid = {MAILS} AND "
    "objsubid = 2 AND granted AND "
    "database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
"""Query for the mails that processes work on."""

NOTIFY = Prepared(select(func.pg_notify(CHANNEL, bindparam("notice", type_=Text))))


def _is_transient(error: DatabaseError) -> bool:
    """Return whether to retry at once: a deadlock, or a conflict with another transaction."""
    return getattr(error.orig, "sqlstate", None) in ("40001", "40P01")
