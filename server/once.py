"""Answers that many ask for at once: worked out once for all of them, and kept a while."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

from server.kept import Kept

T = TypeVar("T")


class Once(Generic[T]):
    """The answers that were asked for last, within so many bytes. Used in one event loop."""

    def __init__(self, most: int, size: Callable[[T], int]) -> None:
        self._kept: Kept[T] = Kept(most, size)
        self._coming: dict[Hashable, asyncio.Future[T]] = {}

    async def get(
        self, key: Hashable, work: Callable[[], Awaitable[T]],
        lasting: Callable[[T], bool] = lambda _: True,
    ) -> T:  # fmt: skip
        """What ``work`` comes to, for all who ask while it works and for those who ask later.

        Raises what it raises; that, and what is not ``lasting``, is not kept.
        """
        kept = self._kept.get(key)
        if kept is not None:
            return kept
        coming = self._coming.get(key)
        if coming is None:
            coming = self._coming[key] = asyncio.ensure_future(work())
            coming.add_done_callback(lambda done: self._done(key, done, lasting))
        return await asyncio.shield(coming)  # who goes away takes it from nobody

    def _done(self, key: Hashable, done: asyncio.Future[T], lasting: Callable[[T], bool]) -> None:
        del self._coming[key]
        if not done.cancelled() and done.exception() is None and lasting(done.result()):
            self._kept.put(key, done.result())
