"""The graph of a game: the chances over its moves, between the two sides, with a scale."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from boche.engine.languages.formats import percent
from boche.engine.search.analysis import Evaluation
from boche.viewer.hud import words
from boche.viewer.hud.model import HudData
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action, Colour, Stroke
from boche.viewer.hud.widgets.widgets import Pen
from boche.viewer.table.review import marked

LOWEST, NAMED, NUMBERED, HIGHEST = 3.6, 6.0, 8.0, 12.0
"""Heights of the graph in letter heights: the least, those from which on there is room for the
scale with the names of the sides, and for the numbers of the moves, and the greatest.
"""

NEEDED, WANTED = 22.0, 37.0
"""Letter heights that must be left for what is below, or else there is no graph; and that are left
before the graph is higher than it has to be.
"""

FILL = 70  # the opacity of the area between the curve and equal chances
STEP = 2.0  # pixels at 100 % of a column of that area
ROUND = (1, 2, 5)
"""Distances between numbers of moves, and their multiples by ten."""

Place = tuple[float, float]


def height_of(room: float) -> float:
    """Return the height of the graph in letter heights, 0 for none.

    ``room`` is what there is, for the graph and what is below it. Which tab is open there plays no
    part, or the tabs would move at a click on one of them.
    """
    high = min(max(min(room - NEEDED, NUMBERED), room - WANTED), HIGHEST)
    return high if high > LOWEST else 0.0


def graph(pen: Pen, rect: Rect, shown: HudData) -> None:
    """Draw the first colour's chance, upwards, over the moves; a click or a drag goes to a move."""
    m, look, known = pen.metrics, pen.look, shown.analysis.graph
    line = shown.session.cursor.line
    steps = max(len(line) - 1, 1)
    pen.frame(rect)
    plot = rect.inset(m.gap, 3 * m.unit)
    if rect.h >= NAMED * m.text:
        plot = _scale(pen, rect, steps, shown)
    here = line.index(shown.node) if shown.node in line else -1
    first = shown.session.record.game.colours[0]
    places = [
        (plot.x + plot.w * e.ply / steps, plot.y + plot.h * (1 - e.win[first])) for e in known
    ]
    # Nothing is known of moves in between that were not evaluated.
    whole = [
        pair for (one, two), pair in zip(pairwise(known), pairwise(places), strict=True)
        if two.ply - one.ply == 1
    ]  # fmt: skip
    _area(pen, plot, whole)
    pen.box(Rect(plot.x, plot.middle[1], plot.w, m.hair), look.off)
    if here >= 0:  # else a line is on the board that leaves the game
        x = plot.x + plot.w * here / steps
        pen.box(Rect(x - m.hair / 2, plot.y, m.hair, plot.h), look.accent)
    for (x0, y0), (x1, y1) in whole:
        pen.page.boxes.append(Stroke(x0, y0, x1, y1, 1.6 * m.unit, look.text))
    for place in set(places).difference(*whole):
        pen.disc(*place, 1.6 * m.unit, look.text)
    bad = set(marked(line, shown.analysis.mistakes))
    for each, place in zip(known, places, strict=True):
        if each.ply == here:
            pen.disc(*place, 3.2 * m.unit, look.accent, look.raised)
    for each, place in zip(known, places, strict=True):
        if line[each.ply] in bad:
            pen.disc(*place, 3.2 * m.unit, look.danger, look.raised)
    pen.hit(Rect(plot.x - m.gap, rect.y, plot.w + 2 * m.gap, rect.h), Action("scrub", steps),
            drag=True)  # fmt: skip


def _area(pen: Pen, plot: Rect, pieces: Sequence[tuple[Place, Place]]) -> None:
    """Fill the area between the curve and equal chances, in columns of whole pixels: no seams."""
    m, middle = pen.metrics, plot.middle[1]
    fill: Colour = (*pen.look.accent[:3], FILL)
    wide = max(round(STEP * m.unit), 1)
    for (x0, y0), (x1, y1) in pieces:
        x, end = round(x0), round(x1)
        while x < end:
            until = min(x + wide, end)
            part = ((x + until) / 2 - x0) / (x1 - x0)
            y = y0 + (y1 - y0) * min(max(part, 0.0), 1.0)
            pen.box(Rect(x, min(y, middle), until - x, abs(y - middle)), fill)
            x = until


def _scale(pen: Pen, rect: Rect, steps: int, shown: HudData) -> Rect:
    """Draw the scale and the names of the sides; return the place of the curve."""
    m, look = pen.metrics, pen.look
    high = 1.3 * m.small
    inner = rect.inset(m.gap, m.gap / 2)
    above, inner = inner.cut_top(high)
    below, inner = inner.cut_bottom(high)
    numbered = rect.h >= NUMBERED * m.text
    numbers, inner = inner.cut_bottom(1.15 * m.small if numbered else 0)
    inner = inner.inset(0, 0.75 * m.gap)
    gutter = pen.width(percent(1.0), size=m.small) + 0.75 * m.gap
    plot = Rect(inner.x + gutter, inner.y, inner.w - gutter - 0.5 * m.gap, inner.h)
    for share, label in ((0.0, 1.0), (0.25, None), (0.5, 0.5), (0.75, None), (1.0, 1.0)):
        y = plot.y + share * plot.h
        pen.box(Rect(plot.x, y - m.hair / 2, plot.w, m.hair), look.line)
        if label is not None:
            place = Rect(inner.x, y - high / 2, gutter - 0.75 * m.gap, high)
            pen.text(place, percent(label), look.quiet, size=m.small, align="right")
    if numbered:
        _numbers(pen, plot, numbers, steps)
    colours = shown.session.record.game.colours
    for colour, row in zip(colours, (above, below), strict=True):
        _side(pen, row, colour, shown)
    return plot


def _side(pen: Pen, rect: Rect, colour: str, shown: HudData) -> None:
    """Draw which side is better at an edge of the graph, and from where on that is proven."""
    m, quiet = pen.metrics, pen.look.quiet
    mark, rest = rect.cut_left(1.3 * m.text)
    pen.disc(mark.x + 0.5 * m.text, mark.middle[1], 0.32 * m.text, shown.discs[colour])
    told = words.BETTER(colour=colour.capitalize())
    wide = pen.text(rest, told, size=m.small)
    ply = certain_from(shown.analysis.graph, colour)
    if ply is not None:
        note = words.CERTAIN_FROM(ply=ply) if ply else words.CERTAIN_AT_FIRST
        if ply and shown.analysis.analysing is not None:  # an earlier one may be proven yet
            note = words.CERTAIN_SO_FAR(ply=ply)
        pen.label(rest.cut_left(wide + m.gap)[1], note, quiet, size=m.small, align="right")


def certain_from(known: Sequence[Evaluation], colour: str) -> int | None:
    """Return after how many moves a colour's win was proven that stayed so to the end, or None.

    The end of the game alone proves nothing of what came before it.
    """
    ply = None
    for each in reversed(known):
        if each.proven != colour:
            break
        ply = each.ply if each.result is not None else ply
    return ply


def _numbers(pen: Pen, plot: Rect, row: Rect, steps: int) -> None:
    """Draw the numbers of moves below the curve, as far apart as they need."""
    m, look = pen.metrics, pen.look
    room = 1.8 * pen.width(str(steps), size=m.small) + m.gap
    far = next(
        n * 10**power for power in range(9) for n in ROUND
        if plot.w * n * 10**power / steps >= room
    )  # fmt: skip
    for number in range(0, steps + 1, far):
        x = plot.x + plot.w * number / steps
        pen.box(Rect(x - m.hair / 2, plot.y, m.hair, plot.h), look.line)
        wide = pen.width(str(number), size=m.small) + 1
        left = min(max(x - wide / 2, row.x), row.right - wide)
        pen.text(Rect(left, row.y, wide, row.h), str(number), look.quiet, size=m.small)
