"""Clicks that belong together: double, triple; a button held down, a bar that is dragged."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from viewer.hud.widgets.items import Slide

AGAIN = 0.4  # seconds from one click to the next
FIRST = 0.4  # seconds that a button is held before it acts again
SLOW, FAST = 0.12, 0.02  # seconds from one time to the next, at first and at last


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


@dataclass(frozen=True)
class Held:
    """A button that acts again while it is held: when it does so next, and how often it has."""

    due: float | None = None
    times: int = 0

    def again(self, now: float) -> Held:
        """After one more time: the next comes sooner."""
        return Held(now + max(SLOW * 0.85**self.times, FAST), self.times + 1)


@dataclass(frozen=True)
class Dragged:
    """A bar that a press has taken hold of: how far from the thumb's middle, and where it is."""

    slide: Slide
    hold: float

    @classmethod
    def from_press(cls, slide: Slide, y: float) -> Dragged:
        """Hold the thumb where it is pressed; a press beside it brings its middle there."""
        on_it = slide.thumb.y <= y <= slide.thumb.bottom
        return cls(slide, y - slide.thumb.middle[1] if on_it else 0.0)

    def moved(self, y: float) -> tuple[int, Dragged]:
        """By how many lines to scroll with the pointer at a height, and the bar after that."""
        top = self.slide.top_at(y - self.hold)
        return top - self.slide.top, replace(self, slide=replace(self.slide, top=top))
