"""One way in and out of the database, whichever it is: reading, and writing that lasts.

What is written is on disk before ``write`` returns, and before anybody is told of it. Both take a
function of a ``Unit``, which has the connection; it may be run again, so it does nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
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

from server.database.prepared import Prepared, driver_of, from_driver
from server.database.trouble import Trouble
from server.errors import UnavailableError

T = TypeVar("T")

Work = Callable[["Unit"], T]
News = tuple[str, dict[str, Any]]
"""A topic, and an event of it as JSON data."""

Listener = Callable[[set[str], list[News]], None]
"""Is told the topics of which something new is on disk, in some thread; it must not wait.

With them come the events themselves, as far as this process wrote them.
"""


@dataclass
class Unit:
    """One transaction: its connection, and the topics that it changes, such as ``board 17``.

    ``news`` are the events that it writes.
    """

    connection: Connection
    topics: set[str] = field(default_factory=set)
    news: list[News] = field(default_factory=list)

    def ask(self, *selects: Prepared, **values: Any) -> list[list[Any]]:
        """The rows of several selects with the same values, carried out in this order.

        They go to the driver itself: what SQLAlchemy makes of a result costs more than the result.
        """
        texts = [each.text(self.connection, values) for each in selects]
        with from_driver(self.connection):
            return [each.rows(self.driver.execute(each.sql, each.bound(values))) for each in texts]

    @property
    def driver(self) -> Any:
        """The driver's own connection, in the same transaction."""
        return driver_of(self.connection)

    def together(self) -> AbstractContextManager[None]:
        """Within it nothing is read: what is written may go to the database in one parcel."""
        return nullcontext()


Companion = Callable[[Unit], None]
"""Runs at the end of each piece of work that has news, within its transaction.

So what follows from an event is on disk with it: the mails that tell of it.
"""


class Store(Protocol):
    """A database. ``companion`` is None where nothing goes with what is written.

    ``shared``: other processes may serve it, too. ``overtaken`` has a line once another program
    has changed the tables: nothing more is written.
    """

    companion: Companion | None
    shared: bool
    overtaken: Future[str]

    @property
    def engine(self) -> Engine: ...

    def read(self, work: Work[T]) -> T:
        """What ``work`` finds, in one view of the database. Raises ``UnavailableError``."""

    def write(self, work: Work[T]) -> T:
        """What ``work`` returns, once all it wrote is on disk. Raises ``UnavailableError``.

        An error of its own undoes all that it wrote.
        """

    def submit(self, work: Work[T]) -> Future[T]:
        """As ``write``, without waiting for it."""

    def listen(self, listener: Listener) -> None:
        """Have a listener told of all that is written, by other processes too."""

    def joins(self, unit: Unit) -> bool:
        """Serve from now on; whether no other process does."""

    def close(self) -> None: ...


@contextmanager
def available(trouble: Trouble, says: str | None = None) -> Iterator[None]:
    """Turns what a database says of itself into ``UnavailableError``; its details go to the log.

    ``says`` is what is told to who asked; the database's own words go with it.
    """
    try:
        yield
    except (InterfaceError, OperationalError, TimeoutError) as error:
        why = reason(error)
        trouble.note(why)
        raise UnavailableError(UNREACHED if says is None else says.format(why)) from error
    except DatabaseError as error:
        if not damaged(error):
            raise
        trouble.damage(reason(error))
        raise UnavailableError(DAMAGED) from error


UNREACHED = "the server's database does not answer; nothing was changed. Try again in a moment"
DAMAGED = "the server's database is damaged; nothing was changed. Whoever runs the server is told"


def damaged(error: BaseException) -> bool:
    """Whether a database says that a part of it is not what it should be."""
    found = getattr(error, "orig", None)
    code = getattr(found, "sqlite_errorcode", None) or 0
    return (code & 0xFF) in _DAMAGE or getattr(found, "sqlstate", None) in ("XX001", "XX002")


_DAMAGE = (11, 26)
"""SQLite's codes for a damaged file, and for one that is no database."""


def reason(error: SQLAlchemyError) -> str:
    """The first line of what the database says, without the statement and its values."""
    return str(getattr(error, "orig", error)).strip().partition("\n")[0][:200]
