"""Drawing of the search for a command: what is typed above, the commands with their keys below."""

from __future__ import annotations

from boche.viewer.hud.dialogs.commands_model import LINES, SEARCH, CommandLine
from boche.viewer.hud.dialogs.dialogs import list_box, list_lines, page_card, typed_text
from boche.viewer.hud.dialogs.model import Form
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.widgets import Pen

WIDTH, HEIGHT = 52.0, 34.0  # of the page, in letter heights, if there is room
KEYS = 0.45  # maximum share of a line for its keys
REASON = 8.0  # least room for why a command cannot be done now, in small letter heights


def commands_page(pen: Pen, window: Rect, form: Form) -> Rect:
    """Draw the page over a veil; return its rectangle."""
    m, shown = pen.metrics, form.of
    card, inner, _ = page_card(pen, window, form, WIDTH, HEIGHT)
    line, inner = inner.cut_top(m.button + m.gap)
    field = form.fields[SEARCH]
    place = line.cut_top(m.button)[0]
    edit = typed_text(pen, place, form, SEARCH, field.tip)
    if form.focus == SEARCH and not edit.text:
        pen.label(place.inset(2 * m.gap, 0), field.tip, pen.look.quiet)
    note, inner = inner.cut_bottom(2.6 * m.small + m.gap / 2)
    colour = pen.look.danger if form.problem else pen.look.quiet
    pen.note(note.cut_top(m.gap / 2)[1], form.problem or shown.status, colour)
    room = list_box(pen, inner, form, LINES)
    places = room.rows(m.row)
    by_name = {each.name: each for each in shown.lines}
    for row, name, _ in list_lines(pen, room, form, LINES, places, m.gap):
        _command(pen, row.inset(m.gap, 0), by_name[name])
    return card


def _command(pen: Pen, rect: Rect, line: CommandLine) -> None:
    """Draw a command with its keys on the right; quietly and with the reason if it is refused."""
    m, look = pen.metrics, pen.look
    width = min(pen.width(line.keys, size=m.small) + m.gap + 1, KEYS * rect.w)
    keys, text = rect.cut_right(width)
    pen.text(keys, line.keys, look.quiet, size=m.small, align="right")
    pen.text(text, line.text, look.quiet if line.why else look.text)
    reason = text.cut_left(pen.width(line.text) + 2 * m.gap)[1]
    if line.why and reason.w >= REASON * m.small:
        pen.text(reason, line.why, look.quiet, size=m.small, align="right")
