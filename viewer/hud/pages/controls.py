"""Buttons of commands, as the pages around the board have them."""

from __future__ import annotations

from collections.abc import Sequence

from boche.viewer.hud.model import HudData
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action
from boche.viewer.hud.widgets.widgets import Pen, button
from boche.viewer.table.command_keys import keys_of, shown_key
from boche.viewer.table.commands import tip_of


def command_button(
    pen: Pen, rect: Rect, name: str, shown: HudData | None = None, *, label: str = "",
    picture: str = "", tip: str = "", on: bool = False, main: bool = False,
) -> None:  # fmt: skip
    """Draw the button of a command, by default with its own tip.

    With ``shown`` it is disabled while the command is refused, and then not the main one.
    """
    able = shown is None or name not in shown.view.refused
    button(pen, rect, Action("command", name), label=label, picture=picture,
           tip=tip or tip_of(name), enabled=able, on=on, main=main and able)  # fmt: skip


def task_buttons(
    pen: Pen, rect: Rect, shown: HudData, names: Sequence[tuple[str, str]], main: str
) -> None:
    """Draw four commands (name, label) in two rows; ``main`` is the name of the main one.

    Each names its key where there is room for it, and only if the key does it now.
    """
    m = pen.metrics
    upper, lower = rect.cut_top(m.button)
    places = [*upper.columns(2, m.gap), *lower.cut_bottom(m.button)[0].columns(2, m.gap)]
    for place, (name, label) in zip(places, names, strict=True):
        waits = shown.view.takes_back_first and keys_of(name)[0].partition("@")[0] == "Escape"
        keyed = label if waits else f"{label} ({shown_key(name)})"
        fits = pen.width(keyed) <= place.w - m.gap
        command_button(pen, place, name, shown, label=keyed if fits else label,
                       tip=label if waits else "", main=name == main)  # fmt: skip
