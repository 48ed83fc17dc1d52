"""Positions and records as a notebook shows them."""

from __future__ import annotations

import html
from typing import Any

from engine.errors import BocheError
from engine.record import Record, final_position

SIZE = (640, 480)
"""Of a picture in a notebook, in pixels."""

FRAME = (
    '<iframe srcdoc="{page}" width="100%" height="{height}" style="border: 0" title="{title}"'
    ' sandbox="allow-scripts allow-downloads"></iframe>'
)
HEIGHT = 560


def picture_of(thing: Any) -> bytes | None:
    """A PNG of a position, or of the last one of a record; None where nothing can be drawn."""
    from viewer.export.png import framed, render_png
    from viewer.games.registry import build_scene, camera_of

    try:
        position = final_position(thing) if isinstance(thing, Record) else thing
        scene = build_scene(position)
        return render_png(scene, framed(scene, camera_of(position.game.name), SIZE), SIZE)
    except BocheError:
        return None  # the notebook shows the text instead


def page_of(thing: Any) -> str | None:
    """A record as a page in a frame of its own; None for what is no record, or cannot be shown."""
    from viewer.export.page import document
    from viewer.export.page.game_data import Look

    if not isinstance(thing, Record):
        return None
    try:
        page = document.page_of([thing], Look(move=-1))
    except BocheError:
        return None
    title = html.escape(thing.rules.title)
    return FRAME.format(page=html.escape(page), height=HEIGHT, title=title)
