"""A least-recently-used cache with a limit in bytes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class ByteCache(Generic[T]):
    """Values by their keys, usable from any thread. ``most`` and ``size`` are in bytes.

    A value larger than a quarter of the cache is not kept: it would evict what many need.
    """

    OWN = 200
    """Overhead in bytes for a key and its entry."""

    def __init__(self, most: int, size: Callable[[T], int]) -> None:
        self._most, self._size = most, size
        self._lock = threading.Lock()
        self._found: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[Hashable]:
        """Iterate over the keys, least recently used first."""
        return iter(list(self._found))

    def get(self, key: Hashable) -> T | None:
        """Return the value of a key, or None if it is not kept."""
        with self._lock:
            found = self._found.get(key)
            if found is None:
                return None
            self._found.move_to_end(key)
            return found[0]

    def put(self, key: Hashable, value: T) -> None:
        """Keep a value; the least recently used ones are evicted."""
        size = self._size(value) + self.OWN
        with self._lock:
            before = self._found.pop(key, None)
            self.bytes -= before[1] if before else 0
            if size > self._most // 4:
                return
            self._found[key] = (value, size)
            self.bytes += size
            while self.bytes > self._most:
                _, (_, gone) = self._found.popitem(last=False)
                self.bytes -= gone

    def of(self, key: Hashable, work: Callable[[], T]) -> T:
        """Return the value of a key from the cache, or compute and keep it."""
        found = self.get(key)
        if found is None:
            found = work()
            self.put(key, found)
        return found
