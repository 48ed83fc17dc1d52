"""The position editor in the panel: the tools, the settings, what is wrong, the buttons."""

from __future__ import annotations

from collections.abc import Sequence

from boche.engine.draft import BaseDraft, Knob
from boche.engine.languages.current import tr, tr_later, tr_word
from boche.engine.message import capitalized
from boche.viewer.hud.model import LIST, HudData
from boche.viewer.hud.pages.controls import command_button
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action, halved
from boche.viewer.hud.widgets.widgets import Pen, button, button_width, visible
from boche.viewer.table.command_keys import keys_of
from boche.viewer.table.commands import tip_of
from boche.viewer.table.keys import key_name
from boche.viewer.table.shown import SetupView

ADJUST = "adjust"
"""The action that changes a setting: its name, and 1 or -1."""

COPY_TIP = tr_later("Copy the position as text")


def setup_card(pen: Pen, rect: Rect, shown: HudData, state: SetupView) -> None:
    """Draw the editor."""
    m, draft = pen.metrics, state.draft
    head, rest = rect.cut_top(m.row + m.gap / 2)
    pen.text(head, tr("Position editor"), bold=True)
    pen.rule(head, "bottom")
    row, rest = rest.cut_top(m.gap / 2)[1].cut_top(m.button)
    _tools(pen, row, shown, draft)
    foot, rest = rest.cut_bottom(3 * m.button + 2 * m.gap)
    _buttons(pen, foot, shown, draft)
    rest = _state(pen, rest, draft)
    _knobs(pen, rest.inset(0, m.gap / 2), shown, state)


def _tools(pen: Pen, rect: Rect, shown: HudData, draft: BaseDraft) -> None:
    """Draw the three tools, each as wide as its label wants."""
    tip, gap = tip_of("setup_tool"), pen.metrics.gap / 2
    labels = (tr("Put down"), tr("Take off"), tr("Turn"))
    wanted = [button_width(pen, label) for label in labels]
    places = rect.parts([wide * (rect.w - 2 * gap) / sum(wanted) for wide in wanted], gap)
    for place, label, on in zip(places, labels, (not draft.taking, draft.taking), strict=False):
        button(pen, place, Action("command", "setup_tool") if not on else Action("nothing"),
               label=label, tip=tip, on=on)  # fmt: skip
    command_button(pen, places[2], "setup_turn", label=labels[2])


def _state(pen: Pen, rect: Rect, draft: BaseDraft) -> Rect:
    """Draw at the bottom what keeps the board from being a position, or the end of its game."""
    m = pen.metrics
    over = draft.finished.outcome if draft.finished is not None else None
    text: str = draft.problem
    if not text and over is not None:
        text = tr("the game is over: {reason}", reason=pen.translate(over.reason))
    if not text:
        return rect
    lines = pen.lines_of(capitalized(pen.translate(text)), rect.w, size=m.small, most=4)
    part, rest = rect.cut_bottom(len(lines) * 1.35 * m.small + m.gap)
    colour = pen.look.danger if draft.problem else pen.look.text
    for place, line in zip(part.rows(1.35 * m.small), lines, strict=False):
        pen.text(place, line, colour, size=m.small)
    return rest


def _knobs(pen: Pen, rect: Rect, shown: HudData, state: SetupView) -> None:
    """Draw the settings; those that do not fit are reached by scrolling."""
    m, knobs = pen.metrics, state.draft.knobs
    pen.hit(rect, None, scroll=LIST)
    wide = _value_width(pen, knobs, shown)
    room = rect.w - 2 * m.gap - 2 * (1.25 * m.row - 2 * m.unit) - wide
    above = 0.0 if all(_fits(pen, tr(knob.label), room) for knob in knobs) else 1.3 * m.small
    places = rect.rows(1.25 * m.row + above)
    chosen = state.knob % len(knobs)
    top = pen.first_line(LIST, len(knobs), len(places), chosen - len(places) + 1)
    for place, (index, knob) in visible(pen, rect, places, list(enumerate(knobs)), top, LIST):
        _knob(pen, place, knob, shown, (wide, above), chosen=index == chosen)


def _value_width(pen: Pen, knobs: Sequence[Knob], shown: HudData) -> float:
    """Return the width that holds each value."""
    m, widest = pen.metrics, 0.0
    for knob in knobs:
        mark = 1.6 * m.text if knob.value in shown.discs else 0.0
        widest = max(widest, mark + pen.width(_value(pen, knob), size=m.small))
    return widest + m.gap


def _fits(pen: Pen, text: str, width: float) -> bool:
    """Return whether a label has room beside its value, in one line or in two."""
    small = pen.metrics.small
    broken = halved(text, small, False, width, pen.measure) is not None
    return broken or pen.width(text, size=small) <= width


def _value(pen: Pen, knob: Knob) -> str:
    """Return a setting's value for people: a message, a colour or another word."""
    said = pen.translate(knob.value)
    return capitalized(tr(said) if tr_word(said) == said else tr_word(said))


def _knob(
    pen: Pen, rect: Rect, knob: Knob, shown: HudData, sizes: tuple[float, float], *, chosen: bool
) -> None:
    """Draw a setting: its label, and its value between two buttons.

    ``sizes`` are the width of the widest value, and the height of a label above the values, 0 if
    it is to stand beside them.
    """
    m, look, (value_width, above) = pen.metrics, pen.look, sizes
    spot = Rect(rect.x, rect.y, rect.w - m.gap, rect.h).inset(0, m.unit)
    if chosen:
        pen.box(spot, look.chosen, m.radius)
    keys = ", ".join(key_name(keys_of(name)[0]) for name in ("setup_less", "setup_more"))
    label_text = tr(knob.label)
    tip = tr("{setting}  (chosen: {keys})", setting=label_text, keys=keys)
    tip = capitalized(pen.translate(knob.fixed)) if knob.fixed else tip
    label, controls = spot.cut_top(above)
    if not above:
        label = controls.cut_left(controls.w - 2 * controls.h - value_width)[0]
    controls = controls.cut_right(2 * controls.h + value_width)[0]
    less, rest = controls.cut_left(controls.h)
    more, value = rest.cut_right(controls.h)
    pen.label(label.inset(m.gap / 2, 0), label_text, look.quiet, size=m.small)
    pen.hit(label, None, tip)
    if not knob.fixed:
        button(pen, less, Action(ADJUST, (knob.name, -1)), label="\N{MINUS SIGN}", tip=tip)
        button(pen, more, Action(ADJUST, (knob.name, 1)), label="+", tip=tip)
    if knob.value in shown.discs:
        mark, value = value.cut_left(1.6 * m.text)
        pen.disc(*mark.middle, 0.4 * m.text, shown.discs[knob.value])
    pen.text(value, _value(pen, knob), size=m.small, align="center")


def _buttons(pen: Pen, rect: Rect, shown: HudData, draft: BaseDraft) -> None:
    m = pen.metrics
    above, lower = rect.cut_top(m.button)
    rows = (above, lower.cut_top(m.gap / 2)[1].cut_top(m.button)[0], lower.cut_bottom(m.button)[0])
    names = (
        (("setup_clear", tr("Clear")), ("setup_start", tr("Usual start"))),
        (("copy", tr("Copy text")), ("paste", tr("Paste"))),
        (("setup_cancel", tr("Leave")), ("setup_done", tr("Play from here"))),
    )
    for row, pair in zip(rows, names, strict=True):
        for place, (name, label) in zip(row.columns(2, m.gap), pair, strict=True):
            able = not (draft.problem and name in ("setup_done", "copy"))
            tip = tr(COPY_TIP) if name == "copy" else tip_of(name)
            button(pen, place, Action("command", name), label=label, tip=tip, enabled=able,
                   main=able and name == "setup_done")  # fmt: skip
