"""The bar along the top: files, undo, views, help; each button is a command of the registry."""

from __future__ import annotations

from viewer.hud.model import Shown
from viewer.hud.widgets.geometry import Rect
from viewer.hud.widgets.items import Action
from viewer.hud.widgets.widgets import Pen, button, button_width
from viewer.table.commands import tip_of

LEFT = (("new", "open", "save"), ("undo", "redo"), ("resign",))
THINK = (("hint", "evaluate", "analyse"),)
MIDDLE = (("fit", "top", "corner", "corner2", "corner3", "projection"),)
RIGHT = ("screenshot", "settings", "right_panel", "help")

ICON = {
    "corner2": "corner",
    "corner3": "corner",
    "explode": "spread",
    "screenshot": "picture",
    "right_panel": "panel",
}
MARK = {"corner": "1", "corner2": "2", "corner3": "3"}


def toolbar(pen: Pen, rect: Rect, shown: Shown) -> None:
    """Draw the bar."""
    m = pen.metrics
    pen.box(rect, pen.look.panel)
    pen.rule(rect, "bottom")
    pen.hit(rect, None)
    side = m.button
    right = rect.inset(m.gap / 2, (rect.h - side) / 2)
    left = right
    for name in reversed(RIGHT):
        part, right = right.cut_right(side)
        _tool(pen, part, name, shown)
    left = Rect(left.x, left.y, right.w, left.h)
    for group in (*LEFT, *THINK, *MIDDLE, shown.info.layers):
        for name in group:
            part, left = left.cut_left(side)
            if part.w < side:
                return
            _tool(pen, part, name, shown)
        _, left = left.cut_left(m.gap)
    if "swap" not in shown.view.refused:
        _swap(pen, left)


def _tool(pen: Pen, rect: Rect, name: str, shown: Shown) -> None:
    m = pen.metrics
    button(
        pen,
        rect.inset(m.unit),
        Action("command", name),
        picture=ICON.get(name, name),
        tip=tip_of(name, shown.guide.texts),
        enabled=name not in shown.view.refused,
        on=_on(name, shown),
    )
    if name in MARK:
        spot = Rect(rect.right - 0.36 * rect.w, rect.y + 0.56 * rect.h, 0.3 * rect.w, 0.36 * rect.h)
        pen.box(spot, pen.look.panel, 2 * m.unit)
        pen.text(spot, MARK[name], pen.look.quiet, size=round(0.75 * m.text), align="center")


def _on(name: str, shown: Shown) -> bool:
    view = shown.view
    if name == "projection":
        return view.camera.projection == "ortho"
    if name == "peel":
        return view.display.peeled > 0
    if name == "explode":
        return view.display.explode > 0
    if name == "evaluate":
        return shown.analysis.evaluating
    if name == "analyse":
        return shown.analysis.analysing is not None
    if name == "right_panel":
        return shown.settings.right_panel
    return False


def _swap(pen: Pen, rect: Rect) -> None:
    """The swap, offered while it is to be had."""
    for label in ("Swap colours", "Swap"):
        width = button_width(pen, label)
        if width <= rect.w:
            part = rect.cut_left(width)[0]
            button(pen, part, Action("command", "swap"), label=label, tip=tip_of("swap"), main=True)
            return
