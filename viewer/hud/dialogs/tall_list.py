"""Lists of games with a picture beside three lines of text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boche.viewer.hud.dialogs.dialogs import list_box, list_lines
from boche.viewer.hud.dialogs.model import Form
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Picture
from boche.viewer.hud.widgets.widgets import Pen

ROW = 4.4  # minimum height of a line of the list, in letter heights
SHAPE = 0.63  # height of a picture relative to its width
PICTURE = "record "
"""Prefix of the names of records' pictures; ``picture_name`` adds the rest."""


def picture_name(where: str) -> str:
    """Return the name of a record's texture, from its file's path or the sample's name."""
    return f"{PICTURE}{where}"


def tall_list(
    pen: Pen, rect: Rect, form: Form, index: int, empty: str,
    tip: Callable[[Any], str] = lambda value: "",
) -> list[tuple[Rect, Any]]:  # fmt: skip
    """Draw a list without its texts; return the visible values with their places.

    ``index`` is that of its field; ``empty`` is shown if there are no lines.
    """
    m, inner = pen.metrics, list_box(pen, rect, form, index)
    rows = max(int(inner.h // (ROW * m.text)), 1)
    if empty:
        pen.text(inner.cut_top(2 * m.row)[0].inset(m.gap, 0), empty, pen.look.quiet)
    lines = list_lines(pen, inner, form, index, inner.rows(inner.h / rows), m.gap,
                       lambda place, value, label: tip(value))  # fmt: skip
    return [(place, value) for place, value, _ in lines]


def beside_picture(pen: Pen, rect: Rect, name: str) -> list[Rect]:
    """Place a texture in a line of a list, if it has a name; return the three lines beside it."""
    inner = rect.inset(pen.metrics.gap / 2)
    picture, words = inner.cut_left(inner.h / SHAPE)
    if name:
        pen.page.pictures.append(Picture(picture.rounded(), name))
    words = words.cut_left(pen.metrics.gap)[1]
    return words.rows(words.h / 3)
