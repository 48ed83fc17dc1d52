"""Answers shared by concurrent requests: computed once for all, and kept for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

from boche.engine.languages.current import current
from boche.server.infrastructure.byte_cache import ByteCache

T = TypeVar("T")


class SingleFlight(Generic[T]):
    """A cache of recent answers, limited in bytes. Used in one event loop.

    Answers in one language are for those who ask in it, unless they say nothing (``mute``).
    """

    def __init__(self, limit: int, size: Callable[[T], int], *, mute: bool = False) -> None:
        self._mute = mute
        self._cached: ByteCache[T] = ByteCache(limit, size)
        self._in_flight: dict[Hashable, asyncio.Future[T]] = {}

    async def get(
        self, key: Hashable, work: Callable[[], Awaitable[T]],
        lasting: Callable[[T], bool] = lambda _: True,
    ) -> T:  # fmt: skip
        """Return the result of ``work``, for all who ask while it runs and for those who ask later.

        Raises what ``work`` raises. Errors, and results that are not ``lasting``, are not kept.
        """
        key = key if self._mute else (current(), key)
        cached = self._cached.get(key)
        if cached is not None:
            return cached
        coming = self._in_flight.get(key)
        if coming is None:
            coming = self._in_flight[key] = asyncio.ensure_future(work())
            coming.add_done_callback(lambda done: self._done(key, done, lasting))
        return await asyncio.shield(coming)  # a cancelled caller does not cancel it for others

    def _done(self, key: Hashable, done: asyncio.Future[T], lasting: Callable[[T], bool]) -> None:
        del self._in_flight[key]
        if not done.cancelled() and done.exception() is None and lasting(done.result()):
            self._cached.put(key, done.result())
