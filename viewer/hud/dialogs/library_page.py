"""Drawing of the library: sections and search above, records with their pictures below."""

from __future__ import annotations

from pathlib import Path

from boche.engine.languages.current import tr, tr_later
from boche.engine.languages.formats import written_day
from boche.viewer.hud.dialogs.dialogs import choice_row, page_card, typed_text
from boche.viewer.hud.dialogs.library_model import (
    GAMES,
    HINT,
    LOOKING,
    SEARCH,
    SECTION,
    LibraryForm,
)
from boche.viewer.hud.dialogs.model import Form
from boche.viewer.hud.dialogs.tall_list import beside_picture, picture_name, tall_list
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.widgets import Pen
from boche.viewer.storage.library import GameFile
from boche.viewer.storage.library_index import Card

WIDTH, HEIGHT = 76.0, 46.0  # of the page, in letter heights, if there is room

EMPTY = {
    "samples": tr_later("No sample matches"),
    "recent": tr_later("No file has been opened or saved yet; what you play is in All games"),
    "played": tr_later("No game has been played here yet"),
    "position": tr_later("No game reached this position"),
}


def library_page(pen: Pen, window: Rect, form: Form) -> Rect:
    """Draw the page over a veil; return its rectangle."""
    card, inner, _ = page_card(pen, window, form, WIDTH, HEIGHT)
    inner = _choosing(pen, inner, form)
    _list(pen, _status(pen, inner, form, form.of), form, form.of)
    return card


def _status(pen: Pen, rect: Rect, form: Form, shown: LibraryForm) -> Rect:
    """Draw the line below the list, or a problem whole in place of the keys; return the rest."""
    m, wrong = pen.metrics, bool(form.problem or shown.library.problems)
    said, colour = form.problem or shown.status, pen.look.danger if wrong else pen.look.quiet
    hint = pen.width(tr(HINT), size=m.small) + m.gap
    if wrong and pen.width(said, size=m.small) > rect.w - hint:
        lines = pen.lines_of(said, rect.w, size=m.small, most=3)
        note, rest = rect.cut_bottom(max(1.4 * m.text, 1.4 * m.small * len(lines)))
        pen.lines(note, lines, 1.4 * m.small, colour, size=m.small)
        return rest
    note, rest = rect.cut_bottom(1.4 * m.text)
    keys, note = note.cut_right(hint)
    pen.text(keys, tr(HINT), pen.look.quiet, size=m.small, align="right")
    pen.text(note, said, colour, size=m.small)
    return rest


def _choosing(pen: Pen, rect: Rect, form: Form) -> Rect:
    """Draw the sections and the search, side by side if the hint in it fits; return the rest."""
    m, search = pen.metrics, form.fields[SEARCH]
    hint = tr("{label}: {tip}", label=search.label, tip=search.tip)
    line, rest = rect.cut_top(m.button + m.gap)
    line = line.cut_top(m.button)[0]
    sections, place = line.cut_left(0.45 * line.w)
    place = place.cut_left(2 * m.gap)[1]
    if pen.width(hint, size=m.small) > place.w - 2 * m.gap:
        sections = line
        place, rest = rest.cut_top(m.button + m.gap)
        place = place.cut_top(m.button)[0]
    choice_row(pen, sections, form, SECTION, framed=True)
    edit = typed_text(pen, place, form, SEARCH, hint)
    if form.focus == SEARCH and not edit.text:
        pen.label(place.inset(m.gap, 0), hint, pen.look.quiet)
    return rest


def _list(pen: Pen, rect: Rect, form: Form, shown: LibraryForm) -> None:
    """Draw the records that there is room for."""
    text = ""
    if not form.fields[GAMES].choices:
        searched = (shown.search or shown.wanted.chooses) and shown.section != "samples"
        text = tr("No game matches") if searched else tr(EMPTY[shown.section])
        text = tr(LOOKING) if shown.library.listing and shown.section == "played" else text
    seen = tall_list(pen, rect, form, GAMES, text, lambda file: file.name if file.path else "")
    shown.want([file for _, file in seen])
    for place, file in seen:
        _entry(pen, place, file, shown.library.card(file))


def _entry(pen: Pen, rect: Rect, file: GameFile, card: Card | None) -> None:
    m, look = pen.metrics, pen.look
    drawn = card is not None and not card.problem and file.number == 1
    lines = beside_picture(pen, rect, picture_name(file.name) if drawn else "")
    name = Path(file.name).name if file.section != "played" else ""
    date = card.date if card else ""
    played_then = file.section == "played" and file.when.startswith(date)
    when = written_day(file.when if played_then else date or file.when)
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
    result = tr("{game}: {result}", game=game, result=card.result) if heading else card.result
    pen.text(lines[1], result, size=m.small)
    event = card.event if card.players else ""
    tags = tr("tags: {tags}", tags=card.tags) if card.tags else ""
    pen.text(lines[2], ", ".join(filter(None, (name, event, tags))), look.quiet, size=m.small)
