"""A remote opponent in the panel: the connection, open offers, the chat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boche.engine.languages.current import tr
from boche.viewer.hud.model import CHAT, HudData
from boche.viewer.hud.pages.controls import command_button
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action
from boche.viewer.hud.widgets.widgets import Pen, button, scrollbar
from boche.viewer.table.commands import tip_of

if TYPE_CHECKING:
    from boche.viewer.remote.view import RemoteView

NEXT, OWN = "next_game", "own_games"
SHARE, MOST = 0.4, 8
"""The chat's maximum share of the panel's height, and its maximum number of lines."""


def far_away(pen: Pen, rect: Rect, shown: HudData, view: RemoteView) -> Rect:
    """Draw the connection's state and the open offer at the top of a rectangle; return the rest."""
    m = pen.metrics
    if view.state:
        colour = pen.look.danger if view.trouble else pen.look.quiet
        rest = pen.paragraph(rect, view.state, 1.35, colour, size=m.small, most=MOST)
        rect = rest.cut_top(m.gap / 2)[1]
    if view.offer:
        rect = pen.paragraph(rect, view.offer, 1.35, bold=True, most=4)
        row, rect = rect.cut_top(m.gap / 2)[1].cut_top(m.button)
        _answers(pen, row, view)
        rect = rect.cut_top(m.gap / 2)[1]
    if shown.view.others is not None:
        row, rect = rect.cut_top(m.gap / 2)[1].cut_top(m.button)
        _other_games(pen, row, view, shown.view.others)
        rect = rect.cut_top(m.gap / 2)[1]
    return rect


def _other_games(pen: Pen, row: Rect, view: RemoteView, others: int) -> None:
    """Draw the buttons that lead to the user's other games."""
    own = row
    if others:
        following, own = row.columns(2, pen.metrics.gap)
        command_button(pen, following, NEXT, label=tr("Next game ({number})", number=others),
                       main=not view.due and not view.asked)  # fmt: skip
    command_button(pen, own, OWN, label=tr("My games"))


def _answers(pen: Pen, row: Rect, view: RemoteView) -> None:
    """Draw the buttons that answer an offer, or withdraw it."""
    rows = [("reject", tr("Decline") if view.asked else tr("Withdraw"))]
    rows = [("accept", tr("Accept")), *rows] if view.asked else rows
    for place, (name, label) in zip(row.columns(2, pen.metrics.gap), rows, strict=False):
        command_button(pen, place, name, label=label, main=name == "accept")


def talk(pen: Pen, rect: Rect, view: RemoteView) -> Rect:
    """Draw the chat and its buttons at the bottom of a rectangle; return the rest.

    What is scrolled of it are the lines back from the latest one.
    """
    m = pen.metrics
    row, rest = rect.cut_bottom(m.button)
    left, right = row.columns(2, m.gap)
    command_button(pen, row if view.over else left, "chat", label=tr("Write"))
    if not view.over:
        button(pen, right, Action("command", "draw"), label=tr("Draw?"), tip=tip_of("draw"),
               enabled=not view.offer)  # fmt: skip
    rest = rest.cut_bottom(m.gap / 2)[1]
    inner, high = rest.w - 2 * m.gap - 6 * m.unit, 1.35 * m.small
    lines = [line for text in view.said for line in pen.lines_of(text, inner, size=m.small)]
    seen = min(len(lines), MOST, int((SHARE * rest.h - m.gap) // high))
    if seen < 1:
        return rest.cut_bottom(m.gap / 2)[1]
    part, rest = rest.cut_bottom(seen * high + m.gap)
    pen.frame(part)
    top = max(len(lines) - seen - pen.scrolled.get(CHAT, 0), 0)
    pen.lines(part.inset(m.gap, m.gap / 2), lines[top : top + seen], high, size=m.small)
    pen.hit(part, Action("command", "chat"), tr("Chat; click to write"), scroll=CHAT)
    scrollbar(pen, part.inset(3 * m.unit), top, seen, len(lines), CHAT)
    return rest.cut_bottom(m.gap / 2)[1]
