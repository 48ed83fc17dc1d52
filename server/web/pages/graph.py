"""A graph of a rating over time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDE, HIGH = 480, 170
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 12, 12
STEPS = (10, 20, 50, 100, 200, 500, 1000)
MOST_LINES = 5


@dataclass(frozen=True)
class Graph:
    """A line through ``places`` (x, y), and the values with a grid line, each with its y."""

    places: tuple[tuple[float, float], ...]
    lines: tuple[tuple[int, float], ...]
    wide: int = WIDE
    high: int = HIGH
    left: int = LEFT
    right: int = WIDE - RIGHT

    @property
    def points(self) -> str:
        """The places in SVG's notation."""
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in self.places)


def graph_of(values: Sequence[float]) -> Graph:
    """Return the graph of values after each game, at least two."""
    low, high = min(values), max(values)
    step = next((size for size in STEPS if (high - low) / size < MOST_LINES - 1), STEPS[-1])
    least = int(low // step) * step
    most = max(-int(-high // step) * step, least + step)
    scale = (HIGH - TOP - BOTTOM) / (most - least)
    wide = (WIDE - LEFT - RIGHT) / (len(values) - 1)

    def height(value: float) -> float:
        return HIGH - BOTTOM - (value - least) * scale

    places = tuple((LEFT + number * wide, height(value)) for number, value in enumerate(values))
    return Graph(places, tuple((value, height(value)) for value in range(least, most + 1, step)))
