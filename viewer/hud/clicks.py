"""Clicks in a row (double, triple), held buttons and dragged scroll bars."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from boche.viewer.hud.widgets.items import Slide

AGAIN = 0.4  # maximum number of seconds between two clicks in a row
FIRST = 0.4  # seconds that a button is held before it repeats
SLOW, FAST = 0.12, 0.02  # seconds between repeats, at first and at the end


@dataclass(frozen=True)
class Clicks:
    """Clicks in a row at one place: their count, and the place and time of the last one."""

    count: int = 0
    x: float = 0.0
    y: float = 0.0
    last: float = -math.inf

    def followed(self, x: float, y: float, now: float, slack: float) -> Clicks:
        """Return the state after one more click: the next in the row, or the first of a new one."""
        near = math.dist((x, y), (self.x, self.y)) <= slack and now - self.last <= AGAIN
        return Clicks(self.count + 1 if near else 1, x, y, now)

    def left(self, x: float, y: float) -> bool:
        """Return whether the pointer has moved away from the last click."""
        return (x, y) != (self.x, self.y)


@dataclass(frozen=True)
class Held:
    """A button that repeats while it is held: when it acts next, and how often it has acted."""

    due: float | None = None
    times: int = 0

    def again(self, now: float) -> Held:
        """Return the state after one more repeat; the next one comes sooner."""
        return Held(now + max(SLOW * 0.85**self.times, FAST), self.times + 1)


@dataclass(frozen=True)
class Dragged:
    """A scroll bar being dragged: its state, and the grip's distance from the thumb's middle."""

    slide: Slide
    hold: float

    @classmethod
    def from_press(cls, slide: Slide, y: float) -> Dragged:
        """Grip the thumb where it is pressed; a press beside it centres the thumb there."""
        on_it = slide.thumb.y <= y <= slide.thumb.bottom
        return cls(slide, y - slide.thumb.middle[1] if on_it else 0.0)

    def moved(self, y: float) -> tuple[int, Dragged]:
        """Return how many lines to scroll with the pointer at ``y``, and the bar after that."""
        top = self.slide.top_at(y - self.hold)
        return top - self.slide.top, replace(self, slide=replace(self.slide, top=top))
