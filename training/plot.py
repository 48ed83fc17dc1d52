"""A plot of strength by generation, as an SVG file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from boche.engine.atomic_write import write_file

WIDTH, HEIGHT, EDGE = 480, 300, 46


def write_plot(entries: Sequence[dict[str, Any]], path: Path, title: str) -> None:
    """Write the scores of matches against level 8 with their 95 % intervals, by generation."""
    most: int = max([3, *(entry["generation"] for entry in entries)])

    def x(number: float) -> float:
        return EDGE + (WIDTH - 2 * EDGE) * (number - 0.5) / most

    def y(share: float) -> float:
        return HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * share

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{EDGE}" y="24">{title}: score against level 8, by generation</text>',
    ]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(
            f'<path d="M{EDGE} {y(share):.1f}H{WIDTH - EDGE}" stroke="#ccc"/>'
            f'<text x="8" y="{y(share) + 4:.1f}">{share:.0%}</text>'
        )
    for entry in entries:
        at, (low, high) = x(entry["generation"]), entry["interval"]
        parts.append(
            f'<path d="M{at:.1f} {y(low):.1f}V{y(high):.1f}" stroke="#246" stroke-width="2"/>'
            f'<circle cx="{at:.1f}" cy="{y(entry["score"]):.1f}" r="4" fill="#246"/>'
            f'<text x="{at - 4:.1f}" y="{HEIGHT - EDGE + 18}">{entry["generation"]}</text>'
        )
    write_file(path, "\n".join([*parts, "</svg>\n"]).encode())
