"""The bar along the top: the commands that have buttons, in groups; below it signs of views."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from boche.engine.languages.current import tr, tr_later
from boche.engine.message import NOTHING
from boche.viewer.hud.layout import Areas
from boche.viewer.hud.model import HudData
from boche.viewer.hud.pages.controls import command_button
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.icons import from_side
from boche.viewer.hud.widgets.items import CLEAR, Action, Box, Colour
from boche.viewer.hud.widgets.widgets import Pen, button_width
from boche.viewer.hud.words import ON_HIDDEN_LEVELS
from boche.viewer.table.commands import named, tip_of
from boche.viewer.table.shown import APART, PEELED, XRAY, LastingView

GROUPS = (
    ("new", "open", "save", "screenshot"),
    ("undo", "redo", "resign"),
    ("hint", "evaluate", "analyse"),
    ("fit", "top", "corner", "corner2", "corner3", "projection", "explode", "peel", "xray"),
    ("right_panel", "settings", "help"),
)
"""The commands with buttons, in groups from left to right; the last one stands at the right end."""

LABELS = {
    "undo": tr_later("Undo"),
    "hint": tr_later("Hint"),
    "new": tr_later("New"),
    "help": tr_later("Help"),
    "analyse": tr_later("Analyse"),
    "resign": tr_later("Resign"),
    "open": tr_later("Open"),
    "save": tr_later("Save"),
    "settings": tr_later("Settings"),
}
"""The labels of the main commands, shown beside their icons while there is room, in this order."""

ICON = {"explode": "spread", "screenshot": "picture", "right_panel": "panel"}
SIDES = ("corner", "corner2", "corner3")
"""Views from a side; their icons show from which side."""

SWAP = (tr_later("Swap colours"), tr_later("Swap"), "")
"""The labels of the swap button; the first that fits is used."""


END_VIEW = "end_view"
"""The action of a sign of a view of the pile; its value is the kind of view."""
LEGENDS = (24.0, 17.0, 13.0)
"""The widest lines of a legend, in letter heights; narrower ones where the board needs the room."""
LEGEND_LINE = 1.3  # their height in letters
SIGN = 1.75
"""The height of such a sign in letter heights."""


@dataclass(frozen=True)
class Bar:
    """The layout of the bar: its groups, the labels that fit, the gap between groups."""

    groups: tuple[tuple[str, ...], ...]
    words: dict[str, str]
    gap: float


def toolbar(pen: Pen, rect: Rect, shown: HudData) -> None:
    """Draw the bar."""
    m = pen.metrics
    pen.box(rect, pen.look.panel)
    pen.rule(rect, "bottom")
    pen.hit(rect, None)
    room = rect.inset(m.gap / 2, (rect.h - m.button) / 2)
    bar = _set_bar(pen, room.w, shown)
    *groups, last = bar.groups
    right, left = room.cut_right(_width(pen, last, bar.words))
    for number, group in enumerate(groups):
        if number:
            between, left = left.cut_left(bar.gap)
            pen.box(between.centred(m.hair, 0.6 * m.button), pen.look.line)
        left = _tools(pen, left, group, bar.words, shown)
    _tools(pen, right, last, bar.words, shown)
    if "swap" not in shown.view.refused:
        _swap(pen, left.cut_left(bar.gap)[1], hinted=shown.view.hint == "swap")


def _tools(
    pen: Pen, rect: Rect, names: Sequence[str], words: dict[str, str], shown: HudData
) -> Rect:
    """Draw the buttons of a group from the left; return the rest."""
    for name in names:
        part, rect = rect.cut_left(_width(pen, (name,), words))
        command_button(pen, part.inset(pen.metrics.unit), name, shown, label=words.get(name, ""),
                       picture=_icon(name, shown), on=name in ON and ON[name](shown),
                       tip=_tip(name, shown))  # fmt: skip
        if shown.view.lesson is not None and shown.view.lesson.asks_for(name):
            _ring(pen, part, pen.look.accent)
    return rect


def _ring(pen: Pen, part: Rect, colour: Colour) -> None:
    """Draw a ring round a button that is asked for."""
    m = pen.metrics
    pen.page.boxes.append(Box(part, CLEAR, m.radius + m.unit, colour, 2 * m.unit))


def _set_bar(pen: Pen, width: float, shown: HudData) -> Bar:
    """Lay out the bar in a width.

    A game with a swap always has room for its button, so that nothing moves when it is offered.
    """
    m, session = pen.metrics, shown.session
    kept = ([name for name in group if named(name).is_in(session)] for group in GROUPS)
    groups = tuple(tuple(names) for names in kept if names)
    spare = width - sum(_width(pen, group, {}) for group in groups)
    if named("swap").is_in(session):
        wanted = [_swap_width(pen, label) for label in _swap_labels()]
        loose = spare - len(groups) * m.gap / 2
        # In the narrowest window the smallest button takes what else lies between the groups.
        spare -= next((each for each in wanted if each <= loose), min(wanted[-1], spare))
    gap = max(min(2 * m.gap, spare / len(groups)), 0.0)
    spare -= gap * len(groups)
    words = {}
    for name, text in LABELS.items():
        word = tr(text)
        spare -= button_width(pen, word, picture=True) - m.button
        if spare < 0:
            break
        words[name] = word
    return Bar(groups, words, gap)


def _width(pen: Pen, names: Sequence[str], words: dict[str, str]) -> float:
    """Return the total width of some buttons, with those labels that are shown."""
    return sum(button_width(pen, words.get(name, ""), picture=True) for name in names)


def _tip(name: str, shown: HudData) -> str:
    """Return a button's tip; that of the levels says how they lie now, if they can be apart."""
    tip = tip_of(name, shown.guide.texts, shown.session)
    if name != "explode" or "peel" not in shown.info.layers:
        return tip
    told = (shown.translate(each.text) for each in shown.view.views if each.kind == APART)
    return tr("{tip} Now: {way}", tip=f"{tip}.", way=next(told, tr("Levels together")))


def _icon(name: str, shown: HudData) -> str:
    if name in SIDES:
        return from_side(shown.azimuth(name))
    return ICON.get(name, name)


ON: dict[str, Callable[[HudData], bool]] = {
    "projection": lambda shown: shown.view.camera.projection == "ortho",
    "peel": lambda shown: _is_on(shown, PEELED),
    "explode": lambda shown: shown.view.display.explode > 0 or bool(shown.view.display.apart),
    "xray": lambda shown: _is_on(shown, XRAY),
    "evaluate": lambda shown: shown.analysis.evaluating,
    "analyse": lambda shown: shown.analysis.analysing is not None,
    "right_panel": lambda shown: shown.settings.right_panel,
}
"""Whether the buttons of these commands are shown pressed; those of all others are not."""


def _is_on(shown: HudData, kind: str) -> bool:
    return any(each.kind == kind for each in shown.view.views)


def _views(shown: HudData) -> list[LastingView]:
    """Return the views of the pile that are on, with what hidden levels keep from being drawn."""
    legend = ON_HIDDEN_LEVELS if shown.hides_candidates else NOTHING
    return [
        replace(each, legend=legend) if each.kind == PEELED else each for each in shown.view.views
    ]


def view_signs(pen: Pen, areas: Areas, shown: HudData) -> None:
    """Draw the signs of the views of the pile that are on; a click on one ends its view."""
    m, look = pen.metrics, pen.look
    for each, part in zip(_views(shown), sign_places(pen, areas, shown), strict=True):
        fill = look.hover if pen.hovered(part) else look.chosen
        line = SIGN * m.text
        pen.box(part, fill, line / 2, look.accent)
        name, below = part.cut_top(line)
        cross, told = name.cut_right(line)
        pen.text(told.cut_left(m.gap)[1], each.text, size=m.small)
        legend = pen.lines_of(each.legend, part.w - 2 * m.gap + 1, size=m.small)
        pen.lines(below.inset(m.gap, 0), legend, LEGEND_LINE * m.small, size=m.small)
        pen.icon("close", cross.centred(0.6 * m.small, 0.6 * m.small), look.accent)
        pen.hit(part, Action(END_VIEW, each.kind), tr("Ends this view"))


def sign_places(pen: Pen, areas: Areas, shown: HudData) -> list[Rect]:
    """Return where the signs of views stand, in rows from an upper corner of the board.

    It is the left one with wide lines, unless that would hide a part of the board and narrower
    lines or the right one do not.
    """
    board, gap = areas.board, pen.metrics.gap / 2
    around = [(board.x + x, board.bottom - y) for x, y in shown.view.reach]
    choices = []
    for widest in LEGENDS:
        left = _signs_in_rows(pen, areas, shown, widest)
        shift = board.right - gap - max((place.right for place in left), default=0.0)
        choices += [left, [place.moved(shift, 0).rounded() for place in left]]
    free = (each for each in choices if all(place.beside(around) for place in each))
    return next(free, choices[0])


def _signs_in_rows(pen: Pen, areas: Areas, shown: HudData, widest: float) -> list[Rect]:
    """Return places in rows from the upper left corner, legends at most that many letters wide."""
    m, room = pen.metrics, areas.board.inset(pen.metrics.gap / 2)
    height = SIGN * m.text
    x, y = room.x, room.y
    places: list[Rect] = []
    for each in _views(shown):
        most = min(areas.board.w - 3 * m.gap, widest * m.text)
        legend = pen.lines_of(each.legend, most, size=m.small)
        width = pen.width(each.text, size=m.small) + height + m.gap + 2 * m.unit
        read = max((pen.width(line, size=m.small) for line in legend), default=0.0)
        width = min(max(width, math.ceil(read) + 2 * m.gap if legend else 0.0), room.w)
        if x + width > room.right and places:
            x, y = room.x, y + height + m.gap / 4
        more = len(legend) * LEGEND_LINE * m.small + m.gap / 2 if legend else 0.0
        places.append(Rect(x, y, width, height + more).rounded())
        x = places[-1].right + m.gap / 2
    return places


def _swap_labels() -> list[str]:
    return [tr(label) if label else "" for label in SWAP]


def _swap_width(pen: Pen, label: str) -> float:
    return button_width(pen, label, picture=not label)


def _swap(pen: Pen, rect: Rect, *, hinted: bool) -> None:
    """Draw the swap button while a swap is possible, with a ring if a hint names the swap."""
    for label in _swap_labels():
        width = _swap_width(pen, label)
        if width <= rect.w:
            part = rect.cut_left(width)[0].inset(pen.metrics.unit)
            command_button(pen, part, "swap", label=label, picture="" if label else "swap",
                           main=True)  # fmt: skip
            if hinted:
                _ring(pen, part.inset(-2 * pen.metrics.unit), pen.look.good)
            return
