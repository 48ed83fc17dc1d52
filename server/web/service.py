"""The service: resources shared by all routes."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from sys import getsizeof
from typing import TypeVar

from starlette.requests import Request

from boche.engine.game import OptionValue
from boche.engine.languages.current import carried
from boche.server.announcements import Announcements
from boche.server.commands.runner import CommandRunner
from boche.server.database.store import Store, Work
from boche.server.events import Event
from boche.server.infrastructure.broker import Broker
from boche.server.infrastructure.fair_threads import SharedThreads, asker
from boche.server.infrastructure.single_flight import SingleFlight
from boche.server.mail.incoming.inbound import InboundMail
from boche.server.operation.vitals import Vitals
from boche.server.people.password_checks import QUEUE
from boche.server.play.position_cache import TRIES, ColdError, quick
from boche.server.thinking.advice import Advice
from boche.server.thinking.worker_process import WorkerProcess
from boche.server.web.noscript.drawings import Drawings
from boche.server.web.seek_rows import SeekList
from boche.server.web.thread_bridge import Arrivals

T = TypeVar("T")

MOST_PACKED, MOST_PLACES = 32 * 2**20, 8 * 2**20
"""Sizes in bytes of the caches of files and scenes, and of places in games."""

MOST_HINTS = 2**20
"""Size in characters of the cache of hints."""

PAGE_PATIENCE = 60.0
"""Timeout in seconds for making a game's page."""


@dataclass(frozen=True)
class Place:
    """A place in a game: its game and options, and the moves to it.

    ``event`` is the board's last event when it was read. ``task`` is set in a lesson, where
    nothing that is told of a move may answer the task.
    """

    game: str
    options: Mapping[str, OptionValue]
    moves: tuple[str, ...]
    event: int
    task: bool = False

    @property
    def last(self) -> str | None:
        return self.moves[-1] if self.moves else None

    def size(self) -> int:
        """Return its size in bytes."""
        return 1000 + sum(map(getsizeof, self.moves)) + getsizeof(self.moves)


@dataclass(frozen=True)
class Packed:
    """Data to be sent as it is, and its ETag."""

    data: bytes
    tag: str

    @classmethod
    def of(cls, data: bytes) -> Packed:
        return cls(data, f'"{hashlib.sha256(data).hexdigest()[:24]}"')

    def size(self) -> int:
        """Return its size in bytes."""
        return len(self.data)


@dataclass
class Service:
    """The store and related resources. ``address`` is the server's address from outside.

    ``host`` is the only host name answered (see ``server.web.authentication.bare_host``), or None
    for any.
    With ``secure``, it is reached by https, and cookies are marked so. With ``proxied``, it is
    behind a proxy, which is trusted for the client's address. ``inbound`` takes mail, or is None.
    ``announcements`` returns the lines that are shown to everybody;
    ``access_log`` says whether requests are logged.
    """

    store: Store
    address: str
    secure: bool = False
    proxied: bool = False
    host: str | None = None
    now: Callable[[], float] = time.time
    broker: Broker | None = None
    inbound: InboundMail | None = None
    announcements: Callable[[], Announcements] = Announcements
    vitals: Vitals = field(default_factory=Vitals)
    access_log: bool = False
    readers: SharedThreads = field(default_factory=lambda: SharedThreads(8, "reader"))
    # More threads than may wait for passwords, so that one is always free to refuse a request, or
    # to run a command without a password.
    writers: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(QUEUE + 32, thread_name_prefix="writer")
    )
    # One: each competes for the interpreter with the threads that answer and write. With two,
    # throughput was no higher, and the median time of a move was 53 ms instead of 15
    # (tests.soak.crowd).
    thinkers: SharedThreads = field(default_factory=lambda: SharedThreads(1, "scenes"))
    # Work that takes seconds: one at a time, in a separate process.
    pages: SharedThreads = field(default_factory=lambda: SharedThreads(1, "pages"))
    aside: WorkerProcess = field(default_factory=lambda: WorkerProcess(PAGE_PATIENCE))
    events: SingleFlight[list[Event]] = field(
        default_factory=lambda: SingleFlight(2**20, len, mute=True)
    )
    packed: SingleFlight[Packed] = field(
        default_factory=lambda: SingleFlight(MOST_PACKED, Packed.size)
    )
    places: SingleFlight[Place] = field(
        default_factory=lambda: SingleFlight(MOST_PLACES, Place.size, mute=True)
    )
    hints: SingleFlight[Advice] = field(
        default_factory=lambda: SingleFlight(MOST_HINTS, lambda advice: len(str(advice)))
    )
    lobby: SingleFlight[SeekList] = field(
        default_factory=lambda: SingleFlight(2**20, SeekList.size, mute=True)
    )
    drawings: Drawings = field(default_factory=Drawings)
    # When this process last noted that somebody is here, by key (see ``server.web.here``).
    noted: dict[str, float] = field(default_factory=dict)

    # When boards were found to be public (see ``server.web.authentication.check_board``).
    public: dict[int, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.runner = CommandRunner(self.store, self.now, self._warm, self._read)
        self._arrivals: Arrivals | None = None

    async def read(self, work: Work[T]) -> T:
        """Read in a thread. Raises what the work raises."""
        return await self._unhurried(
            work, lambda work: self.readers.submit(asker.get(), lambda: self.store.read(work))
        )

    async def write(self, work: Work[T]) -> T:
        """Write; return once it is on disk."""
        return await self._unhurried(work, self.store.submit)

    async def _unhurried(self, work: Work[T], do: Callable[[Work[T]], Future[T]]) -> T:
        """Run work as ``unhurried`` does."""
        for _ in range(TRIES):
            try:
                return await self._arrived(do(quick(work)))
            except ColdError as error:
                await self.slow(error.warm)
        return await self._arrived(do(work))

    async def slow(self, work: Callable[[], T]) -> T:
        """Run CPU-bound work, such as scenes, when it is the asker's turn."""
        return await self._arrived(self.thinkers.submit(asker.get(), work))

    async def page(self, work: Callable[[], T]) -> T:
        """Run work that takes seconds in another process, ``aside``."""
        return await self._arrived(self.pages.submit(asker.get(), work))

    def _warm(self, name: str, work: Callable[[], None]) -> None:
        """Run ``slow`` for a thread that may block."""
        self.thinkers.submit(name, work).result()

    def _read(self, name: str, work: Work[T]) -> T:
        """Run ``read`` for a thread that may block."""
        return self.readers.submit(name, lambda: self.store.read(work)).result()

    async def with_password(self, work: Callable[[], T]) -> T:
        """Run work that checks or hashes a password. Raises ``BusyError``."""
        return await self.in_thread(work)

    async def in_thread(self, work: Callable[[], T]) -> T:
        return await self._arrived(self.writers.submit(carried(work)))

    async def _arrived(self, result: Future[T]) -> T:
        if self._arrivals is None:
            self._arrivals = Arrivals()
        return await self._arrivals.of(result)

    def close(self) -> None:
        self.aside.close()
        self.drawings.close()
        # First those that others wait for: their queued work is cancelled.
        for threads in (self.thinkers, self.pages, self.readers):
            threads.close()
        self.writers.shutdown(wait=True, cancel_futures=True)


def service_of(request: Request) -> Service:
    """Return the service of a request's application."""
    service: Service = request.app.state.service
    return service
