"""Counting open connections: a maximum per address, and one in total for the file descriptors.

When all places are taken, a new connection replaces the latest one of the address that has the
most. So a client that opens thousands of connections shuts out only itself.
"""

from __future__ import annotations

from collections.abc import Callable

End = Callable[[], object]
"""Callback that closes a connection."""


class Crowd:
    """Connections by address. Used in one event loop."""

    def __init__(self, most: int | None, places: int) -> None:
        """Allow ``most`` connections per address (None for no limit) and ``places`` in total."""
        self._most, self._places = most, places
        self._from: dict[str, dict[End, None]] = {}
        self._count = 0

    def join(self, address: str, end: End, *, free: bool = False) -> bool:
        """Count a connection, and return whether there is a place for it.

        ``end`` is called if the place is needed for somebody else. With ``free``, the address may
        have any number of connections.
        """
        own = len(self._from.get(address, ()))
        if self._most is not None and own >= self._most and not free:
            return False
        if self._count >= self._places and not self._make_room(own):
            return False
        self._from.setdefault(address, {})[end] = None
        self._count += 1
        return True

    def leave(self, address: str, end: End) -> None:
        """Stop counting a connection; do nothing if it is not counted."""
        mine = self._from.get(address, {})
        if end not in mine:
            return
        del mine[end]
        self._count -= 1
        if not mine:
            del self._from[address]

    def _make_room(self, own: int) -> bool:
        address = max(self._from, key=lambda each: len(self._from[each]))
        if len(self._from[address]) <= own + 1:
            return False
        end = next(reversed(self._from[address]))
        self.leave(address, end)
        end()
        return True
