"""SQLite in a file. One thread writes; work queued meanwhile shares one transaction.

So one disk sync serves many, and nothing is announced before it is on disk. Each piece of work has
its own savepoint: if it fails, only its own changes are undone.
"""

from __future__ import annotations

import contextlib
import logging
import queue
from collections.abc import Collection, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError, OperationalError

from boche.engine.languages.current import carried, tr, tr_later
from boche.engine.languages.system import system_reason
from boche.engine.message import Phrase
from boche.server.database.backup import beside, copy_database
from boche.server.database.migrations import OutdatedError, known, migrate, refuse
from boche.server.database.prepared import from_driver
from boche.server.database.private_files import is_there, keep_private, make_private
from boche.server.database.store import (
    BeforeCommitHook,
    Listener,
    Transaction,
    Work,
    available,
    damaged,
    reason,
    tell,
)
from boche.server.database.trouble import Trouble
from boche.server.errors import ServerError, UnavailableError
from boche.server.infrastructure.supervision import KeptThread

T = TypeVar("T")

log = logging.getLogger(__name__)

MOST_AT_ONCE = 64
"""Pieces of work per transaction: enough to share the disk sync, but still quick."""

BUSY = 5.0  # seconds to wait for another process that writes, such as a backup


class SqliteStore:
    """A database in a file, for one process."""

    shared = False

    def __init__(self, path: Path, *, migrating: bool = False) -> None:
        """Open or create the file. With ``migrating``, an older one is copied, then migrated.

        Raises ``ServerError`` with its name.
        """
        self.path, self._migrating = path, migrating
        self.trouble = Trouble(repr(str(path)))
        self.overtaken: Future[str] = Future()
        self.engine: Engine = create_engine(
            f"sqlite:///{path}", connect_args={"timeout": BUSY, "check_same_thread": False},
            pool_size=16, max_overflow=16,
        )  # fmt: skip
        event.listen(self.engine, "connect", _set_up)
        event.listen(self.engine, "begin", _begin)
        self.before_commit: BeforeCommitHook | None = None
        self.listeners: list[Listener] = []
        self._waiting: queue.SimpleQueue[_Piece | None] = queue.SimpleQueue()
        _refuse_remains(path)
        try:
            with contextlib.suppress(FileExistsError):
                make_private(path)
            self._connection = self._open_writer()
            keep_private(path)
        except (DatabaseError, OSError) as error:
            cause = reason(error) if isinstance(error, DatabaseError) else system_reason(error)
            text = UNREADABLE if damaged(error) else UNOPENED
            raise ServerError(tr(text, path=str(path), cause=cause)) from error
        self._thread = KeptThread("database writer", self._run, longest=1.0)
        self._thread.start()

    def _open_writer(self) -> Connection:
        """Return the writing connection, with its tables at the newest version."""
        with contextlib.ExitStack() as undo:
            undo.callback(self.engine.dispose)
            connection = undo.enter_context(self.engine.connect().execution_options(writes=True))
            with connection.begin():
                migrate(connection, self._older)
            undo.pop_all()
        return connection

    def _older(self, old: int) -> None:
        """Back up the older database, while no one else writes. Raises ``ServerError``."""
        copy = beside(self.path, old)
        if not self._migrating:
            refuse(repr(str(self.path)), old, tr(
                "which first makes a backup: {path!r}", path=str(copy)))  # fmt: skip
        copy_database(self.path, copy)
        log.warning("the database %r had version %s: a backup of it is %r", str(self.path), old,
                    str(copy))  # fmt: skip

    def read(self, work: Work[T]) -> T:
        with available(self.trouble), self.engine.connect() as connection, connection.begin():
            return work(Transaction(connection))

    def write(self, work: Work[T]) -> T:
        return self.submit(work).result()

    def submit(self, work: Work[T]) -> Future[T]:
        piece = _Piece(carried(work))
        self._waiting.put(piece)
        return piece.result

    def listen(self, listener: Listener) -> None:
        self.listeners.append(listener)

    def joins(self, transaction: Transaction) -> bool:
        return True

    def hold(self, number: int) -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext()

    def unheld(self, numbers: Collection[int]) -> set[int]:
        return set()  # there is no other process

    def close(self) -> None:
        """Write what is still queued, then close the file."""
        self._waiting.put(None)
        self._thread.join()
        self._connection.close()
        self.engine.dispose()

    # -- the writing thread

    def _run(self) -> None:
        while (first := self._waiting.get()) is not None:
            pieces, last = [first], False
            while len(pieces) < MOST_AT_ONCE:
                try:
                    piece = self._waiting.get_nowait()
                except queue.Empty:
                    break
                if piece is None:
                    last = True
                    break
                pieces.append(piece)
            self._do(pieces)
            if last:
                return

    def _do(self, waiting: Sequence[_Piece]) -> None:
        # Callers may have cancelled in the meantime; from here on they no longer can.
        pieces = [job for job in waiting if job.result.set_running_or_notify_cancel()]
        transactions: list[Transaction] = []
        try:
            with (
                available(self.trouble, WRITTEN_NOT),
                self._connection.begin(),
                from_driver(self._connection),
            ):
                known(self._connection.connection.driver_connection)
                for piece in pieces:
                    transactions.append(piece.run(self._connection, self.before_commit))
        except BaseException as error:  # the whole transaction fails: all work is rolled back
            cause = WRITTEN_NOT(cause=type(error).__name__)
            told = error if isinstance(error, Exception) else UnavailableError(cause)
            for piece in pieces:
                piece.result.set_exception(told)
            if not isinstance(error, Exception):
                raise
            if isinstance(error, OutdatedError) and not self.overtaken.done():
                self.overtaken.set_result(error.line)
            return
        self.trouble.over()
        topics = {topic for transaction in transactions for topic in transaction.topics}
        news = [event for transaction in transactions for event in transaction.news]
        tell(self.listeners, topics, news)
        for piece in pieces:
            piece.answer()


UNOPENED = tr_later("the database {path!r} cannot be opened: {cause}")
UNREADABLE = tr_later("the database {path!r} cannot be opened: {cause}; restore a backup")
WRITTEN_NOT = Phrase(
    "database.not-written",
    "the server cannot write now ({cause}); nothing was changed. Try again in a moment",
)


class _Piece:
    """A piece of queued work and its result, which is reported once everything is on disk."""

    def __init__(self, work: Work[Any]) -> None:
        self.work = work
        self.result: Future[Any] = Future()
        self._result: Any = None
        self._error: Exception | None = None

    def run(self, connection: Connection, before_commit: BeforeCommitHook | None) -> Transaction:
        """Do the work; return the transaction it used, or an empty one if the work failed."""
        transaction = Transaction(connection)
        self._result = self._error = None
        # Passed to the driver directly: SQLAlchemy's overhead would cost as much as all the
        # statements of a move.
        say = connection.connection.driver_connection.execute  # type: ignore[union-attr]
        say("SAVEPOINT piece")
        try:
            self._result = self.work(transaction)
            if before_commit is not None and transaction.topics:
                before_commit(transaction)
        except Exception as error:
            if isinstance(error, OperationalError) or damaged(error):
                raise  # a problem of the disk or the file, which affects everybody
            say("ROLLBACK TO piece")
            self._error = error
        say("RELEASE piece")
        return Transaction(connection) if self._error else transaction

    def answer(self) -> None:
        if self._error is not None:
            self.result.set_exception(self._error)
        else:
            self.result.set_result(self._result)


def _refuse_remains(path: Path) -> None:
    """Raise ``ServerError`` if only the journal of a database is there: games are in it."""
    journal = path.with_name(f"{path.name}-wal")
    if not is_there(path) and is_there(journal) and journal.stat().st_size:
        raise ServerError(
            tr(
                "{path!r} is gone, but {journal!r} is still there: put the file back, or restore "
                "a backup",
                path=str(path), journal=str(journal),
            )
        )  # fmt: skip


def _set_up(connection: Any, _: Any) -> None:
    """Set up a new connection: write-ahead log, and each transaction synced to disk."""
    connection.isolation_level = None  # the driver begins no transactions by itself
    cursor = connection.cursor()
    for line in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "cache_size=-32000"):
        cursor.execute(f"PRAGMA {line}")
    cursor.close()


def _begin(connection: Connection) -> None:
    options = connection.get_execution_options()
    if options.get("plain"):
        return
    connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("writes") else "BEGIN")
