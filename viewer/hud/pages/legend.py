"""The legend of the board's marks: each as it looks on light and dark pieces, with its meaning."""

from __future__ import annotations

import math
from dataclasses import replace

from boche.engine.languages.current import tr
from boche.engine.message import capitalized
from boche.viewer.hud.model import HudData, Sign
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.icons import disc
from boche.viewer.hud.widgets.items import CLEAR, Box, Colour, Stroke
from boche.viewer.hud.widgets.widgets import Pen

LINE = 1.45  # line height in letter heights
WOOD: Colour = (196, 164, 122, 255)
"""The colour below the pieces: marks must be visible on the board's wood as well."""


def legend_page(pen: Pen, area: Rect, shown: HudData) -> None:
    """Draw the page into a part of the help's card."""
    m = pen.metrics
    pen.hit(area, None)
    signs = shown.signs
    high = min(4.2 * m.text, area.h / max(len(signs), 1))
    colours = shown.session.record.game.colours
    pieces = sorted((shown.discs[colour] for colour in colours), key=sum, reverse=True)
    for sign in signs:
        place, area = area.cut_top(high)
        picture, words = place.cut_left(2.2 * high)
        _picture(pen, picture.inset(0, 0.06 * high), sign, pieces)
        lines = pen.lines_of(capitalized(tr(sign.words)), words.w - 4 * m.gap)
        tall = LINE * m.text * len(lines)
        pen.lines(words.inset(2 * m.gap, (words.h - tall) / 2), lines, LINE * m.text)


def _picture(pen: Pen, rect: Rect, sign: Sign, pieces: list[Colour]) -> None:
    """Draw a mark on wood, on a light and a dark piece or beside them."""
    pen.box(rect, WOOD, pen.metrics.radius)
    left, right = rect.columns(2)
    for place, piece, colour in zip((left, right), pieces, (sign.on_light, sign.on_dark),
                                    strict=True):  # fmt: skip
        x, y = place.middle
        radius = 0.36 * min(place.w, place.h)
        if sign.shape not in BESIDE:
            pen.disc(x, y, radius, piece, CLEAR)
        if sign.shape in POLYGONS:
            sides, lines = POLYGONS[sign.shape]
            for out, tint in ((1.12, colour), (0.9, pieces[1]))[:lines]:
                pen.page.boxes += _polygon(sides, (x, y), out * radius, tint, pen)
        elif sign.shape == "block":
            side = 0.75 * radius
            pen.box(Rect(x - side, y - side, 2 * side, 2 * side), colour)
        elif sign.shape == "wedge":
            for out in WITHIN:
                pen.page.boxes += _polygon(3, (x, y), out * radius, colour, pen)
        elif sign.shape in ("edges", "corners", "cross", "arrow"):
            pen.page.boxes += _strokes(sign.shape, (x, y), 1.2 * radius, colour, pen)
        elif sign.shape == "target":
            for out, tint in ((0.8, colour), (0.6, pieces[0]), (0.42, colour)):
                pen.disc(x, y, out * radius, tint, CLEAR)
        else:
            share = 0.5 if sign.shape == "disc" and place is right else 1.0
            pen.page.boxes += _round(sign.shape, (x, y), share * radius, colour)


BESIDE = ("disc", "spot", "corners", "square", "squares", "cross", "wedge", "block")
"""Shapes that lie on the board and not on a piece."""

POLYGONS = {"hexagon": (6, 1), "hexagons": (6, 2), "squares": (4, 2)}
"""Frames: their number of sides and of lines; the inner line is dark."""

WITHIN = (0.5, 0.4, 0.3, 0.2, 0.1, 0.04)
"""The sizes of the lines that fill a triangle, one inside another without a gap."""

ROUND = {"outline": (1.0, 0.16), "ring": (0.8, 0.36)}
"""Rings on a piece: outer radius and width, relative to the piece's radius."""
FILLED = {"glow": 0.72, "dot": 0.36, "disc": 0.9, "spot": 0.5}
"""Discs: their radius relative to the piece's."""


def _round(shape: str, middle: tuple[float, float], radius: float, colour: Colour) -> list[Box]:
    x, y = middle
    if shape in FILLED:
        return [disc(x, y, FILLED[shape] * radius, colour)]
    if shape in ("frame", "square"):
        side = 1.25 * radius
        rect = Rect(x - side, y - side, 2 * side, 2 * side)
        return [Box(rect, CLEAR, 0.1 * radius, colour, 0.2 * radius)]
    out, width = ROUND.get(shape, ROUND["outline"])
    r = out * radius
    return [Box(Rect(x - r, y - r, 2 * r, 2 * r), CLEAR, r, colour, width * radius)]


def _strokes(
    shape: str, middle: tuple[float, float], radius: float, colour: Colour, pen: Pen
) -> list[Stroke]:
    """Return the edges of a cube seen from a corner, a square's corners, an arrow or a cross."""
    if shape == "edges":
        rim = _polygon(6, middle, math.cos(math.pi / 6) * radius, colour, pen)
        spokes = [replace(rim[number], x1=middle[0], y1=middle[1]) for number in (1, 3, 5)]
        return rim + spokes
    x, y = middle
    if shape == "arrow":
        tip, tail = (x + 0.7 * radius, y - 0.7 * radius), (x - 0.7 * radius, y + 0.7 * radius)
        barbs = ((tip[0] - 0.6 * radius, tip[1]), (tip[0], tip[1] + 0.6 * radius))
        lines = [(tail, tip), *((tip, barb) for barb in barbs)]
    elif shape == "cross":
        arm = 0.6 * radius
        lines = [((x - arm, y + by), (x + arm, y - by)) for by in (-arm, arm)]
    else:
        lines = []
        for sx in (-radius, radius):
            for sy in (-radius, radius):
                corner = (x + sx, y + sy)
                lines += [(corner, (x + 0.4 * sx, y + sy)), (corner, (x + sx, y + 0.4 * sy))]
    return [Stroke(*one, *two, _width(radius, pen), colour) for one, two in lines]


def _polygon(
    sides: int, middle: tuple[float, float], radius: float, colour: Colour, pen: Pen
) -> list[Stroke]:
    """Return a frame of 3, 4 or 6 sides, each ``radius`` from the middle.

    A square's sides are level and upright; the others have a corner at the top.
    """
    first = -math.pi / 4 if sides == 4 else -math.pi / 2
    turns = [first + 2.0 * math.pi * number / sides for number in range(sides)]
    x, y = middle
    far = radius / math.cos(math.pi / sides)
    corners = [(x + far * math.cos(turn), y + far * math.sin(turn)) for turn in turns]
    width = _width(radius, pen)
    return [
        Stroke(*one, *two, width, colour)
        for one, two in zip(corners, corners[1:] + corners[:1], strict=True)
    ]


def _width(radius: float, pen: Pen) -> float:
    """Return the width of a stroke in pixels."""
    return max(2.2 * pen.metrics.unit, 0.12 * radius)
