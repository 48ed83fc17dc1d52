"""Who is connected: so many from each address, and together no more than the system has files for.

Where all places are taken, who comes gets that of whoever came last from the address with the most:
so those who open connections by the thousand keep out themselves, from however many addresses.
"""

from __future__ import annotations

from collections.abc import Callable

End = Callable[[], object]
"""Ends a connection."""


class Crowd:
    """Connections by address. Used in one event loop."""

    def __init__(self, most: int | None, places: int) -> None:
        """``most`` are had by one address, None for any number, and ``places`` by all together."""
        self._most, self._places = most, places
        self._from: dict[str, dict[End, None]] = {}
        self._count = 0

    def join(self, address: str, end: End, *, free: bool = False) -> bool:
        """Count a connection, if there is a place for it.

        ``end`` is called where the place is needed for somebody else. ``free``: its address may
        have any number.
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
        """Count it no longer; nothing where it is not counted."""
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
