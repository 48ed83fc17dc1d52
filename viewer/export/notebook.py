"""Positions and records in a notebook."""

from __future__ import annotations

import html

from boche.engine.errors import BocheError
from boche.engine.game import Position
from boche.engine.record import Record

FRAME = (
    '<iframe srcdoc="{page}" width="100%" height="{height}" style="border: 0" title="{title}"'
    ' sandbox="allow-scripts allow-downloads"></iframe>'
)
HEIGHT = 560


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
    return FRAME.format(page=html.escape(page), height=HEIGHT, title=title)
