"""The line being typed: a move, a mark or a message below the board, a comment over it."""

from __future__ import annotations

from dataclasses import replace

from boche.engine.languages.current import tr, tr_later
from boche.engine.message import capitalized
from boche.viewer.hud.dialogs.dialogs import HINT, TYPE
from boche.viewer.hud.layout import Areas
from boche.viewer.hud.model import HudData
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action
from boche.viewer.hud.widgets.widgets import Pen, show_area, text_area
from boche.viewer.table.example import example_of
from boche.viewer.table.shown import Entry
from boche.viewer.table.text_edit import TextEdit

ENTRIES = {
    "move": (tr_later("Move"), tr_later("Enter: play, Escape: cancel")),
    "comment": (tr_later("Comment"), tr_later("Enter: keep, Shift+Enter: new line")),
    "mark": (
        tr_later("A mark on the board"),
        tr_later(
            "a place, then square, triangle, cross, a letter or a number; an arrow: two places"
        ),
    ),
    "chat": (tr_later("Message to the other player"), tr_later("Enter: send, Escape: cancel")),
}
"""A title and a line on the keys for each kind of typed line."""

ROWS = 6  # rows of a comment visible at once; the others scroll


WIDEST = 64.0  # of a line being typed, in letter heights


def lies_below(entry: Entry) -> bool:
    """Return whether a text is typed below the board: all but a comment, which has many lines."""
    return not entry.edit.many


def entry_page(pen: Pen, areas: Areas, shown: HudData, entry: Entry) -> Rect:
    """Draw the line being typed: below the board, but a comment at the bottom of the board.

    What is wrong with the text stands in place of what may be typed. Return its rectangle.
    """
    m, board, below = pen.metrics, areas.board, lies_below(entry)
    width = areas.below_board(WIDEST * m.text, 0).w
    width = width if below else min(40 * m.text, board.w - 2 * m.gap)
    title, hint = map(tr, ENTRIES[entry.kind])
    told, bad = _line_beside(shown, entry, hint)
    room, size = width - 3 * m.gap, m.text if bad else m.small
    beside = pen.width(title, bold=True) + m.gap + pen.width(told, size=size, bold=bad) <= room
    lines = [] if beside else pen.lines_of(told, room, size=size, bold=bad, most=3)
    inner = text_area(pen, Rect(0, 0, width - 5 * m.gap, 0), entry.edit)
    wanted = pen.typeset.height(inner)
    rows = min(wanted, ROWS * pen.typeset.height(replace(inner, edit=TextEdit())))
    # Under the board there is room for a title, two lines and the text.
    head_height, edge = (1.4 * m.text, m.gap / 2) if below else (1.3 * m.row, m.gap)
    lines_height = len(lines) * HINT * size
    if below and lines:
        title, head_height = "", 0.0
    height = head_height + rows + 2 * edge + m.gap + lines_height
    at = Rect(board.x + (board.w - width) / 2, board.bottom - height - m.gap, width, height)
    card = pen.card(areas.below_board(width, height) if below else at, m.radius)
    pen.hit(card, None)
    rest = card.inset(1.5 * m.gap, edge / 2)
    head, rest = rest.cut_top(head_height)
    colour = pen.look.danger if bad else pen.look.quiet
    if beside:
        right, head = head.cut_right(pen.width(told, size=size, bold=bad) + 1)
        pen.text(right, told, colour, size=size, bold=bad, align="right")
    if title:
        pen.text(head, title, bold=True)
    rest = pen.lines(rest, lines, HINT * size, colour, size=size, bold=bad)
    rest = rest.cut_top(edge / 2)[1]
    box = Rect(rest.x, rest.y, rest.w, rows + m.gap)
    pen.frame(box, focused=True)
    area = replace(inner, rect=box.inset(m.gap, m.gap / 2))
    pen.hit(box, Action(TYPE, -1), area=area)
    show_area(pen, area)
    return card


def _line_beside(shown: HudData, entry: Entry, keys: str) -> tuple[str, bool]:
    """Return the line beside what is typed, and whether it says what is wrong with that."""
    view = shown.view
    if view.status and view.tone in ("refused", "waiting", "over"):
        return capitalized(shown.translate(view.status)), view.tone == "refused"
    example = ""
    if entry.kind == "move":
        advice = shown.guide.typed(view.position, entry.edit.text)
        if advice:
            return capitalized(shown.translate(advice)), False
        tasked = view.lesson is not None or view.training is not None
        example = shown.translate(example_of(view.position, captures=not tasked))
    return (f"{capitalized(example)}. {keys}" if example else keys), False
