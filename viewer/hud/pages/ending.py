"""The choices after the end of a game: a rematch, a review, sharing, an analysis, saving."""

from __future__ import annotations

from boche.engine.languages.current import tr
from boche.engine.message import Message
from boche.viewer.hud import words
from boche.viewer.hud.model import HudData
from boche.viewer.hud.pages.controls import command_button
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import CLEAR, Action
from boche.viewer.hud.widgets.widgets import Pen, button, button_width
from boche.viewer.table.command_keys import keys_of
from boche.viewer.table.commands import tip_of
from boche.viewer.table.keys import key_name
from boche.viewer.table.shown import END_CHOICES

AGAIN, REVIEW, *OTHERS, LEVEL = END_CHOICES


def after_the_end(pen: Pen, rect: Rect, shown: HudData) -> None:
    """Draw a row of buttons: the rematch and the review with labels, the others as icons.

    Where there is no room for its label, the review is an icon, too.
    """
    m, left = pen.metrics, rect
    for name in reversed(OTHERS):
        part, left = left.cut_right(rect.h)
        command_button(pen, part.inset(m.unit), name, shown, picture=name)
        ring(pen, part.inset(m.unit), name, shown)
    again, review, left = tr("Rematch"), tr("Review"), left.cut_right(m.gap / 2)[1]
    wide = button_width(pen, review) - m.gap
    labelled = wide + m.gap + button_width(pen, again) - m.gap <= left.w
    part, left = left.cut_right(wide if labelled else rect.h)
    if labelled:
        command_button(pen, part, REVIEW, shown, label=review)
    else:
        command_button(pen, part.inset(m.unit), REVIEW, shown, picture=REVIEW)
    ring(pen, part if labelled else part.inset(m.unit), REVIEW, shown)
    ring(pen, left.cut_right(m.gap)[1], AGAIN, shown)
    button(pen, left.cut_right(m.gap)[1], Action("command", AGAIN), label=again,
           tip=tip_of(AGAIN), enabled=AGAIN not in shown.view.refused)  # fmt: skip


def ring(pen: Pen, rect: Rect, name: str, shown: HudData) -> None:
    """Draw a frame round the button that keys have reached."""
    if shown.view.end_focus == name:
        unit = pen.metrics.unit
        pen.box(rect.inset(-unit), CLEAR, pen.metrics.radius + unit, pen.look.accent)


def level_button(pen: Pen, rect: Rect, shown: HudData) -> None:
    """Draw the button of a game against the level that is offered, if there is one."""
    if has_level(shown):
        label = tr("Try level {level}", level=shown.session.next_level)
        command_button(pen, rect, LEVEL, shown, label=label)
        ring(pen, rect, LEVEL, shown)


def has_level(shown: HudData) -> bool:
    """Return whether another level is offered after the game."""
    return LEVEL not in shown.view.refused


def what_next(shown: HudData) -> Message | None:
    """Return the keys for these choices, if the status would only repeat the outcome."""
    outcome, view = shown.outcome, shown.view
    ended = outcome is not None and view.status in ("", outcome.reason)
    if not ended or not {AGAIN, REVIEW}.isdisjoint(view.refused):
        return None
    again, moments, back = (key_name(keys_of(name)[0]) for name in (AGAIN, REVIEW, "back"))
    return words.AFTER_THE_END(again=again, moments=moments, back=back)
