"""Limited places, of which no address takes those of all others.

When all places are taken, a newcomer replaces the last item in the longest line, which are those of
one address. So a client that opens thousands of connections shuts out only itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Lines(Generic[T]):
    """Different items in lines, one for each address."""

    def __init__(self) -> None:
        self._of: dict[str, dict[T, None]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def length(self, address: str) -> int:
        return len(self._of.get(address, ()))

    def add(self, address: str, item: T) -> None:
        self._of.setdefault(address, {})[item] = None
        self._count += 1

    def remove(self, address: str, item: T) -> None:
        """Remove an item, if it is there."""
        line = self._of.get(address, {})
        if item not in line:
            return
        del line[item]
        self._count -= 1
        if not line:
            del self._of[address]

    def take_next(self) -> T:
        """Remove and return the first item of the first line, which becomes the last line."""
        address, line = next(iter(self._of.items()))
        item = next(iter(line))
        self.remove(address, item)
        if line:
            self._of[address] = self._of.pop(address)
        return item

    def give_way(self, own: int) -> T | None:
        """Remove and return the last item of the longest line, for a newcomer with ``own`` items.

        Return None if that line would then be shorter than the newcomer's.
        """
        address = max(self._of, key=self.length, default="")
        if self.length(address) <= own + 1:
            return None
        item = next(reversed(self._of[address]))
        self.remove(address, item)
        return item


End = Callable[[], object]
"""Callback that closes a connection."""


class Crowd:
    """Connections by address. Used in one event loop."""

    def __init__(self, most: int | None, places: int) -> None:
        """Allow ``most`` connections per address (None for no limit) and ``places`` in total."""
        self._most, self._places = most, places
        self._lines: Lines[End] = Lines()

    def join(self, address: str, end: End, *, free: bool = False) -> bool:
        """Count a connection, and return whether there is a place for it.

        ``end`` is called if the place is needed for somebody else. With ``free``, the address may
        have any number of connections.
        """
        own = self._lines.length(address)
        if self._most is not None and own >= self._most and not free:
            return False
        if len(self._lines) >= self._places:
            other = self._lines.give_way(own)
            if other is None:
                return False
            other()
        self._lines.add(address, end)
        return True

    def leave(self, address: str, end: End) -> None:
        """Stop counting a connection; do nothing if it is not counted."""
        self._lines.remove(address, end)
