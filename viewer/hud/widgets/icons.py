"""Small line drawings for buttons: strokes and rings in a square from -1 to 1, y down."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import CLEAR, Box, Colour, Stroke

Line = tuple[float, float, float, float]


def _path(*points: tuple[float, float]) -> list[Line]:
    return [(*a, *b) for a, b in pairwise(points)]


def _arc(cx: float, cy: float, r: float, start: float, end: float, steps: int = 10) -> list[Line]:
    """Return part of a circle, in degrees clockwise from the right."""
    turns = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    return _path(*[(cx + r * math.cos(t), cy + r * math.sin(t)) for t in turns])


def _ring(cx: float, cy: float, r: float) -> list[Line]:
    return _arc(cx, cy, r, 0, 360, 20)


def _seen_from(angle: float) -> list[Line]:
    """Return a board and an arrow that shows from where it is seen.

    ``angle`` is in degrees counterclockwise from the right.
    """
    x, y = math.cos(math.radians(angle)), -math.sin(math.radians(angle))

    def at(out: float, beside: float) -> tuple[float, float]:
        return (out * x - beside * y, out * y + beside * x)

    cx, cy = at(-0.38, 0.0)
    left, top, right, bottom = cx - 0.52, cy - 0.52, cx + 0.52, cy + 0.52
    board = _path((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
    return board + _path(at(1.05, -0.34), at(0.55, 0.0), at(1.05, 0.34))


TURN = 45
"""Degrees between the icons for views from a side."""

_STAR = [
    (r * math.sin(math.radians(36 * i)), 0.08 - r * math.cos(math.radians(36 * i)))
    for i in range(11)
    for r in [0.4 if i % 2 else 0.98]
]

_TRIANGLE = _path((-0.75, -0.8), (0.9, 0), (-0.75, 0.8), (-0.75, -0.8))

ICONS: dict[str, list[Line]] = {
    "new": _path((0.15, -0.9), (-0.65, -0.9), (-0.65, 0.9), (0.65, 0.9), (0.65, -0.4), (0.15, -0.9))
    + _path((0, -0.1), (0, 0.55))
    + _path((-0.32, 0.22), (0.32, 0.22)),
    "open": _path((-0.9, 0.7), (-0.9, -0.65), (-0.25, -0.65), (0, -0.35), (0.8, -0.35), (0.8, -0.1))
    + _path((-0.9, 0.7), (-0.6, -0.1), (1.0, -0.1), (0.7, 0.7), (-0.9, 0.7)),
    "save": _path((-0.8, -0.8), (0.5, -0.8), (0.8, -0.5), (0.8, 0.8), (-0.8, 0.8), (-0.8, -0.8))
    + _path((-0.4, 0.8), (-0.4, 0.2), (0.4, 0.2), (0.4, 0.8))
    + _path((-0.35, -0.8), (-0.35, -0.4), (0.3, -0.4), (0.3, -0.8)),
    "undo": _path((-0.4, -0.8), (-0.85, -0.35), (-0.4, 0.1))
    + _path((-0.85, -0.35), (0.3, -0.35))
    + _arc(0.3, 0.2, 0.55, -90, 90)
    + _path((0.3, 0.75), (-0.3, 0.75)),
    "redo": _path((0.4, -0.8), (0.85, -0.35), (0.4, 0.1))
    + _path((0.85, -0.35), (-0.3, -0.35))
    + _arc(-0.3, 0.2, 0.55, -90, -270)
    + _path((-0.3, 0.75), (0.3, 0.75)),
    "swap": _path((-0.85, -0.4), (0.8, -0.4))
    + _path((0.45, -0.75), (0.8, -0.4), (0.45, -0.05))
    + _path((0.85, 0.4), (-0.8, 0.4))
    + _path((-0.45, 0.05), (-0.8, 0.4), (-0.45, 0.75)),
    "refused": _ring(0, 0, 0.9) + _path((-0.62, 0.62), (0.62, -0.62)),
    "waiting": _path((-0.6, -0.9), (0.6, -0.9), (-0.6, 0.9), (0.6, 0.9), (-0.6, -0.9)),
    "resign": _path((-0.6, -0.9), (-0.6, 0.9))
    + _path((-0.6, -0.8), (0.75, -0.8), (0.4, -0.35), (0.75, 0.1), (-0.6, 0.1)),
    "fit": _path((-0.8, -0.35), (-0.8, -0.8), (-0.35, -0.8))
    + _path((0.35, -0.8), (0.8, -0.8), (0.8, -0.35))
    + _path((0.8, 0.35), (0.8, 0.8), (0.35, 0.8))
    + _path((-0.35, 0.8), (-0.8, 0.8), (-0.8, 0.35))
    + _ring(0, 0, 0.25),
    "top": _path((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85), (-0.85, -0.85))
    + _path((-0.85, -0.28), (0.85, -0.28))
    + _path((-0.85, 0.28), (0.85, 0.28))
    + _path((-0.28, -0.85), (-0.28, 0.85))
    + _path((0.28, -0.85), (0.28, 0.85)),
    "projection": _path((-0.9, 0.75), (-0.4, -0.75), (0.4, -0.75), (0.9, 0.75), (-0.9, 0.75))
    + _path((-0.65, 0), (0.65, 0))
    + _path((0, -0.75), (0, 0.75)),
    "spread": _path((-0.7, -0.1), (0, 0.25), (0.7, -0.1), (0, -0.45), (-0.7, -0.1))
    + _path((-0.35, -0.85), (0, -1.0), (0.35, -0.85))
    + _path((-0.7, 0.55), (0, 0.9), (0.7, 0.55)),
    "peel": _path((-0.8, 0.1), (0, 0.5), (0.8, 0.1))
    + _path((-0.8, 0.5), (0, 0.9), (0.8, 0.5))
    + _path((-0.4, -0.55), (0.4, -0.55)),
    "xray": _path((-0.9, 0), (-0.45, -0.45), (0, -0.6), (0.45, -0.45), (0.9, 0))
    + _path((-0.9, 0), (-0.45, 0.45), (0, 0.6), (0.45, 0.45), (0.9, 0))
    + _ring(0, 0, 0.28),
    "settings": _path((-0.85, -0.5), (0.85, -0.5))
    + _path((-0.85, 0.5), (0.85, 0.5))
    + _ring(-0.3, -0.5, 0.24)
    + _ring(0.35, 0.5, 0.24),
    "help": _ring(0, 0, 0.9)
    + _arc(0, -0.2, 0.3, 180, 400, 8)
    + _path((0.2, 0.02), (0, 0.2), (0, 0.3))
    + _path((0, 0.55), (0, 0.57)),
    "picture": _path(
        (-0.9, -0.45),
        (-0.45, -0.45),
        (-0.25, -0.75),
        (0.25, -0.75),
        (0.45, -0.45),
        (0.9, -0.45),
        (0.9, 0.75),
        (-0.9, 0.75),
        (-0.9, -0.45),
    )
    + _ring(0, 0.12, 0.35),
    "panel": _path((-0.85, -0.7), (0.85, -0.7), (0.85, 0.7), (-0.85, 0.7), (-0.85, -0.7))
    + _path((0.25, -0.7), (0.25, 0.7)),
    "hint": _arc(0, -0.25, 0.6, 140, 400, 14)
    + _path((-0.3, 0.25), (-0.3, 0.5), (0.3, 0.5), (0.3, 0.25))
    + _path((-0.2, 0.85), (0.2, 0.85)),
    "share": _ring(-0.6, 0, 0.25)
    + _ring(0.6, -0.6, 0.25)
    + _ring(0.6, 0.6, 0.25)
    + _path((-0.37, -0.12), (0.37, -0.48))
    + _path((-0.37, 0.12), (0.37, 0.48)),
    "evaluate": _path((-0.7, 0.85), (-0.7, 0.1))
    + _path((-0.23, 0.85), (-0.23, -0.8))
    + _path((0.23, 0.85), (0.23, -0.2))
    + _path((0.7, 0.85), (0.7, 0.45)),
    "analyse": _path((-0.9, -0.85), (-0.9, 0.85), (0.9, 0.85))
    + _path((-0.6, 0.4), (-0.2, -0.3), (0.2, 0.1), (0.85, -0.75)),
    "moments": _path(*_STAR),
    "play": _TRIANGLE,
    "pause": _path((-0.4, -0.75), (-0.4, 0.75)) + _path((0.4, -0.75), (0.4, 0.75)),
    "forward": _path((-0.3, -0.7), (0.4, 0), (-0.3, 0.7)),
    "back": _path((0.3, -0.7), (-0.4, 0), (0.3, 0.7)),
    "first": _path((0.6, -0.7), (-0.1, 0), (0.6, 0.7)) + _path((-0.55, -0.7), (-0.55, 0.7)),
    "last": _path((-0.6, -0.7), (0.1, 0), (-0.6, 0.7)) + _path((0.55, -0.7), (0.55, 0.7)),
    "up": _path((-0.7, 0.3), (0, -0.4), (0.7, 0.3)),
    "down": _path((-0.7, -0.3), (0, 0.4), (0.7, -0.3)),
    "minus": _path((-0.6, 0), (0.6, 0)),
    "plus": _path((-0.6, 0), (0.6, 0)) + _path((0, -0.6), (0, 0.6)),
    "close": _path((-0.6, -0.6), (0.6, 0.6)) + _path((0.6, -0.6), (-0.6, 0.6)),
    "check": _path((-0.65, 0.05), (-0.15, 0.55), (0.7, -0.5)),
    "comment": _path(
        (-0.85, -0.7),
        (0.85, -0.7),
        (0.85, 0.4),
        (-0.1, 0.4),
        (-0.5, 0.85),
        (-0.5, 0.4),
        (-0.85, 0.4),
        (-0.85, -0.7),
    ),
    "type_mark": _ring(0, 0, 0.9)
    + _path((-0.42, 0.5), (0, -0.55), (0.42, 0.5))
    + _path((-0.25, 0.15), (0.25, 0.15)),
    "delete": _path((-0.75, -0.55), (0.75, -0.55))
    + _path((-0.25, -0.55), (-0.25, -0.85), (0.25, -0.85), (0.25, -0.55))
    + _path((-0.55, -0.55), (-0.45, 0.85), (0.45, 0.85), (0.55, -0.55)),
    "promote": _path((0, 0.8), (0, -0.75)) + _path((-0.5, -0.25), (0, -0.75), (0.5, -0.25)),
}

ICONS |= {f"from {angle}": _seen_from(angle) for angle in range(0, 360, TURN)}


def from_side(azimuth: float) -> str:
    """Return the icon's name for a view from a side, in degrees counterclockwise from the right."""
    return f"from {round(azimuth / TURN) * TURN % 360}"


def icon(name: str, rect: Rect, colour: Colour, width: float) -> Iterator[Stroke]:
    """Yield the strokes of an icon within the largest square of ``rect``."""
    cx, cy = rect.middle
    half = min(rect.w, rect.h) / 2
    for x0, y0, x1, y1 in ICONS.get(name, []):
        yield Stroke(cx + x0 * half, cy + y0 * half, cx + x1 * half, cy + y1 * half, width, colour)


def disc(x: float, y: float, radius: float, fill: Colour, border: Colour = CLEAR) -> Box:
    """Return a filled circle with a thin border."""
    rect = Rect(x - radius, y - radius, 2 * radius, 2 * radius)
    return Box(rect, fill, radius, border, max(radius * 0.16, 1.0) if border != CLEAR else 0.0)
