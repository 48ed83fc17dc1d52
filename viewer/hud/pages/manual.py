"""The help as tabs of one card: the rules of the current game, all keys, the board's marks."""

from __future__ import annotations

from boche.engine.languages.current import tr, tr_later
from boche.viewer.hud.help_state import CLOSE, KEYS, MARKS, NUMBERS, RULES, TAB, Reader
from boche.viewer.hud.model import HudData
from boche.viewer.hud.pages import help
from boche.viewer.hud.pages.legend import legend_page
from boche.viewer.hud.pages.rules import foot, pages_of, rules_page
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action
from boche.viewer.hud.widgets.widgets import Pen, button, button_width
from boche.viewer.rules.book import book_of

WIDTH, HEIGHT = 100.0, 66.0
"""The size of the card in letter heights, if there is room."""
LABELS = {RULES: tr_later("Rules"), KEYS: tr_later("Keys"), MARKS: tr_later("Marks")}


def manual_page(pen: Pen, window: Rect, reader: Reader, shown: HudData) -> Rect:
    """Draw the help over the window; return its card."""
    m = pen.metrics
    pen.box(window, pen.look.veil)
    pen.hit(window, Action(CLOSE))
    width, height = min(window.w - 3 * m.gap, WIDTH * m.text), window.h - 3 * m.gap
    card = pen.card(window.centred(width, min(height, HEIGHT * m.text)))
    pen.hit(card, None)
    inner = card.inset(2.5 * m.gap, 1.5 * m.gap)
    head, rest = inner.cut_top(m.button)
    _, rest = rest.cut_top(1.5 * m.gap)
    book = book_of(shown.session.record.game_name)
    setting = help.keys_set(pen, rest, shown)
    rules = len(pages_of(pen, rest, book)) if book else 0
    reader.take(shown.session.record.game_name, rules, len(setting.pages))
    _tabs(pen, head, reader)
    if book is not None and reader.tab == RULES:
        rules_page(pen, rest, book, reader)
    elif reader.tab == MARKS:
        legend_page(pen, rest, shown)
    else:
        if reader.count > 1:
            foot(pen, rest.cut_bottom(m.button)[0], reader)
        help.keys_page(pen, rest, setting, reader.page)
    return card


def _tabs(pen: Pen, rect: Rect, reader: Reader) -> None:
    m = pen.metrics
    close, rect = rect.cut_right(m.button)
    button(pen, close, Action(CLOSE), picture="close", tip=tr("Close  (Escape)"))
    for number, tab in NUMBERS.items():
        if tab not in reader.tabs:
            continue
        label = tr(LABELS[tab])
        part, rect = rect.cut_left(max(button_width(pen, label), 7 * m.text))
        on = tab == reader.tab
        button(pen, part, Action(TAB, tab), label=label, on=on, tip=f"{label}  ({number})")
        _, rect = rect.cut_left(m.gap)
