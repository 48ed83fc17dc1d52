"""The end of a game on its way: the last piece lands, then what decided lights piece by piece."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from viewer.camera.animation import Span

EACH, LEAST, MOST = 0.08, 0.4, 1.4
"""Seconds for each piece that lights, and for all of them at least and at most."""


Lasting = Callable[[float], float]
"""A length of animation as the settings want it, 0 where they want none."""


@dataclass(frozen=True)
class Lighting:
    """``count`` pieces that light one after the other during ``span``."""

    count: int
    span: Span

    @classmethod
    def of(cls, count: int, start: float, lasting: Lasting) -> Lighting:
        """The lighting of so many pieces from a time on."""
        length = lasting(min(max(EACH * count, LEAST), MOST)) if count else 0.0
        return cls(count, Span(start, length))

    def lit(self, now: float) -> int:
        """How many are lit at a time."""
        return int(self.count * self.span.part(now))

    def done(self, now: float) -> bool:
        return now >= self.span.start + self.span.length
