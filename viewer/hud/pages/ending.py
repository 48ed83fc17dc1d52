"""The choices after the end of a game: a rematch, what mattered, an analysis, saving, sharing."""

from __future__ import annotations

from boche.engine.languages.current import tr
from boche.engine.message import Message
from boche.viewer.hud import words
from boche.viewer.hud.model import HudData
from boche.viewer.hud.pages.controls import command_button
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action
from boche.viewer.hud.widgets.widgets import Pen, button
from boche.viewer.table.commands import keys_of, tip_of
from boche.viewer.table.keys import key_name

AGAIN = "rematch"
OTHERS = ("moments", "analyse", "save", "share")


def after_the_end(pen: Pen, rect: Rect, shown: HudData) -> None:
    """Draw a row of buttons, the rematch with a label and the others as icons.

    The rematch is the main button if the game has just been played, but not in a record opened
    again.
    """
    m, left = pen.metrics, rect
    for name in reversed(OTHERS):
        part, left = left.cut_right(rect.h)
        command_button(pen, part.inset(m.unit), name, shown, picture=name)
    able, banner = AGAIN not in shown.view.refused, shown.view.banner
    main = banner is not None and banner.kind == "end"
    button(pen, left.cut_right(m.gap)[1], Action("command", AGAIN), label=tr("Rematch"),
           tip=tip_of(AGAIN), enabled=able, main=main)  # fmt: skip


def what_next(shown: HudData) -> Message | None:
    """Return the keys for these choices, if the status would only repeat the outcome."""
    outcome, view = shown.outcome, shown.view
    ended = outcome is not None and view.status in ("", outcome.reason)
    if not ended or not {AGAIN, "moments"}.isdisjoint(view.refused):
        return None
    again, moments, back = (key_name(keys_of(name)[0]) for name in (AGAIN, "moments", "back"))
    return words.AFTER_THE_END(again=again, moments=moments, back=back)
