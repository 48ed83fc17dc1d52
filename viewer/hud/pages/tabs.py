"""The tabs of the panel: the moves, and what one studies beside the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from boche.engine.languages.current import tr, tr_later
from boche.viewer.hud.model import HudData
from boche.viewer.hud.pages.engine import engine
from boche.viewer.hud.pages.explorer import explorer
from boche.viewer.hud.pages.moves import moves
from boche.viewer.hud.pages.tree import tree
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action
from boche.viewer.hud.widgets.widgets import Pen
from boche.viewer.table.commands import tip_of

Draw = Callable[[Pen, Rect, HudData, int | None], int]
"""Draws the content of a tab into a rectangle and returns its first visible row.

It gets the first row to show, or None for the one of the current move.
"""


@dataclass(frozen=True)
class Tab:
    """A tab: its title, the command that opens it, its content."""

    title: str
    command: str
    draw: Draw


TABS = {
    "moves": Tab(tr_later("Moves"), "tab_moves", moves),
    "engine": Tab(tr_later("Engine"), "tab_engine", engine),
    "explorer": Tab(tr_later("Explorer"), "tab_explorer", explorer),
    "tree": Tab(tr_later("Tree"), "tab_tree", tree),
}
"""The tabs by the values of the setting ``panel_tab``, from left to right."""


def tabbed(pen: Pen, rect: Rect, shown: HudData, top: int | None) -> int:
    """Draw the titles of the tabs and the content of the open one; return its first row."""
    m = pen.metrics
    head, rest = rect.cut_top(m.row + m.gap / 2)
    pen.rule(head, "bottom")
    wanted = [pen.width(tr(tab.title), size=m.small, bold=True) + m.gap for tab in TABS.values()]
    squeeze = min(1.0, head.w / sum(wanted))
    for (name, tab), wide in zip(TABS.items(), wanted, strict=True):
        part, head = head.cut_left(wide * squeeze)
        _title(pen, part, tab, shown.settings.panel_tab == name)
    return TABS[shown.settings.panel_tab].draw(pen, rest.cut_top(m.gap / 2)[1], shown, top)


def _title(pen: Pen, rect: Rect, tab: Tab, is_open: bool) -> None:
    m, look = pen.metrics, pen.look
    colour = look.text if is_open or pen.hovered(rect) else look.quiet
    pen.label(rect, tr(tab.title), colour, size=m.small, bold=is_open, align="center")
    if is_open:
        pen.box(rect.cut_bottom(2 * m.unit)[0], look.accent)
    pen.hit(rect, Action("command", tab.command), tip_of(tab.command))
