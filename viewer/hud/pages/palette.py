"""The palette on the left: the piece in each orientation; those that do not fit are dimmed."""

from __future__ import annotations

from boche.engine.languages.current import tr
from boche.viewer.games.info import GRID
from boche.viewer.hud.layout import palette_cell
from boche.viewer.hud.model import HudData
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import CLEAR, Action, Picture
from boche.viewer.hud.widgets.widgets import Pen

PICTURE = "pieces"
DIMMED = 0.28


def palette(pen: Pen, rect: Rect, shown: HudData) -> None:
    """Draw the palette."""
    m, look = pen.metrics, pen.look
    pen.box(rect, look.panel)
    pen.rule(rect, "right")
    pen.hit(rect, None)
    keys, ghost = shown.info.choices(shown.position), shown.view.ghost
    taking = shown.view.setup is not None and shown.view.setup.draft.taking
    usual = () if taking else shown.info.usual(shown.position)
    fitting = ghost.keys if ghost else usual
    side, columns = palette_cell(rect.w, rect.h, m, len(keys))
    inner = rect.inset(m.gap)
    for index, key in enumerate(keys):
        column, row = index % columns, index // columns
        place = Rect(inner.x + column * side, inner.y + row * side, side, side)
        piece(pen, place.inset(m.unit), key, index, shown, fits=key in fitting)


def piece(pen: Pen, rect: Rect, key: str, index: int, shown: HudData, *, fits: bool) -> None:
    """Draw one orientation of the piece with its letter."""
    m, look, ghost = pen.metrics, pen.look, shown.view.ghost
    chosen = key == (ghost.key if ghost is not None and ghost.key else shown.view.asked)
    if chosen or (fits and pen.hovered(rect)):
        pen.box(rect, look.chosen if chosen else look.hover, m.radius,
                look.accent if chosen else CLEAR)  # fmt: skip
    side = min(rect.w, rect.h)
    part = (index % GRID / GRID, 1.0 - (index // GRID + 1) / GRID, 1 / GRID, 1 / GRID)
    room = rect.cut_left(0.65 * m.text)[1]  # clear of most of the letter
    image = room.centred(min(room.w, 0.9 * side), min(room.w, 0.9 * side))
    pen.page.pictures.append(Picture(image.rounded(), PICTURE, part, 1.0 if fits else DIMMED))
    corner = Rect(rect.x + 3 * m.unit, rect.y + 2 * m.unit, 1.2 * m.text, 1.2 * m.text)
    pen.text(corner, key, look.text if fits else look.off, bold=chosen)
    tip = tr("Turn the piece this way  ({key})", key=key.upper())
    tip = pen.translate(shown.info.named(key)) or tip
    tip = tip if fits else tr("Does not fit here")
    # A click on one that does not fit says why.
    pen.hit(rect, Action("turn_to", key), tip, carried=Action("carry", key))
