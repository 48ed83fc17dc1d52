"""Wheels and touchpads: parts of a notch add up to whole steps, gesture by gesture."""

from __future__ import annotations

import math
from dataclasses import dataclass

GESTURE = 0.25  # seconds without a turn after which the next one begins anew
PACE = 0.07  # seconds from one step to the next at least, where steps are to be followed by eye


@dataclass(frozen=True)
class Notches:
    """What is left over of a gesture, in notches, when it last turned and last made a step.

    A touchpad turns up to a hundred times a second, in parts of a notch or in whole ones. Where
    steps are paced, what it turns in between is dropped, so that nothing runs on after it.
    """

    rest: float = 0.0
    last: float = -math.inf
    stepped: float = -math.inf

    def ended(self, now: float) -> bool:
        """Whether the gesture is over, and the next turn begins another one."""
        return now - self.last > GESTURE

    def turned(self, by: float, now: float, *, paced: bool = False) -> tuple[int, Notches]:
        """The whole steps that are made now, by their sign up or down, and what is left."""
        rest = by if self.ended(now) else self.rest + by
        if paced:
            rest = min(max(rest, -1.0), 1.0)
        steps = 0 if paced and now - self.stepped < PACE else int(rest)
        return steps, Notches(rest - steps, now, now if steps else self.stepped)
