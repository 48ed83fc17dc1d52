"""Passing results from other threads to the event loop in batches.

Work written together completes together. ``asyncio.wrap_future`` would wake the loop for each
piece, and the writing thread would have to hand over the interpreter as often.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import deque
from concurrent.futures import CancelledError, Future
from typing import Any, TypeVar

from boche.server.errors import EndingError

T = TypeVar("T")


class Arrivals:
    """A receiver of results. Created and used in one event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._lock = threading.Lock()
        self._arrived: deque[tuple[asyncio.Future[Any], Future[Any]]] = deque()

    async def of(self, result: Future[T]) -> T:
        """Wait for a result. Raises what it raises; cancelling the wait cancels the work."""
        waiting: asyncio.Future[T] = self._loop.create_future()
        result.add_done_callback(lambda done: self._note(waiting, done))
        try:
            return await waiting
        except asyncio.CancelledError:
            result.cancel()
            raise

    def _note(self, waiting: asyncio.Future[Any], done: Future[Any]) -> None:
        with self._lock:
            self._arrived.append((waiting, done))
            first = len(self._arrived) == 1
        if first:
            with contextlib.suppress(RuntimeError):  # the loop has ended, so no one is waiting
                self._loop.call_soon_threadsafe(self._hand_out)

    def _hand_out(self) -> None:
        with self._lock:
            arrived = list(self._arrived)
            self._arrived.clear()
        for waiting, done in arrived:
            if waiting.done():
                continue
            try:
                error = done.exception()
            except CancelledError:  # cancelled elsewhere: the caller here still waits
                error = EndingError()
            if error is None:
                waiting.set_result(done.result())
            else:
                waiting.set_exception(error)
