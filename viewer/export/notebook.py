"""Positions and records in a notebook."""

from __future__ import annotations

import base64
import html

from boche.engine.errors import BocheError
from boche.engine.game import Position
from boche.engine.record import Record

FRAME = (
    '<iframe srcdoc="{page}" width="100%" height="{height}" style="border: 0" title="{title}"'
    ' sandbox="allow-scripts allow-downloads">{instead}</iframe>'
)
HEIGHT = 560

INSTEAD = "<p>{record}. Trust this notebook to step through the game.</p>{picture}"
"""Shown by notebooks that leave frames out, as those do that are not trusted."""
PICTURE = '<img src="data:image/png;base64,{png}" alt="The end of the game">'
SMALL = (480, 360)


def picture_of(drawn: Position | Record) -> bytes | None:
    """Return a PNG of a position, or of a record's last one; None if it cannot be drawn."""
    try:
        return drawn.png()
    except BocheError:
        return None  # the notebook shows the text instead


def page_of(record: Record) -> str | None:
    """Return a record as a page in a frame, or None if it cannot be shown."""
    try:
        page = record.page()
    except BocheError:
        return None
    title = html.escape(record.game.title)
    instead = _instead_of_page(record)
    return FRAME.format(page=html.escape(page), height=HEIGHT, title=title, instead=instead)


def _instead_of_page(record: Record) -> str:
    """Return a line about the record and, with GL, a picture."""
    text = html.escape(repr(record).strip("<>"))
    try:
        png = base64.b64encode(record.png(size=SMALL)).decode()
    except BocheError:
        return INSTEAD.format(record=text, picture="")
    return INSTEAD.format(record=text, picture=PICTURE.format(png=png))
