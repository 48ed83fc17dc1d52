"""What every route works with."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from sys import getsizeof
from typing import TypeVar

from starlette.requests import Request

from engine.game import OptionValue
from server.commands.answering import Clerk
from server.database.store import Store, Work
from server.happening import Event
from server.hub import Hub
from server.mail.incoming.post import Post
from server.once import Once
from server.people.signing_in import QUEUE
from server.play.positions import TRIES, ColdError, quick
from server.sharing import SharedThreads, asker
from server.thinking.aside import Aside
from server.web.arrivals import Arrivals
from server.web.plain.drawings import Drawings

T = TypeVar("T")

MOST_PACKED, MOST_PLACES = 32 * 2**20, 8 * 2**20
"""Bytes of files and scenes, and of places in games, that are kept."""

PAGE_PATIENCE = 60.0
"""Seconds that a game's page may take to be made."""


@dataclass(frozen=True)
class Place:
    """A place in a game: what is played, and the moves to it.

    ``event`` is the last one of the board as it was read.
    """

    game: str
    options: Mapping[str, OptionValue]
    moves: tuple[str, ...]
    event: int

    @property
    def last(self) -> str | None:
        return self.moves[-1] if self.moves else None

    def size(self) -> int:
        """The bytes that it takes."""
        return 1000 + sum(map(getsizeof, self.moves)) + getsizeof(self.moves)


@dataclass(frozen=True)
class Packed:
    """What is sent as it is, and the tag by which a browser knows that it has it already."""

    data: bytes
    tag: str

    @classmethod
    def of(cls, data: bytes) -> Packed:
        return cls(data, f'"{hashlib.sha256(data).hexdigest()[:24]}"')

    def size(self) -> int:
        """The bytes that it takes."""
        return len(self.data)


@dataclass
class Service:
    """The store, and what stands around it. ``address`` is how the server is reached from outside.

    ``host`` is the only one that is answered as (see ``server.web.who.bare_host``), None for any.
    ``secure``: it is reached by https, so that cookies are given to nothing else. ``proxied``: a
    proxy stands before it, whose word for the address of who asks is believed. ``post`` takes mail,
    None where there is none.
    """

    store: Store
    address: str
    secure: bool = False
    proxied: bool = False
    host: str | None = None
    now: Callable[[], float] = time.time
    hub: Hub | None = None
    post: Post | None = None
    readers: SharedThreads = field(default_factory=lambda: SharedThreads(8, "reader"))
    # More threads than may wait for passwords: so there is always one to turn somebody away in,
    # or to do a command that has none.
    writers: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(QUEUE + 32, thread_name_prefix="writer")
    )
    # One: each takes its turn of the interpreter from the threads that answer and write. With two
    # no more was done, and a move's median was 53 ms for 15 (tests.soak.crowd).
    thinkers: SharedThreads = field(default_factory=lambda: SharedThreads(1, "scenes"))
    # What takes seconds: one thing at a time, in a process of its own.
    pages: SharedThreads = field(default_factory=lambda: SharedThreads(1, "pages"))
    aside: Aside = field(default_factory=lambda: Aside(PAGE_PATIENCE))
    events: Once[list[Event]] = field(default_factory=lambda: Once(2**20, len))
    packed: Once[Packed] = field(default_factory=lambda: Once(MOST_PACKED, Packed.size))
    places: Once[Place] = field(default_factory=lambda: Once(MOST_PLACES, Place.size))
    drawings: Drawings = field(default_factory=Drawings)

    def __post_init__(self) -> None:
        self.clerk = Clerk(self.store, self.now, self._warm, self._read)
        self._arrivals: Arrivals | None = None

    async def read(self, work: Work[T]) -> T:
        """Read in a thread. Raises what the work raises."""
        return await self._unhurried(
            work, lambda each: self.readers.submit(asker.get(), lambda: self.store.read(each))
        )

    async def write(self, work: Work[T]) -> T:
        """Write; returns once it is on disk."""
        return await self._unhurried(work, self.store.submit)

    async def _unhurried(self, work: Work[T], do: Callable[[Work[T]], Future[T]]) -> T:
        """Do it, as ``unhurried`` does."""
        for _ in range(TRIES):
            try:
                return await self._arrived(do(quick(work)))
            except ColdError as error:
                await self.slow(error.warm)
        return await self._arrived(do(work))

    async def slow(self, work: Callable[[], T]) -> T:
        """Something that takes a processor's time, as scenes do, when it is the asker's turn."""
        return await self._arrived(self.thinkers.submit(asker.get(), work))

    async def page(self, work: Callable[[], T]) -> T:
        """Something that takes seconds of another process, which ``aside`` is."""
        return await self._arrived(self.pages.submit(asker.get(), work))

    def _warm(self, whose: str, work: Callable[[], None]) -> None:
        """``slow`` for a thread that may wait."""
        self.thinkers.submit(whose, work).result()

    def _read(self, whose: str, work: Work[T]) -> T:
        """``read`` for a thread that may wait."""
        return self.readers.submit(whose, lambda: self.store.read(work)).result()

    async def with_password(self, work: Callable[[], T]) -> T:
        """Something for which a password is checked or hashed. Raises ``BusyError``."""
        return await self.in_thread(work)

    async def in_thread(self, work: Callable[[], T]) -> T:
        return await self._arrived(self.writers.submit(work))

    async def _arrived(self, result: Future[T]) -> T:
        if self._arrivals is None:
            self._arrivals = Arrivals()
        return await self._arrivals.of(result)

    def close(self) -> None:
        self.aside.close()
        self.drawings.close()
        # First those that others wait for: what waits there is not begun any more.
        for threads in (self.thinkers, self.pages, self.readers):
            threads.close()
        self.writers.shutdown(wait=True, cancel_futures=True)


def service_of(request: Request) -> Service:
    """The service of the program that a request came to."""
    found: Service = request.app.state.service
    return found
