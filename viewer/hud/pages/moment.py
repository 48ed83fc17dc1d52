"""The card of a move of the game under the pointer: what the graph and the timeline lead to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from boche.engine.languages.current import tr
from boche.engine.message import capitalized
from boche.engine.record.judgement import judgement_of
from boche.engine.review.words import move_said
from boche.viewer.hud.layout import Areas
from boche.viewer.hud.model import MOMENT, HudData, text_of
from boche.viewer.hud.pages.evaluation import bar_tip, loss_told
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Colour, Picture
from boche.viewer.hud.widgets.widgets import Pen
from boche.viewer.table.review import judged

WIDTH, SHAPE = 17.0, 0.63
"""The width of the picture in letter heights, and its height relative to that."""

LINES = 3  # most lines of a text


def moment_page(
    pen: Pen, areas: Areas, over: Rect, x: float, ply: int, shown: HudData,
    clear: Sequence[Rect] = (),
) -> None:  # fmt: skip
    """Draw the card of the move that a place on the graph or the timeline stands for.

    It lies beside the panel with the graph, above the timeline. It leaves ``clear`` what may be
    clicked, beside or above it; without room for that there is no card.
    """
    m, window = pen.metrics, areas.window
    wide = round(WIDTH * m.text)
    told = _lines(pen, wide, ply, shown)
    high = round(SHAPE * wide) + ceil(m.gap / 2 + 1.4 * m.small * len(told))
    outer = wide + 2 * m.gap, high + 2 * m.gap
    left = areas.panel.x - outer[0] - m.gap / 2
    if over.inside(areas.panel) and left >= 0:
        y = min(max(over.middle[1] - outer[1] / 2, m.gap / 2), window.bottom - outer[1] - m.gap / 2)
    else:
        left = min(max(x - outer[0] / 2, m.gap / 2), window.right - outer[0] - m.gap / 2)
        y = max(over.y - outer[1] - m.gap / 2, m.gap / 2)
    card = _beside(Rect(left, y, *outer), clear, m.gap / 2)
    if card is None:
        return
    # On whole pixels: a board of another size would have to be drawn again.
    inner = pen.card(Rect(round(card.x), round(card.y), *outer), m.radius).inset(m.gap)
    picture, rest = inner.cut_top(round(SHAPE * wide))
    pen.frame(picture)
    spot = picture.inset(m.unit).rounded()
    pen.page.pictures.append(Picture(spot, f"{MOMENT}{ply}"))
    rest = rest.cut_top(m.gap / 2)[1]
    for words, colour, bold in told:
        rest = pen.lines(rest, [words], 1.4 * m.small, colour, size=m.small, bold=bold)


def _beside(card: Rect, clear: Sequence[Rect], gap: float) -> Rect | None:
    """Return the card moved left or up as little as leaves ``clear`` free, or None."""
    places = [card]
    for rect in clear:
        places += [replace(card, x=rect.x - card.w - gap), replace(card, y=rect.y - card.h - gap)]
    fitting = [place for place in places if place.x >= gap and place.y >= gap
               and not any(place.overlaps(rect) for rect in clear)]  # fmt: skip
    return min(fitting, key=lambda place: card.x - place.x + card.y - place.y, default=None)


def _lines(pen: Pen, width: float, ply: int, shown: HudData) -> list[tuple[str, Colour, bool]]:
    """Return the lines of the card, each with its colour and whether it is bold."""
    look, session, size = pen.look, shown.session, pen.metrics.small
    node = session.cursor.line[ply]
    found = judged(node, shown.analysis.mistakes)
    head = tr("Beginning")
    if node.move is not None:
        head = (
            f"{ply}. {move_said(text_of(session)(node))}{found.sign if found is not None else ''}"
        )
    parts = [(head, look.text, True)]
    known = next((each for each in shown.analysis.graph if each.ply == ply), None)
    ending = session.positions.ending(node)
    if ending is not None:
        parts.append((pen.translate(ending.reason), look.text, False))
    elif known is not None:
        parts.append((pen.translate(bar_tip(known, session.record.game.colours)), look.text, False))
    if found is not None:
        outdone = judgement_of(node) is None and node in shown.analysis.outdone
        loss = loss_told(tr(found.words), outdone=outdone)
        parts.append((loss, look.danger if found.bad else look.good, False))
    return [
        (line, colour, bold)
        for text, colour, bold in parts
        for line in pen.lines_of(capitalized(text), width, size=size, bold=bold, most=LINES)
    ]
