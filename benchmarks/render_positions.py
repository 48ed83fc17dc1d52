"""Positions for the rendering benchmarks, and their output."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any


def full_pyramid(size: int) -> Any:
    """Return a full board: every cell from the bottom up, with letters in rotation as they fit."""
    from boche.engine import new

    position = new("boche", size=size, fill_board=True)
    for level in range(size):
        for column in range(size - level):
            for row in range(size - level - column):
                letter = position.rotations_at(level)[(column + 2 * row + level) % 4]
                position = position.play(f"{letter}:{chr(ord('a') + column)}{row + 1}")
    return position


def per_frame(draw: Callable[[], Any], frames: int = 15) -> float:
    """Return the median time of ``draw`` in seconds, after one warm-up call."""
    draw()
    times = []
    for _ in range(frames):
        start = time.perf_counter()
        draw()
        times.append(time.perf_counter() - start)
    return sorted(times)[frames // 2]


def report(**figures: Any) -> None:
    """Print figures as one line of JSON."""
    print(json.dumps(figures))
