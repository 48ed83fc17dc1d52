"""Lists of games with a picture beside three lines of text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boche.viewer.hud.dialogs.dialogs import FIELD
from boche.viewer.hud.dialogs.model import Form
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action, Picture
from boche.viewer.hud.widgets.widgets import Pen, scrollbar

ROW = 4.4  # minimum height of a line of the list, in letter heights
SHAPE = 0.63  # height of a picture relative to its width
PICTURE = "record "
"""Prefix of the names of records' pictures; ``picture_name`` adds the rest."""


def picture_name(where: str) -> str:
    """Return the name of a record's texture, from its file's path or the sample's name."""
    return f"{PICTURE}{where}"


def tall_list(
    pen: Pen,
    rect: Rect,
    form: Form,
    index: int,
    row: float,
    empty: str,
    tip: Callable[[Any], str] = lambda value: "",
) -> list[tuple[Rect, Any]]:
    """Draw a list without its texts; return the visible values with their places.

    ``index`` is that of its field, ``row`` the minimum height of a line in letter heights,
    ``empty`` is shown if there are no lines.
    """
    m, look, field = pen.metrics, pen.look, form.fields[index]
    pen.box(rect, look.raised, m.radius, look.accent if form.focus == index else look.line)
    inner = rect.inset(m.gap / 2)
    pen.hit(rect, Action(FIELD, (index, None)), scroll=field.name)
    rows, count = max(int(inner.h // (row * m.text)), 1), len(field.choices)
    places = inner.rows(inner.h / rows)
    if empty:
        pen.text(inner.cut_top(2 * m.row)[0].inset(m.gap, 0), empty, look.quiet)
    at = next((i for i, (value, _) in enumerate(field.choices) if value is field.value), -1)
    top = form.top_of(field.name, at, count, len(places))
    seen = []
    for place, (value, _) in zip(places, field.choices[top : top + len(places)], strict=False):
        place = Rect(place.x, place.y, place.w - m.gap, place.h)
        chosen = value is field.value
        if chosen or pen.hovered(place):
            pen.box(place, look.chosen if chosen else look.hover, m.radius)
        pen.hit(place, Action(FIELD, (index, value)), tip(value), scroll=field.name)
        seen.append((place, value))
    if count > len(places) > 0:
        scrollbar(pen, inner, top, len(places), count, field.name)
    return seen


def beside_picture(pen: Pen, rect: Rect, name: str) -> list[Rect]:
    """Place a texture in a line of a list, if it has a name; return the three lines beside it."""
    inner = rect.inset(pen.metrics.gap / 2)
    picture, words = inner.cut_left(inner.h / SHAPE)
    if name:
        pen.page.pictures.append(Picture(picture.rounded(), name))
    words = words.cut_left(pen.metrics.gap)[1]
    return words.rows(words.h / 3)
