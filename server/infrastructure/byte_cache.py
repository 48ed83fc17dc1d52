"""A least-recently-used cache with a limit in bytes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class ByteCache(Generic[T]):
    """Values by their keys, usable from any thread. ``limit`` and ``size`` are in bytes.

    A value larger than a quarter of the cache is not kept: it would evict what many need.
    """

    OWN = 200
    """Overhead in bytes for a key and its entry."""

    def __init__(self, limit: int, size: Callable[[T], int]) -> None:
        self._limit, self._size = limit, size
        self._lock = threading.Lock()
        self._entries: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Hashable]:
        """Iterate over the keys, least recently used first."""
        return iter(list(self._entries))

    def get(self, key: Hashable) -> T | None:
        """Return the value of a key, or None if it is not kept."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                return None
            self._entries.move_to_end(key)
            return entry[0]

    def put(self, key: Hashable, value: T) -> None:
        """Keep a value; the least recently used ones are evicted."""
        size = self._size(value) + self.OWN
        with self._lock:
            before = self._entries.pop(key, None)
            self.bytes -= before[1] if before else 0
            if size > self._limit // 4:
                return
            self._entries[key] = (value, size)
            self.bytes += size
            while self.bytes > self._limit:
                _, (_, freed) = self._entries.popitem(last=False)
                self.bytes -= freed

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._entries.clear()
            self.bytes = 0

    def of(self, key: Hashable, work: Callable[[], T]) -> T:
        """Return the value of a key from the cache, or compute and keep it."""
        value = self.get(key)
        if value is None:
            value = work()
            self.put(key, value)
        return value
