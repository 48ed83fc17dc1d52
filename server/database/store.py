"""One interface to any database: reading, and durable writing.

Data is on disk before ``write`` returns, and before anybody is told of it. Both take a function of
a ``Transaction``, which has the connection; it may be run again, so it must have no other effects.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import (
    DatabaseError,
    InterfaceError,
    OperationalError,
    SQLAlchemyError,
    TimeoutError,
)

from boche.engine.message import Phrase
from boche.server.database.prepared import Prepared, driver_of, from_driver
from boche.server.database.trouble import Trouble
from boche.server.errors import UnavailableError
from boche.server.infrastructure.supervision import shielded

T = TypeVar("T")

Work = Callable[["Transaction"], T]
News = tuple[str, dict[str, Any]]
"""A topic, and an event of it as JSON data."""

Listener = Callable[[set[str], list[News]], None]
"""Callback with the topics that have news on disk, from any thread; it must not block.

It also gets the events themselves, if this process wrote them.
"""


def tell(listeners: Iterable[Listener], topics: set[str], news: list[News]) -> None:
    """Tell listeners what is on disk: whatever one of them raises concerns no other."""
    for listener in listeners:
        with shielded("listener to news"):
            listener(topics, news)


@dataclass
class Transaction:
    """A transaction: its connection, and the topics that it changes, such as ``board 17``.

    ``news`` are the events that it writes; ``mailed_by`` are the mail addresses of those whose
    mail is done: they are told by mail, too, of the end of a game that they caused.
    """

    connection: Connection
    topics: set[str] = field(default_factory=set)
    news: list[News] = field(default_factory=list)
    mailed_by: set[str] = field(default_factory=set)

    def ask(self, *selects: Prepared, **values: Any) -> list[list[Any]]:
        """Return the rows of several selects with the same values, executed in this order.

        They go directly to the driver: SQLAlchemy's handling of a result costs more than the
        result.
        """
        texts = [statement.text(self.connection, values) for statement in selects]
        with from_driver(self.connection):
            return [
                statement.rows(self.driver.execute(statement.sql, statement.bound(values)))
                for statement in texts
            ]

    @property
    def driver(self) -> Any:
        """The driver's own connection, in the same transaction."""
        return driver_of(self.connection)

    def together(self) -> AbstractContextManager[None]:
        """Return a context that contains only writes, which may go to the database in one batch."""
        return nullcontext()


BeforeCommitHook = Callable[[Transaction], None]
"""Callback at the end of each piece of work that has news, within its transaction.

So what follows from an event, such as a mail about it, is on disk with it.
"""


class Store(Protocol):
    """A database. ``before_commit`` is None if nothing accompanies what is written.

    With ``shared``, other processes may serve it, too. ``overtaken`` gets a line once another
    program has changed the tables; nothing more is written then.
    """

    before_commit: BeforeCommitHook | None
    shared: bool
    overtaken: Future[str]

    @property
    def engine(self) -> Engine: ...

    def read(self, work: Work[T]) -> T:
        """Return the result of ``work`` on a snapshot of the data. Raises ``UnavailableError``."""

    def write(self, work: Work[T]) -> T:
        """Return the result of ``work`` once its writes are on disk. Raises ``UnavailableError``.

        If ``work`` itself raises, all its writes are undone.
        """

    def submit(self, work: Work[T]) -> Future[T]:
        """Start a ``write`` without waiting for it."""

    def listen(self, listener: Listener) -> None:
        """Register a listener for all writes, including those of other processes."""

    def joins(self, transaction: Transaction) -> bool:
        """Begin to serve; return whether no other process does."""

    def hold(self, number: int) -> AbstractContextManager[None]:
        """Let other processes see that this one works on a mail, while the block runs."""

    def unheld(self, numbers: Collection[int]) -> set[int]:
        """Return those mails that no living process works on. Raises ``UnavailableError``.

        One that has just lost its connections is not seen for a few seconds.
        """

    def close(self) -> None: ...


@contextmanager
def available(trouble: Trouble, says: Phrase | None = None) -> Iterator[None]:
    """Convert a database's own errors into ``UnavailableError``; details go to the log.

    ``says`` is the message for the caller, with a gap for the database's own words: ``cause``. It
    is said in each caller's language, as all may be told of the same error.
    """
    try:
        yield
    except (InterfaceError, OperationalError, TimeoutError) as error:
        cause = reason(error)
        trouble.note(cause)
        raise UnavailableError(UNREACHED() if says is None else says(cause=cause)) from error
    except DatabaseError as error:
        if not damaged(error):
            raise
        trouble.damage(reason(error))
        raise UnavailableError(DAMAGED()) from error


UNREACHED = Phrase(
    "database.unreached",
    "the server's database does not answer; nothing was changed. Try again in a moment",
)
DAMAGED = Phrase(
    "database.damaged",
    "the server's database is damaged; nothing was changed. Whoever runs the server has been "
    "notified",
)


def damaged(error: BaseException) -> bool:
    """Return whether an error says that a part of the database is corrupt."""
    cause = getattr(error, "orig", None)
    code = getattr(cause, "sqlite_errorcode", None) or 0
    return (code & 0xFF) in _DAMAGE or getattr(cause, "sqlstate", None) in ("XX001", "XX002")


_DAMAGE = (11, 26)
"""SQLite's codes for a damaged file, and for one that is not a database."""


def reason(error: SQLAlchemyError) -> str:
    """Return the first line of the database's message, without the statement and its values."""
    return str(getattr(error, "orig", error)).strip().partition("\n")[0][:200]
