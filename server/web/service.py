"""What every route works with."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from starlette.requests import Request

from server.commands.answering import Clerk
from server.database.store import Store, Work
from server.happening import Event
from server.hub import Hub
from server.mail.post import Post
from server.once import Once
from server.people.signing_in import QUEUE
from server.web.arrivals import Arrivals
from server.web.plain.drawings import Drawings

T = TypeVar("T")


@dataclass
class Service:
    """The store, and what stands around it. ``address`` is how the server is reached from outside.

    ``secure``: it is reached by https, so that cookies are given to nothing else. ``proxied``: a
    proxy stands before it, whose word for the address of who asks is believed. ``post`` takes mail,
    None where there is none.
    """

    store: Store
    address: str
    secure: bool = False
    proxied: bool = False
    now: Callable[[], float] = time.time
    hub: Hub | None = None
    post: Post | None = None
    readers: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(8, thread_name_prefix="reader")
    )
    # More threads than may wait for passwords: so there is always one to turn somebody away in,
    # or to do a command that has none.
    writers: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(QUEUE + 32, thread_name_prefix="writer")
    )
    thinkers: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(4, thread_name_prefix="scenes")
    )
    places: Once[Any] = field(default_factory=lambda: Once(256))
    events: Once[list[Event]] = field(default_factory=lambda: Once(512))
    scenes: Once[bytes] = field(default_factory=lambda: Once(512))
    drawings: Drawings = field(default_factory=Drawings)

    def __post_init__(self) -> None:
        self.clerk = Clerk(self.store, self.now)
        self._arrivals: Arrivals | None = None

    async def read(self, work: Work[T]) -> T:
        """Read in a thread. Raises what the work raises."""
        return await self.in_thread(self.readers, lambda: self.store.read(work))

    async def write(self, work: Work[T]) -> T:
        """Write; returns once it is on disk."""
        if self._arrivals is None:
            self._arrivals = Arrivals()
        return await self._arrivals.of(self.store.submit(work))

    async def slow(self, work: Callable[[], T]) -> T:
        """Something that takes a processor's time, as scenes do."""
        return await self.in_thread(self.thinkers, work)

    async def with_password(self, work: Callable[[], T]) -> T:
        """Something for which a password is checked or hashed. Raises ``BusyError``."""
        return await self.in_thread(self.writers, work)

    async def in_thread(self, pool: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(pool, work)

    def close(self) -> None:
        self.drawings.close()
        for pool in (self.readers, self.writers, self.thinkers):
            pool.shutdown(wait=True, cancel_futures=True)


def service_of(request: Request) -> Service:
    """The service of the program that a request came to."""
    found: Service = request.app.state.service
    return found
