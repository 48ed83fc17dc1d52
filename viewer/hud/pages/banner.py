"""The banner: large text below the board, and hints in the panel; letters at its rim are free."""

from __future__ import annotations

from boche.engine.message import capitalized
from boche.viewer.hud.layout import Areas
from boche.viewer.hud.model import HudData
from boche.viewer.hud.pages.ending import after_the_end, has_level, level_button
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action
from boche.viewer.hud.widgets.widgets import Pen
from boche.viewer.table.shown import Banner

AWAY = "put_away"
"""The action of a click on the banner."""

SIZES, LINES = (1.5, 1.2), 3
"""Letter sizes relative to the panels'; the smaller one is used if the larger needs more lines."""
END_SIZES = (*SIZES, 1.0)
"""Of an end beside a panel: one line of it lies over the timeline, a second over the board."""
HINTS = ("first", "hint", "shown")
"""Kinds that take several lines and stay during play; they use smaller letters."""
HINT_SIZES, HINT_LINES = (1.2, 1.0), 2
LINE = 1.35  # line height in letter heights
WIDEST = 44  # in letter heights
SIGNS = {"swap": "swap", "first": "hint", "hint": "hint", "shown": "hint"}
BUTTONS = 17  # the width of the buttons, in letter heights of the panels
LEVEL_WIDTH = 11  # of the one of another level


def _stands_aside(shown: HudData, banner: Banner) -> bool:
    """Return whether a banner is a hint in the panel, where no task and its buttons stand."""
    tasked = shown.view.lesson is not None or shown.view.training is not None
    return banner.kind in ("first", "hint") and not tasked


def banner_page(pen: Pen, areas: Areas, shown: HudData, banner: Banner) -> Rect:
    """Draw the banner; return its rectangle.

    If the panel is hidden, it has its end-of-game buttons.
    """
    m = pen.metrics
    bold, edge, aside = banner.kind not in HINTS, 0.75 * m.gap, _stands_aside(shown, banner)
    text = capitalized(shown.translate(banner.text))
    flat = banner.kind == "end" and areas.panel.w > 0
    sizes = END_SIZES if flat else SIZES if bold else HINT_SIZES
    most = 1 if flat else LINES if bold else HINT_LINES
    large = round(sizes[0] * m.text)
    for larger in sizes:
        size = round(larger * m.text)
        sign = 1.6 * size
        frame = 4 * m.gap + sign
        place = (areas.for_hint if aside else areas.below_board)(
            WIDEST * max(size, large if flat else 0), 0
        )
        room = max(place.w - frame, 4 * size)
        lines = pen.lines_of(text, room, size=size, bold=bold)
        if len(lines) <= most:
            break
    buttons = banner.kind == "end" and areas.panel.w <= 0 and not shown.session.tries
    inner = max(pen.width(line, size=size, bold=bold) for line in lines) + 2  # + 2 for rounding
    offered = buttons and has_level(shown)
    wide = BUTTONS * m.text + (LEVEL_WIDTH * m.text + m.gap if offered else 0.0)
    inner = max(inner, min(wide, room)) if buttons else inner
    height = len(lines) * LINE * size + 2 * edge + (m.button + m.gap if buttons else 0)
    # The status line then has the keys for what comes next.
    place = areas.below_board(inner + frame, height, keys=banner.kind == "end",
                              timeline=banner.kind == "shown")  # fmt: skip
    if aside:
        place = areas.for_hint(inner + frame, height)
    card = pen.card(place, border=pen.look.accent)
    pen.hit(card, Action(AWAY))
    rest = card.inset(2 * m.gap, edge)
    if buttons:
        row, rest = rest.cut_bottom(m.button)
        if offered:
            level, row = row.cut_right(LEVEL_WIDTH * m.text)
            level_button(pen, level, shown)
            row = row.cut_right(m.gap)[1]
        after_the_end(pen, row, shown)
    mark, rest = rest.cut_left(sign)
    _sign(pen, mark.cut_top(LINE * size)[0].cut_left(size)[0], banner, shown)
    pen.lines(rest, lines, LINE * size, size=size, bold=bold, named=True)
    return card


def _sign(pen: Pen, rect: Rect, banner: Banner, shown: HudData) -> None:
    """Draw the sign of the banner: a disc in the winner's colour, or an icon."""
    if banner.kind in SIGNS:
        pen.icon(SIGNS[banner.kind], rect.centred(rect.w, rect.w), pen.look.accent)
        return
    winner = shown.outcome.winner if shown.outcome is not None else None
    pen.disc(*rect.middle, 0.45 * rect.w, shown.discs.get(winner or "", pen.look.off))
