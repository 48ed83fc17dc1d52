"""Answers that many ask for at once: worked out once for all of them, and kept a while."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Once(Generic[T]):
    """The answers that were asked for last, at most so many. Used in one event loop."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: OrderedDict[Hashable, asyncio.Future[T]] = OrderedDict()

    async def get(
        self, key: Hashable, work: Callable[[], Awaitable[T]],
        lasting: Callable[[T], bool] = lambda _: True,
    ) -> T:  # fmt: skip
        """What ``work`` comes to, for all who ask while it works and for those who ask later.

        Raises what it raises; that, and what is not ``lasting``, is not kept.
        """
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = asyncio.ensure_future(work())
            found.add_done_callback(lambda done: self._done(key, done, lasting))
            if len(self._found) > self._most:
                self._found.popitem(last=False)
        else:
            self._found.move_to_end(key)
        return await asyncio.shield(found)  # who goes away takes it from nobody

    def _done(self, key: Hashable, done: asyncio.Future[T], lasting: Callable[[T], bool]) -> None:
        failed = done.cancelled() or done.exception() is not None
        if (failed or not lasting(done.result())) and self._found.get(key) is done:
            del self._found[key]
