"""Drawing of the library: sections and search above, records with their pictures below."""

from __future__ import annotations

from pathlib import Path

from boche.viewer.hud.dialogs.dialogs import FIELD, TYPE, card_over, form_buttons
from boche.viewer.hud.dialogs.library_model import (
    GAMES,
    HINT,
    LOOKING,
    SEARCH,
    SECTION,
    LibraryForm,
)
from boche.viewer.hud.dialogs.model import Form
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action, Picture
from boche.viewer.hud.widgets.widgets import Pen, scrollbar, segments, text_field
from boche.viewer.storage.library import GameFile
from boche.viewer.storage.library_index import Card
from boche.viewer.table.text_edit import TextEdit

WIDTH, HEIGHT = 76.0, 46.0  # of the page, in letter heights, if there is room
ROW = 4.4  # minimum height of a line of the list, in letter heights
SHAPE = 0.63  # height of a picture relative to its width
PICTURE = "record "
"""Prefix of the names of records' pictures; ``picture_name`` adds the rest."""

EMPTY = {
    "samples": "No sample matches",
    "recent": "No record has been opened or saved yet",
    "played": "No game has been played here yet",
    "position": "No game reached this position",
}


def picture_name(where: str) -> str:
    """Return the name of a record's texture, from its file's path or the sample's name."""
    return f"{PICTURE}{where}"


def library_page(pen: Pen, window: Rect, form: Form) -> Rect:
    """Draw the page over a veil; return its rectangle."""
    m, shown = pen.metrics, form.of
    width, height = min(WIDTH * m.text, window.w - m.gap), min(HEIGHT * m.text, window.h - m.gap)
    card = card_over(pen, window, (width, height))
    inner = card.inset(2 * m.gap, m.gap)
    head, inner = inner.cut_top(1.6 * m.row)
    pen.text(head, form.title, size=m.large, bold=True)
    foot, inner = inner.cut_bottom(m.button + m.gap)
    form_buttons(pen, foot.cut_bottom(m.button)[0], form)
    line, inner = inner.cut_top(m.button + m.gap)
    _choosing(pen, line.cut_top(m.button)[0], form)
    note, inner = inner.cut_bottom(1.4 * m.text)
    colour = pen.look.danger if form.problem or shown.library.problems else pen.look.quiet
    keys, note = note.cut_right(pen.width(HINT, size=m.small) + m.gap)
    pen.text(keys, HINT, pen.look.quiet, size=m.small, align="right")
    pen.text(note, form.problem or shown.said, colour, size=m.small)
    _list(pen, inner, form, shown)
    return card


def _choosing(pen: Pen, rect: Rect, form: Form) -> None:
    """Draw the sections and the search side by side."""
    m, field = pen.metrics, form.fields[SECTION]
    left, right = rect.cut_left(0.45 * rect.w)
    pairs = tuple((str(i), label) for i, (_, label) in enumerate(field.choices))
    at = [value for value, _ in field.choices].index(field.value)
    segments(pen, left, pairs, str(at), f"{FIELD}:{SECTION}")
    if form.focus == SECTION:
        pen.box(left.inset(-2 * m.unit), (0, 0, 0, 0), m.radius, pen.look.accent)
    search = form.fields[SEARCH]
    focused = form.focus == SEARCH
    edit = form.edit if focused and form.edit is not None else TextEdit(search.value)
    place, hint = right.cut_left(2 * m.gap)[1], f"{search.label}: {search.tip}"
    text_field(pen, place, edit, focused, Action(TYPE, SEARCH), hint)
    if focused and not edit.text:
        pen.text(place.inset(m.gap, 0), hint, pen.look.off)


def _list(pen: Pen, rect: Rect, form: Form, shown: LibraryForm) -> None:
    """Draw the records that there is room for."""
    m, look, field = pen.metrics, pen.look, form.fields[GAMES]
    pen.box(rect, look.raised, m.radius, look.accent if form.focus == GAMES else look.line)
    inner = rect.inset(m.gap / 2)
    pen.hit(rect, Action(FIELD, (GAMES, None)), scroll=field.name)
    rows, count = max(int(inner.h // (ROW * m.text)), 1), len(field.choices)
    places = inner.rows(inner.h / rows)
    if not count:
        searched = (shown.search or shown.wanted.chooses) and shown.section != "samples"
        text = "No game matches" if searched else EMPTY[shown.section]
        text = LOOKING if shown.library.listing and shown.section == "played" else text
        pen.text(inner.cut_top(2 * m.row)[0].inset(m.gap, 0), text, look.off)
    at = next((i for i, (value, _) in enumerate(field.choices) if value is field.value), -1)
    top = form.top_of(field.name, at, count, len(places))
    seen = [value for value, _ in field.choices[top : top + len(places)]]
    shown.want(seen)
    for place, file in zip(places, seen, strict=False):
        place = Rect(place.x, place.y, place.w - m.gap, place.h)
        _entry(pen, place, file, shown.library.card(file), file is field.value)
    if count > len(places) > 0:
        scrollbar(pen, inner, top, len(places), count, field.name)


def _entry(pen: Pen, rect: Rect, file: GameFile, card: Card | None, chosen: bool) -> None:
    m, look = pen.metrics, pen.look
    if chosen or pen.hovered(rect):
        pen.box(rect, look.chosen if chosen else look.hover, m.radius)
    pen.hit(rect, Action(FIELD, (GAMES, file)), file.name if file.path else "", scroll="games")
    inner = rect.inset(m.gap / 2)
    picture, words = inner.cut_left(inner.h / SHAPE)
    if card is not None and not card.problem and file.number == 1:
        pen.page.pictures.append(Picture(picture.rounded(), picture_name(file.name)))
    name = Path(file.name).name if file.section != "played" else ""
    words = words.cut_left(m.gap)[1]
    lines = words.rows(words.h / 3)
    date = card.date if card else ""
    played_then = file.section == "played" and file.when.startswith(date)
    when = file.when if played_then else date or file.when
    right, first = lines[0].cut_right(pen.width(f"{when} ", size=m.small))
    pen.text(right, when, look.quiet, size=m.small, align="right")
    if card is None:
        pen.text(first, Path(file.name).name, look.quiet)
        return
    if card.problem:
        pen.text(first, Path(file.name).name, bold=True)
        pen.text(lines[1], card.problem, look.danger, size=m.small)
        return
    game = f"{card.game} ({card.options})" if card.options else card.game
    heading = card.players or card.event or name
    pen.text(first, heading or game, bold=True)
    pen.text(lines[1], f"{game}: {card.result}" if heading else card.result, size=m.small)
    event = card.event if card.players else ""
    tags = f"tags: {card.tags}" if card.tags else ""
    pen.text(lines[2], ", ".join(filter(None, (name, event, tags))), look.quiet, size=m.small)
