"""A fair thread pool: the one who has used it least goes first.

Anybody may ask for slow work, as often as they like. So work is queued per asker, and those who ask
for a lot delay mostly themselves.
"""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, TypeVar

from boche.engine.languages.current import carried, tr
from boche.server.errors import BusyError

T = TypeVar("T")

MOST_WAITING = 64
"""Queued work per asker: a page with a dozen boards asks for less."""

MOST_ASKERS = 256
"""Number of askers remembered before idle ones are dropped."""

FORGOTTEN = 20.0
"""Half-life in seconds of the usage counted."""

WAIT = 2.0
"""Seconds after which a refused asker may try again."""

NOBODY = ""
"""The server itself: never refused, and first in the queue."""

asker: ContextVar[str] = ContextVar("asker", default=NOBODY)
"""The address that asks for the current work."""


@dataclass
class _Asker:
    """An asker's queue, number of threads working for them, and seconds used until ``at``."""

    waiting: deque[tuple[Future[Any], Callable[[], Any]]] = field(default_factory=deque)
    working: int = 0
    used: float = 0.0
    at: float = 0.0

    def used_by(self, now: float) -> float:
        """Return the seconds used, with old use decayed."""
        return self.used * math.pow(0.5, (now - self.at) / FORGOTTEN)


class SharedThreads:
    """A thread pool of a given size. No asker gets all threads, so one is left for others."""

    def __init__(self, threads: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._limit = max(threads - 1, 1)
        self._lock = threading.Lock()
        self._askers: dict[str, _Asker] = {}

    def submit(self, name: str, work: Callable[[], T]) -> Future[T]:
        """Queue work for an asker. Raises ``BusyError`` if they have too much queued."""
        result: Future[T] = Future()
        with self._lock:
            queue = self._askers.setdefault(name, _Asker())
            if name != NOBODY and len(queue.waiting) >= MOST_WAITING:
                raise BusyError(
                    tr("too many of your requests are still being processed; wait a moment"), WAIT
                )
            queue.waiting.append((result, carried(work)))
        self._threads.submit(self._work)
        return result

    def _work(self) -> None:
        """Run queued work as long as there is any that may run."""
        while (job := self._next()) is not None:
            name, result, work = job
            start = time.monotonic()
            try:
                result.set_result(work())
            except BaseException as error:
                result.set_exception(error)
            self._done(name, time.monotonic() - start)

    def _next(self) -> tuple[str, Future[Any], Callable[[], Any]] | None:
        now = time.monotonic()
        with self._lock:
            while True:
                ready = [
                    (name != NOBODY and queue.used_by(now), name)
                    for name, queue in self._askers.items()
                    if queue.waiting and (name == NOBODY or queue.working < self._limit)
                ]
                if not ready:
                    return None
                name = min(ready)[1]
                result, work = self._askers[name].waiting.popleft()
                if result.set_running_or_notify_cancel():  # else it was cancelled meanwhile
                    self._askers[name].working += 1
                    return name, result, work

    def _done(self, name: str, seconds: float) -> None:
        now = time.monotonic()
        with self._lock:
            queue = self._askers[name]
            queue.working -= 1
            queue.used, queue.at = queue.used_by(now) + seconds, now
            if len(self._askers) > MOST_ASKERS:
                for idle in [name for name, queue in self._askers.items() if _idle(queue, now)]:
                    del self._askers[idle]

    def close(self) -> None:
        """Finish running work; queued work is cancelled."""
        with self._lock:
            for queue in self._askers.values():
                while queue.waiting:
                    queue.waiting.popleft()[0].cancel()
        self._threads.shutdown(wait=True, cancel_futures=True)


def _idle(queue: _Asker, now: float) -> bool:
    """Return whether an asker may be forgotten."""
    return not queue.waiting and not queue.working and queue.used_by(now) < 0.001
