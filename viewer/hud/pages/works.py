"""The card of files that are made in the background, and the chip of those done, over the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from boche.engine.languages.current import tr, tr_count
from boche.viewer.hud.layout import EMPTY, Areas
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action, fitted_at_both_ends
from boche.viewer.hud.widgets.widgets import Pen, button, button_width

STOP, OPEN, COPY, AWAY = "work_stop", "work_open", "work_copy", "work_away"
"""The actions of the buttons of a file; their value is its number."""
ALL_AWAY = "works_away"
"""The action of the button that puts away all files that are done."""
UNFOLD = "works_unfold"
"""The action of the chip of files that are done: it shows them on the card again."""

WIDEST = 28.0
"""The card's width in letter heights, where there is room."""
LINE = 1.4
"""The height of a line in its letters."""
HEAD = 1.9
"""The height of a name with its buttons, in letter heights."""


@dataclass(frozen=True)
class WorkView:
    """What is shown of a file: its name, and a line on it.

    ``share`` is how much of it is made, 0 to 1. Once it is ``done`` it can be opened; ``failed``
    says why it is not there. A ``folded`` one is only counted, on a chip.
    """

    number: int
    name: str
    told: str
    share: float = 0.0
    done: bool = False
    failed: bool = False
    folded: bool = False


def chip(pen: Pen, areas: Areas, works: Sequence[WorkView], signs: Sequence[Rect]) -> Rect:
    """Draw how many files are folded, in few letters where their card was; return its rectangle.

    A click shows them again. The status line below keeps all of its room.
    """
    m, count = pen.metrics, sum(each.folded for each in works)
    if not count:
        return EMPTY
    size, room = HEAD * m.text, areas.board.inset(m.gap)
    wide = size + pen.width(str(count)) + 2 * m.gap
    place = _below_signs(pen, room.cut_right(wide)[0].cut_top(size)[0], signs)
    pen.box(place, pen.look.panel, m.radius, pen.look.line)
    told = tr_count("{count} file ready", "{count} files ready", count)
    names = "\n".join([told, *(each.name for each in works if each.folded)])
    button(pen, place, Action(UNFOLD), label=str(count), picture="share", tip=names)
    return place


def _below_signs(pen: Pen, place: Rect, signs: Sequence[Rect]) -> Rect:
    """Return a place on the board, below those of the signs that it would hide."""
    for sign in signs:
        if place.overlaps(sign):
            place = place.moved(0, sign.bottom + pen.metrics.gap / 2 - place.y)
    return place


def works_page(
    pen: Pen, areas: Areas, works: Sequence[WorkView], signs: Sequence[Rect] = ()
) -> Rect:
    """Draw the card, below those of the signs that it would hide; return its rectangle.

    Files that are folded are counted on a chip instead.
    """
    folded = chip(pen, areas, works, signs)
    signs = signs if folded is EMPTY else (*signs, folded)
    works = [each for each in works if not each.folded]
    m, board = pen.metrics, areas.board
    if not works:
        return EMPTY
    width = min(WIDEST * m.text, board.w - 2 * m.gap)
    rows = [_Row(pen, each, width - 3 * m.gap) for each in works]
    foot = HEAD * m.text if sum(each.done for each in works) > 1 else 0.0
    height = sum(row.height for row in rows) + foot + m.gap
    place = Rect(board.right - m.gap - width, board.y + m.gap, width, height)
    place = _below_signs(pen, place, signs)
    card = pen.card(place)
    pen.hit(card, None)
    rest = card.inset(1.5 * m.gap, m.gap / 2)
    for row in rows:
        part, rest = rest.cut_top(row.height)
        row.draw(part.inset(0, m.gap / 2))
    if foot:
        label = tr("Close all")
        part = rest.cut_right(min(button_width(pen, label), rest.w))[0]
        button(pen, part.inset(0, m.unit), Action(ALL_AWAY), label=label,
               tip=tr("Closes all that are done; what has failed stays"))  # fmt: skip
    return card


class _Row:
    """The part of the card about one file: its name, and what can be done with it."""

    def __init__(self, pen: Pen, work: WorkView, width: float) -> None:
        self._pen, self._work = pen, work
        size = pen.metrics.small
        self._why = pen.lines_of(work.told, width, size=size, most=3) if work.failed else []

    @property
    def height(self) -> float:
        """Its height, with a gap."""
        m, work = self._pen.metrics, self._work
        below = LINE * m.small * len(self._why)
        if not work.failed:
            below = HEAD * m.text if work.done else 4 * m.unit
        return HEAD * m.text + below + m.gap

    def draw(self, rect: Rect) -> None:
        """Draw it in a rectangle without the gap."""
        pen, work, m, look = self._pen, self._work, self._pen.metrics, self._pen.look
        head, rest = rect.cut_top(HEAD * m.text)
        if work.failed:
            head = self._draw_buttons(head, (AWAY, tr("Close"), ""))
            pen.lines(rest, self._why, LINE * m.small, look.danger, size=m.small)
        elif work.done:
            head = self._draw_buttons(head, (AWAY, tr("Close"), ""))
            opens = tr("Opens it with your system's program for such files")
            rest = self._draw_buttons(
                rest, (COPY, tr("Copy the path"), ""), (OPEN, tr("Open"), opens)
            )
            pen.text(rest, work.told, look.quiet, size=m.small)
            pen.hit(rest, None, work.told)
        else:
            stops = tr("Gives it up; nothing of it is saved")
            head = self._draw_buttons(head, (STOP, tr("Stop"), stops))
            told, head = head.cut_right(pen.width(work.told, size=m.small) + m.gap)
            pen.text(told.cut_left(m.gap)[1], work.told, look.quiet, size=m.small)
            bar = rest.cut_bottom(3 * m.unit)[0]
            pen.box(bar, look.line, 1.5 * m.unit)
            pen.box(bar.cut_left(work.share * bar.w)[0], look.accent, 1.5 * m.unit)
        name = fitted_at_both_ends(work.name, m.text, True, head.w, pen.measure)
        pen.text(head, name, look.danger if work.failed else look.text, bold=True)
        if name != work.name:
            pen.hit(head, None, work.name)

    def _draw_buttons(self, rect: Rect, *rows: tuple[str, str, str]) -> Rect:
        """Draw buttons (action, label, tip) from right to left; return the room beside them."""
        pen, m = self._pen, self._pen.metrics
        widths = [button_width(pen, label) for _, label, _ in rows]
        squeeze = min(1.0, (rect.w - m.gap * len(rows)) / sum(widths))
        for (name, label, tip), width in zip(rows, widths, strict=True):
            part, rect = rect.cut_right(squeeze * width)
            action = Action(name, self._work.number)
            button(pen, part.inset(0, m.unit), action, label=label, tip=tip)
            rect = rect.cut_right(m.gap / 2)[1]
        return rect.cut_right(m.gap / 2)[1]
