"""Time allocation for a move, by GTP's clock."""

from __future__ import annotations

from boche.engine.time_control import allotted


class Clock:
    """A clock with main time, then ``stones`` moves per byo-yomi period; else a fixed time."""

    def __init__(self, seconds: float) -> None:
        self._fixed = seconds
        self._main: int | None = None
        self._byoyomi, self._stones = 0, 0
        self._remaining: dict[str, tuple[int, int]] = {}

    def settings(self, main: int, byoyomi: int, stones: int) -> None:
        """Apply ``time_settings``, in seconds; byo-yomi without stones means no time limit."""
        self._remaining.clear()
        self._byoyomi, self._stones = byoyomi, stones
        self._main = None if byoyomi > 0 and stones == 0 else main

    def set_time_left(self, colour: str, seconds: int, stones: int) -> None:
        """Apply ``time_left``: the colour's remaining time; ``stones`` is 0 in main time."""
        self._remaining[colour] = (seconds, stones)

    def seconds(self, colour: str | None) -> float:
        """Return the seconds for the colour's next move, at least 0.05 if there is a limit."""
        if self._main is None:
            return self._fixed
        seconds, stones = self._remaining.get(colour or "", (self._main, 0))
        if stones > 0:
            return allotted(seconds, moves=stones)
        return allotted(seconds, self._byoyomi / self._stones if self._stones else 0.0)
