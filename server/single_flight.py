"""Answers shared by concurrent requests: computed once for all, and kept for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

from boche.server.byte_cache import ByteCache

T = TypeVar("T")


class SingleFlight(Generic[T]):
    """A cache of recent answers, limited in bytes. Used in one event loop."""

    def __init__(self, most: int, size: Callable[[T], int]) -> None:
        self._kept: ByteCache[T] = ByteCache(most, size)
        self._coming: dict[Hashable, asyncio.Future[T]] = {}

    async def get(
        self, key: Hashable, work: Callable[[], Awaitable[T]],
        lasting: Callable[[T], bool] = lambda _: True,
    ) -> T:  # fmt: skip
        """Return the result of ``work``, for all who ask while it runs and for those who ask later.

        Raises what ``work`` raises. Errors, and results that are not ``lasting``, are not kept.
        """
        kept = self._kept.get(key)
        if kept is not None:
            return kept
        coming = self._coming.get(key)
        if coming is None:
            coming = self._coming[key] = asyncio.ensure_future(work())
            coming.add_done_callback(lambda done: self._done(key, done, lasting))
        return await asyncio.shield(coming)  # a cancelled caller does not cancel it for others

    def _done(self, key: Hashable, done: asyncio.Future[T], lasting: Callable[[T], bool]) -> None:
        del self._coming[key]
        if not done.cancelled() and done.exception() is None and lasting(done.result()):
            self._kept.put(key, done.result())
