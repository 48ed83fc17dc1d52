"""Positions and records in a notebook."""

from __future__ import annotations

import html
from typing import Any

from boche.engine.errors import BocheError
from boche.engine.record import Record, final_position

SIZE = (640, 480)
"""Size of a picture in a notebook, in pixels."""

FRAME = (
    '<iframe srcdoc="{page}" width="100%" height="{height}" style="border: 0" title="{title}"'
    ' sandbox="allow-scripts allow-downloads"></iframe>'
)
HEIGHT = 560


def picture_of(thing: Any) -> bytes | None:
    """Return a PNG of a position, or of a record's last one; None if it cannot be drawn."""
    from boche.viewer.export.images import framed, render_png
    from boche.viewer.games.registry import build_scene, camera_of

    try:
        position = final_position(thing) if isinstance(thing, Record) else thing
        scene = build_scene(position)
        return render_png(scene, framed(scene, camera_of(position.game.name), SIZE), SIZE)
    except BocheError:
        return None  # the notebook shows the text instead


def page_of(thing: Any) -> str | None:
    """Return a record as a page in a frame; None for anything else, or if it cannot be shown."""
    from boche.viewer.export.page import document
    from boche.viewer.export.page.game_data import Look

    if not isinstance(thing, Record):
        return None
    try:
        page = document.page_of([thing], Look(move=-1))
    except BocheError:
        return None
    title = html.escape(thing.game.title)
    return FRAME.format(page=html.escape(page), height=HEIGHT, title=title)
