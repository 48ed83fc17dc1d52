"""Drawing of the user's online games: each with its picture, the time left at the right."""

from __future__ import annotations

from boche.engine.languages.current import tr
from boche.viewer.hud.dialogs.dialogs import card_over, form_buttons
from boche.viewer.hud.dialogs.model import Form
from boche.viewer.hud.dialogs.own_games_model import GAMES, HINT, GameRow
from boche.viewer.hud.dialogs.tall_list import ROW, beside_picture, tall_list
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import wrapped
from boche.viewer.hud.widgets.widgets import Pen

WIDTH, HEIGHT = 60.0, 46.0  # of the page, in letter heights, if there is room


def own_games_page(pen: Pen, window: Rect, form: Form) -> Rect:
    """Draw the page over a veil; return its rectangle."""
    m, shown = pen.metrics, form.of
    width, height = min(WIDTH * m.text, window.w - m.gap), min(HEIGHT * m.text, window.h - m.gap)
    card = card_over(pen, window, (width, height))
    inner = card.inset(2 * m.gap, m.gap)
    head, inner = inner.cut_top(1.6 * m.row)
    pen.text(head, form.title, size=m.large, bold=True)
    pen.text(head, shown.server, pen.look.quiet, size=m.small, align="right")
    foot, inner = inner.cut_bottom(m.button + m.gap)
    form_buttons(pen, foot.cut_bottom(m.button)[0], form)
    note, inner = inner.cut_bottom(2.8 * m.small)
    keys, note = note.cut_right(pen.width(tr(HINT), size=m.small) + m.gap)
    pen.text(keys, tr(HINT), pen.look.quiet, size=m.small, align="right")
    colour = pen.look.danger if form.problem else pen.look.quiet
    lines = wrapped(
        pen.translate(form.problem or shown.status), m.small, False, note.w, pen.measure
    )[:2]
    pen.lines(note, lines, note.h / len(lines), colour, size=m.small)
    seen = tall_list(pen, inner, form, GAMES, ROW, "")
    shown.seen = [row for _, row in seen]
    for place, row in seen:
        _entry(pen, place, row, row is form.fields[GAMES].value)
    if shown.empty:
        lines = wrapped(pen.translate(shown.empty), m.text, False, inner.w - 4 * m.gap, pen.measure)
        pen.lines(inner.inset(2 * m.gap, 2 * m.gap), lines, 1.4 * m.text, pen.look.quiet)
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
