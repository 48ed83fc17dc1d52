"""The list of moves: two in a row, each with its number, variations indented, mistakes marked."""

from __future__ import annotations

from boche.engine.languages.current import tr
from boche.engine.languages.formats import paired
from boche.engine.record.judgement import Judgement
from boche.viewer.hud.model import LIST, NAME, HudData, row_of
from boche.viewer.hud.pages.controls import command_button
from boche.viewer.hud.pages.movelist import Entry, Row, apart
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action
from boche.viewer.hud.widgets.widgets import Pen, visible
from boche.viewer.table.review import Mistakes, analysed

EDITS = ("type_mark", "comment", "promote", "delete")
NUMBER = 2.1  # width of a move's number, in letter heights
NOTE = 0.9  # the same of the sign of a comment


def moves(pen: Pen, rect: Rect, shown: HudData) -> None:
    """Draw the list of moves with the buttons to edit it."""
    rest = edit_buttons(pen, rect, shown)
    places = rest.rows(pen.metrics.row)
    found, size = _set_list(pen, rest.w, shown.rows, shown.analysis.mistakes)
    current = row_of(found, shown.node or shown.session.cursor.node)
    top = pen.first_line(LIST, len(found), len(places), current - len(places) // 2)
    pen.hit(rest, None, scroll=LIST)
    if not found and places:
        pen.text(places[0], tr("No moves yet"), pen.look.quiet)
    for place, row in visible(pen, rest, places, found, top, LIST):
        _row(pen, place, row, shown, size)


def edit_buttons(pen: Pen, rect: Rect, shown: HudData) -> Rect:
    """Draw the buttons that edit the record at the top of a rectangle; return the rest.

    They keep their place there, while what stands below the list comes and goes.
    """
    head, rest = rect.cut_top(pen.metrics.row)
    for name in reversed(EDITS):
        part, head = head.cut_right(pen.metrics.row)
        command_button(pen, part.inset(pen.metrics.unit), name, shown, picture=name)
    return rest


def _set_list(
    pen: Pen, width: float, found: list[Row], mistakes: Mistakes
) -> tuple[list[Row], float]:
    """Return the rows to show and their letter size, the same for all of them.

    Two moves stand side by side if the longest one fits there, else one below the other.
    """
    m = pen.metrics
    entries = (
        entry for row in found for entry in (row.first, row.second) if entry and entry.colour
    )
    longest = ["", ""]  # of moves without and with a comment, which takes room beside them
    widest = [0.0, 0.0]
    for entry in entries:
        said = judgement_of(entry, mistakes)
        text = entry.text + (said.sign if said else "")
        wide = pen.width(text, bold=True)
        if wide > widest[entry.comment]:
            longest[entry.comment], widest[entry.comment] = text, wide
    deepest = max((row.depth for row in found), default=0)
    row = width - m.gap - 1.1 * deepest * m.text
    whole, half = (each - NUMBER * m.text for each in (row, (row - m.gap / 2) / 2))
    for rows, room in ((found, half), (apart(found), whole)):
        for size in (m.text, m.small):
            plain, noted = (pen.width(text, size=size, bold=True) for text in longest)
            if max(plain, noted + NOTE * m.text * bool(noted)) <= room - m.gap - 1.1 * m.text:
                return rows, size
    return apart(found), m.small


def judgement_of(entry: Entry, mistakes: Mistakes) -> Judgement | None:
    """Return the judgement of a move in the list: the record's, else that of the analysis."""
    return entry.judgement or analysed(entry.node, mistakes)


def _row(pen: Pen, rect: Rect, row: Row, shown: HudData, size: float) -> None:
    m, look = pen.metrics, pen.look
    inner = Rect(rect.x, rect.y, rect.w - m.gap, rect.h)
    indent, inner = inner.cut_left(row.depth * 1.1 * m.text)
    if row.depth:
        x = indent.right - 0.5 * m.text
        gap = row.opens * 0.3 * rect.h  # or two lines tried from one move would look like one
        pen.box(Rect(x, rect.y + gap, m.hair, rect.h - gap), look.line)
    left, right = inner.columns(2, m.gap / 2)
    if row.alone:
        left = right = inner
    elif row.depth and row.first is None:
        right = left
    for place, entry in ((left, row.first), (right, row.second)):
        if entry is not None:
            number, rest = place.cut_left(NUMBER * m.text)
            pen.text(number, f"{entry.number}.", look.quiet, size=m.small)
            _move(pen, rest, entry, shown, size, quiet=row.depth > 0)


def _move(pen: Pen, rect: Rect, entry: Entry, shown: HudData, size: float, *, quiet: bool) -> None:
    m, look = pen.metrics, pen.look
    current = entry.node is shown.node
    spot = rect.inset(0, m.unit)
    pen.highlight(spot, current, 4 * m.unit)
    mark, words = spot.inset(m.gap / 2, 0).cut_left(1.1 * m.text)
    if entry.colour:
        x, y = mark.x + 0.4 * m.text, mark.middle[1]
        pen.disc(x, y, 0.32 * m.text, shown.discs[entry.colour])
    if entry.comment:
        dot, words = words.cut_right(NOTE * m.text)
        pen.icon("comment", dot.centred(0.8 * m.text, 0.8 * m.text), look.quiet)
    colour = look.quiet if quiet and not current else look.text
    found = judgement_of(entry, shown.analysis.mistakes)
    end = shown.session.positions.ending(entry.node)
    text = entry.text if entry.colour or end is None else pen.translate(end.reason)
    if found is not None:
        beside = pen.width(text, size=size, bold=current) + 1
        sign = pen.width(found.sign, size=size, bold=True) + 1
        place, words = words.cut_left(min(beside, words.w - sign))
        pen.text(words, found.sign, look.danger if found.bad else look.good, size=size, bold=True)
        words = place
    pen.text(words, text, colour, size=size, bold=current)
    cut = pen.width(text, size=size, bold=current) > words.w
    told = [tr(found.words)] if found is not None else []
    parts = [text] * (cut or bool(told)) + told + ([pen.translate(end.reason)] if end else [])
    tip = paired(*parts) if parts else ""
    name = Action(NAME, entry.text) if entry.colour else None
    pen.hit(spot, Action("go", entry.node), tip, scroll=LIST, hover=name)
