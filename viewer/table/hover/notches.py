"""Wheels and touchpads: fractions of a notch add up to whole steps within a gesture."""

from __future__ import annotations

import math
from dataclasses import dataclass

GESTURE = 0.25  # seconds without a turn after which a new gesture begins
PACE = 0.07  # minimum seconds between steps that are to be followed by eye


@dataclass(frozen=True)
class Notches:
    """The state of a gesture: its remaining notches, and the times of its last turn and step.

    A touchpad sends up to a hundred turns a second, in fractions of a notch or whole ones. With
    paced steps, the turns in between are dropped, so that nothing continues after the gesture.
    """

    rest: float = 0.0
    last: float = -math.inf
    stepped: float = -math.inf

    def ended(self, now: float) -> bool:
        """Return whether the gesture is over, so that the next turn begins another one."""
        return now - self.last > GESTURE

    def turned(self, by: float, now: float, *, paced: bool = False) -> tuple[int, Notches]:
        """Return the whole steps to make now, signed, and the remaining state."""
        rest = by if self.ended(now) else self.rest + by
        if paced:
            rest = min(max(rest, -1.0), 1.0)
        steps = 0 if paced and now - self.stepped < PACE else int(rest)
        return steps, Notches(rest - steps, now, now if steps else self.stepped)
