"""What is marked on the board: each mark as it looks, on a light and on a dark piece, in words."""

from __future__ import annotations

import math

from viewer.hud.model import Shown, Sign
from viewer.hud.widgets.geometry import Rect
from viewer.hud.widgets.icons import disc
from viewer.hud.widgets.items import CLEAR, Box, Colour, Stroke, wrapped
from viewer.hud.widgets.widgets import Pen

LINE = 1.45  # of the letters' height
WOOD: Colour = (196, 164, 122, 255)
"""What lies under the pieces: marks must be seen on the board's wood, too."""


def legend_page(pen: Pen, area: Rect, shown: Shown) -> None:
    """Draw the page into a part of the help's card."""
    m = pen.metrics
    pen.hit(area, None)
    signs = shown.signs
    high = min(4.2 * m.text, area.h / max(len(signs), 1))
    colours = shown.session.record.rules.colours
    pieces = sorted((shown.discs[colour] for colour in colours), key=sum, reverse=True)
    for sign in signs:
        place, area = area.cut_top(high)
        picture, words = place.cut_left(2.2 * high)
        _picture(pen, picture.inset(0, 0.06 * high), sign, pieces)
        said = sign.words[:1].upper() + sign.words[1:]
        lines = wrapped(said, m.text, False, words.w - 4 * m.gap, pen.measure)
        tall = LINE * m.text * len(lines)
        pen.lines(words.inset(2 * m.gap, (words.h - tall) / 2), lines, LINE * m.text)


def _picture(pen: Pen, rect: Rect, sign: Sign, pieces: list[Colour]) -> None:
    """A mark on a piece of wood: on pieces, or where it lies beside them."""
    pen.box(rect, WOOD, pen.metrics.radius)
    left, right = rect.columns(2)
    for place, piece, colour in zip((left, right), pieces, (sign.on_light, sign.on_dark),
                                    strict=True):  # fmt: skip
        x, y = place.middle
        radius = 0.36 * min(place.w, place.h)
        if sign.shape not in BESIDE:
            pen.page.boxes.append(disc(x, y, radius, piece))
        if sign.shape in ("edges", "corners", "cross"):
            pen.page.boxes += _strokes(sign.shape, (x, y), 1.2 * radius, colour, pen)
        else:
            share = 0.5 if sign.shape == "disc" and place is right else 1.0
            pen.page.boxes += _round(sign.shape, (x, y), share * radius, colour)


BESIDE = ("disc", "spot", "corners", "square", "cross")
"""Shapes that lie on the board and not on a piece."""

ROUND = {"outline": (1.0, 0.16), "ring": (0.8, 0.36), "rim": (1.0, 0.28)}
"""Rings on a piece: their outer radius and their width, in radii of the piece."""
FILLED = {"glow": 0.72, "dot": 0.36, "disc": 0.9, "spot": 0.5}
"""Discs: their radius."""


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
    """The edges of a cube as it is seen from a corner; the corners of a square; a cross."""
    x, y = middle
    width = max(2.2 * pen.metrics.unit, 0.12 * radius)
    if shape == "edges":
        turns = [math.radians(60 * number - 90) for number in range(6)]
        rim = [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]
        lines = [*zip(rim, [*rim[1:], rim[0]], strict=True)]
        lines += [(middle, rim[number]) for number in (1, 3, 5)]
    elif shape == "cross":
        arm = 0.6 * radius
        lines = [((x - arm, y + by), (x + arm, y - by)) for by in (-arm, arm)]
    else:
        lines = []
        for sx in (-radius, radius):
            for sy in (-radius, radius):
                corner = (x + sx, y + sy)
                lines += [(corner, (x + 0.4 * sx, y + sy)), (corner, (x + sx, y + 0.4 * sy))]
    return [Stroke(*one, *two, width, colour) for one, two in lines]
