"""Clicks that belong together: double, triple."""

from __future__ import annotations

import math
from dataclasses import dataclass

AGAIN = 0.4  # seconds from one click to the next


@dataclass(frozen=True)
class Clicks:
    """Clicks in a row at a place: how many, where the last one was and when."""

    count: int = 0
    x: float = 0.0
    y: float = 0.0
    last: float = -math.inf

    def followed(self, x: float, y: float, now: float, slack: float) -> Clicks:
        """After one more click: the next in a row, or the first of others."""
        near = math.dist((x, y), (self.x, self.y)) <= slack and now - self.last <= AGAIN
        return Clicks(self.count + 1 if near else 1, x, y, now)

    def left(self, x: float, y: float) -> bool:
        """Whether the pointer is no longer where it was clicked."""
        return (x, y) != (self.x, self.y)
