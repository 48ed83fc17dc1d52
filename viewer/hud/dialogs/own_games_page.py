"""Drawing of the user's online games: each with its picture, the time left at the right."""

from __future__ import annotations

from boche.engine.languages.current import tr
from boche.viewer.hud.dialogs.dialogs import page_card
from boche.viewer.hud.dialogs.model import Form
from boche.viewer.hud.dialogs.own_games_model import GAMES, HINT, GameRow
from boche.viewer.hud.dialogs.tall_list import beside_picture, tall_list
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.widgets import Pen

WIDTH, HEIGHT = 60.0, 46.0  # of the page, in letter heights, if there is room


def own_games_page(pen: Pen, window: Rect, form: Form) -> Rect:
    """Draw the page over a veil; return its rectangle."""
    m, shown = pen.metrics, form.of
    card, inner, _ = page_card(pen, window, form, WIDTH, HEIGHT)
    head = card.inset(2 * m.gap, m.gap).cut_top(1.6 * m.row)[0]
    pen.text(head, shown.server, pen.look.quiet, size=m.small, align="right")
    note, inner = inner.cut_bottom(2.8 * m.small)
    keys, note = note.cut_right(pen.width(tr(HINT), size=m.small) + m.gap)
    pen.text(keys, tr(HINT), pen.look.quiet, size=m.small, align="right")
    colour = pen.look.danger if form.problem else pen.look.quiet
    pen.note(note, form.problem or shown.status, colour)
    seen = tall_list(pen, inner, form, GAMES, "")
    shown.seen = [row for _, row in seen]
    for place, row in seen:
        _entry(pen, place, row, row is form.fields[GAMES].value)
    pen.paragraph(inner.inset(2 * m.gap), shown.empty, 1.4, pen.look.quiet)
    return card


def _entry(pen: Pen, rect: Rect, row: GameRow, chosen: bool) -> None:
    """Draw a game: with whom, whose turn it is and until when, and what more is known."""
    m, look = pen.metrics, pen.look
    heading, state, note = beside_picture(pen, rect, row.picture)
    right, heading = heading.cut_right(pen.width(f"{row.time} ", size=m.small, bold=row.calls))
    calling = look.text if chosen else look.accent  # on what is chosen, it is read worse
    colour = calling if row.calls else look.quiet
    pen.text(right, row.time, colour, size=m.small, bold=row.calls, align="right")
    pen.text(heading, row.heading, bold=True)
    pen.text(state, row.state, calling if row.calls else look.text, bold=row.calls)
    pen.text(note, row.note, look.quiet, size=m.small)
