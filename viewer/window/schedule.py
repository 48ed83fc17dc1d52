"""The schedule of one window: which of its parts are to be called, and when."""

from __future__ import annotations

from collections.abc import Callable

Call = Callable[[], object]


class Schedule:
    """The times at which parts of a window are to be called, and the parts that watch it.

    ``watchers`` are called after every event and whenever time has passed, to see what has changed.
    """

    def __init__(self) -> None:
        self.watchers: list[Call] = []
        self._times: dict[Call, float] = {}

    def at(self, time: float | None, call: Call) -> None:
        """Have a function called at a time, in place of its earlier one; None cancels that."""
        if time is None:
            self._times.pop(call, None)
        else:
            self._times[call] = time

    @property
    def due(self) -> float | None:
        """The earliest time at which something is to be called, or None for never."""
        return min(self._times.values(), default=None)

    def take(self, now: float) -> list[Call]:
        """Remove the functions whose time has come, and return them, the earliest first."""
        times = sorted(self._times.items(), key=lambda item: item[1])
        calls = [call for call, time in times if time <= now]
        for call in calls:
            del self._times[call]
        return calls
