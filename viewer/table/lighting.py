"""The animated end of a game: the last piece lands, then the deciding pieces light up in turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from boche.viewer.camera.animation import Span

EACH, LEAST, MOST = 0.08, 0.4, 1.4
"""Seconds per piece, and the minimum and maximum for all pieces."""


Lasting = Callable[[float], float]
"""Scales the length of an animation by the settings; 0 if animations are off."""


@dataclass(frozen=True)
class Lighting:
    """An animation that lights ``count`` pieces one after another during ``span``."""

    count: int
    span: Span

    @classmethod
    def of(cls, count: int, start: float, lasting: Lasting) -> Lighting:
        """Create the lighting of ``count`` pieces from time ``start``."""
        length = lasting(min(max(EACH * count, LEAST), MOST)) if count else 0.0
        return cls(count, Span(start, length))

    def lit(self, now: float) -> int:
        """Return how many pieces are lit at a time."""
        return int(self.count * self.span.part(now))

    def done(self, now: float) -> bool:
        return now >= self.span.start + self.span.length
