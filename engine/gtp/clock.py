"""How long to think about a move, by GTP's clock."""

from __future__ import annotations

MOVES_TO_COME = 20
"""The remaining main time is shared out over this many moves, always anew."""

SAFETY = 0.9
"""The share of the time there is that is used: the rest is for the way there and back."""


class Clock:
    """Main time, then ``stones`` moves in each period of byo-yomi; without either, a fixed time."""

    def __init__(self, seconds: float) -> None:
        self._fixed = seconds
        self._main: int | None = None
        self._byoyomi, self._stones = 0, 0
        self._left: dict[str, tuple[int, int]] = {}

    def settings(self, main: int, byoyomi: int, stones: int) -> None:
        """As in ``time_settings``, in seconds; byo-yomi without stones means no time limit."""
        self._left.clear()
        self._byoyomi, self._stones = byoyomi, stones
        self._main = None if byoyomi > 0 and stones == 0 else main

    def left(self, colour: str, seconds: int, stones: int) -> None:
        """As in ``time_left``: what the colour has, ``stones`` 0 while in main time."""
        self._left[colour] = (seconds, stones)

    def seconds(self, colour: str | None) -> float:
        """Seconds for the next move of the colour, 0.05 at least."""
        if self._main is None:
            return self._fixed
        seconds, stones = self._left.get(colour or "", (self._main, 0))
        by_byoyomi = self._byoyomi / self._stones if self._stones else 0.0
        in_main = seconds / MOVES_TO_COME + by_byoyomi
        return max(0.05, SAFETY * (seconds / stones if stones > 0 else in_main))
