"""Movement in time: spans, easing, numbers that change gradually. Times are passed in.

Times and lengths are seconds. Everything ends exactly: at its end a value is its goal, and
``done`` is true, so that a table at rest draws nothing.
"""

from __future__ import annotations

from dataclasses import dataclass


def ease(part: float) -> float:
    """Map 0..1 to 0..1, slow at both ends."""
    return part * part * (3.0 - 2.0 * part)


@dataclass(frozen=True)
class Span:
    """A span of time; a length of 0 is over at once."""

    start: float
    length: float

    def part(self, now: float) -> float:
        """Return the part of it that has passed, 0..1."""
        if self.length <= 0.0:
            return 1.0
        return min(max((now - self.start) / self.length, 0.0), 1.0)

    def done(self, now: float) -> bool:
        return self.part(now) >= 1.0


@dataclass(frozen=True)
class Glide:
    """A number that moves from ``low`` to ``high`` during ``span``."""

    low: float
    high: float
    span: Span

    @classmethod
    def resting(cls, value: float) -> Glide:
        """Return a number that stays."""
        return cls(value, value, Span(0.0, 0.0))

    def at(self, now: float) -> float:
        """Return the value at a time; exactly ``high`` from the end on."""
        part = self.span.part(now)
        return self.high if part >= 1.0 else self.low + (self.high - self.low) * ease(part)

    def done(self, now: float) -> bool:
        return self.span.done(now)

    def to(self, goal: float, now: float, length: float) -> Glide:
        """Return a glide to another goal, from the current value."""
        return Glide(self.at(now), goal, Span(now, length))


class Hand:
    """The piece in the hand: it turns when another choice is made for the same target."""

    def __init__(self) -> None:
        self._target: str | None = None
        self._choice, self._from = "", ""
        self._span = Span(0.0, 0.0)

    def turned(
        self, target: str, choice: str, now: float, length: float
    ) -> tuple[str, float] | None:
        """Return the choice that the piece turns from and the part of the way, eased; None at rest.

        ``target`` and ``choice`` are the texts of steps chosen now; a turn takes ``length`` s.
        """
        if choice != self._choice:
            turns = target == self._target and length > 0.0
            self._span = Span(now, length) if turns else Span(0.0, 0.0)
            self._target, self._from, self._choice = target, self._choice, choice
        part = self._span.part(now)
        return (self._from, ease(part)) if part < 1.0 else None
