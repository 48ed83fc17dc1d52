"""Rectangles. Pixels of the framebuffer, from the window's upper left corner, y down."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

WAYS = tuple((math.cos(math.tau * step / 24), math.sin(math.tau * step / 24)) for step in range(24))
"""The directions in which a rectangle may lie beside points."""


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle by its upper left corner and its size, which is never negative."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point lies in it; the right and the lower border are outside."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def inside(self, other: Rect, slack: float = 0.01) -> bool:
        """Return whether it lies completely in another."""
        return (
            self.x >= other.x - slack
            and self.y >= other.y - slack
            and self.right <= other.right + slack
            and self.bottom <= other.bottom + slack
        )

    def overlaps(self, other: Rect, slack: float = 0.01) -> bool:
        """Return whether the two share more than a border."""
        return (
            self.x < other.right - slack
            and other.x < self.right - slack
            and self.y < other.bottom - slack
            and other.y < self.bottom - slack
        )

    def inset(self, dx: float, dy: float | None = None) -> Rect:
        """Shrink by ``dx`` on the left and right, by ``dy`` (default ``dx``) above and below."""
        dy = dx if dy is None else dy
        return Rect(self.x + dx, self.y + dy, max(self.w - 2 * dx, 0.0), max(self.h - 2 * dy, 0.0))

    def moved(self, dx: float, dy: float) -> Rect:
        return Rect(self.x + dx, self.y + dy, self.w, self.h)

    def cut_left(self, width: float) -> tuple[Rect, Rect]:
        """Split off a part of that width (at most all) on the left; return it and the rest."""
        width = min(max(width, 0.0), self.w)
        return Rect(self.x, self.y, width, self.h), Rect(
            self.x + width, self.y, self.w - width, self.h
        )

    def cut_right(self, width: float) -> tuple[Rect, Rect]:
        """Split off a part of that width (at most all) on the right; return it and the rest."""
        rest, part = self.cut_left(self.w - min(max(width, 0.0), self.w))
        return part, rest

    def cut_top(self, height: float) -> tuple[Rect, Rect]:
        """Split off a part of that height (at most all) at the top; return it and the rest."""
        height = min(max(height, 0.0), self.h)
        return Rect(self.x, self.y, self.w, height), Rect(
            self.x, self.y + height, self.w, self.h - height
        )

    def cut_bottom(self, height: float) -> tuple[Rect, Rect]:
        """Split off a part of that height (at most all) at the bottom; return it and the rest."""
        rest, part = self.cut_top(self.h - min(max(height, 0.0), self.h))
        return part, rest

    def columns(self, count: int, gap: float = 0.0) -> list[Rect]:
        """Split into columns of equal width; there may be none."""
        width = max((self.w - gap * (count - 1)) / max(count, 1), 0.0)
        return [Rect(self.x + i * (width + gap), self.y, width, self.h) for i in range(count)]

    def parts(self, widths: Iterable[float], gap: float = 0.0) -> list[Rect]:
        """Split off parts of these widths from the left."""
        parts, rest = [], self
        for width in widths:
            part, rest = rest.cut_left(width)
            parts.append(part)
            rest = rest.cut_left(gap)[1]
        return parts

    def rows(self, height: float, gap: float = 0.0) -> list[Rect]:
        """Return as many whole rows of that height as there is room for."""
        count = int((self.h + gap + 0.01) // (height + gap)) if height > 0 else 0
        return [Rect(self.x, self.y + i * (height + gap), self.w, height) for i in range(count)]

    def centred(self, width: float, height: float) -> Rect:
        """Return a rectangle of that size (at most all) in the middle."""
        width, height = min(width, self.w), min(height, self.h)
        return Rect(self.x + (self.w - width) / 2, self.y + (self.h - height) / 2, width, height)

    def beside(self, points: Sequence[tuple[float, float]]) -> bool:
        """Return whether a line parts it from all points, in one of ``WAYS``."""
        corners = [(x, y) for x in (self.x, self.right) for y in (self.y, self.bottom)]
        return any(
            max((x * u + y * v for x, y in points), default=-math.inf)
            < min(x * u + y * v for x, y in corners)
            for u, v in WAYS
        )

    def rounded(self) -> Rect:
        """Round to whole pixels."""
        x, y = round(self.x), round(self.y)
        return Rect(x, y, round(self.right) - x, round(self.bottom) - y)
