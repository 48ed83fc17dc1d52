"""What the table says while one plays: a warning of one's own move, threats on the board."""

from __future__ import annotations

from boche.engine.languages.current import tr
from boche.engine.message import capitalized
from boche.engine.review.words import NO_THREATS
from boche.engine.threats import Threat
from boche.viewer.hud import words
from boche.viewer.hud.layout import Areas
from boche.viewer.hud.model import HudData
from boche.viewer.hud.pages.controls import command_button
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import CLEAR
from boche.viewer.hud.widgets.widgets import Pen, button_width
from boche.viewer.table.command_keys import shown_key
from boche.viewer.table.shown import SHOWS_LINE, WarningView

LINE = 1.35  # line height in letter heights
WIDEST = 44  # width of the card below the board, in letter heights
ROWS = 12  # strips of which a triangle is made
SHARE, LEAST = 0.45, 3
"""The most of the room in the panel that threats take, and lines that they have in any case."""


def warning(pen: Pen, rect: Rect, shown: HudData, given: WarningView) -> Rect:
    """Draw a warning with its buttons at the bottom of a rectangle; return the rest."""
    part, rest = rect.cut_bottom(_height(pen, rect.w, shown, given))
    _warning_in(pen, part, shown, given)
    return rest.cut_bottom(pen.metrics.gap / 2)[1]


def warning_page(pen: Pen, areas: Areas, shown: HudData, given: WarningView) -> None:
    """Draw a warning over the timeline, for windows without the panel.

    The status line, which says what the computer waits for, stays in view.
    """
    m, window = pen.metrics, areas.window
    width = min(WIDEST * m.text, window.w - 2 * m.gap)
    height = _height(pen, width, shown, given)
    x = min(max(areas.board.middle[0] - width / 2, m.gap), window.right - m.gap - width)
    place = Rect(x, areas.status.y - m.gap / 4 - height, width, height)
    pen.hit(pen.card(place), None)
    _warning_in(pen, place, shown, given)


def _text_lines(pen: Pen, width: float, shown: HudData, given: WarningView) -> list[str]:
    m = pen.metrics
    text = capitalized(shown.translate(given.text))
    return pen.lines_of(text, width - 2 * m.gap - 1.5 * m.text, size=m.text)


def _height(pen: Pen, width: float, shown: HudData, given: WarningView) -> float:
    m = pen.metrics
    lines = len(_text_lines(pen, width, shown, given))
    return lines * LINE * m.text + _buttons_height(pen, width, given) + 2 * m.gap


def _labels(given: WarningView) -> list[str]:
    """Return the labels of the buttons, each with its key."""
    words = {
        "take_back": (tr("Take back"), "take_back"),
        "go_on": (tr("Continue"), "go_on") if given.waits else (tr("Close"), "cancel"),
        SHOWS_LINE: (tr("What was missed") if given.instead else tr("What follows"), SHOWS_LINE),
    }
    told = [words[name] for name in given.buttons]
    return [f"{word} ({shown_key(command)})" for word, command in told]


def _rows(pen: Pen, width: float, given: WarningView) -> list[range]:
    """Return which buttons stand in each row: all beside each other if they have room.

    Else the first two are the lowest, as they are without others: a pointer finds them again.
    """
    m, labels = pen.metrics, _labels(given)
    widths, count = [button_width(pen, label) - 2 * m.gap for label in labels], len(labels)

    def fit(row: range) -> bool:
        most = (width - 2 * m.gap - (len(row) - 1) * m.gap) / len(row)
        return all(widths[i] <= most for i in row)

    if fit(range(count)):
        return [range(count)]
    first = range(min(2, count))
    lowest = [first] if fit(first) else [range(i, i + 1) for i in first]
    return [*(range(i, i + 1) for i in range(len(first), count)), *lowest]


def _buttons_height(pen: Pen, width: float, given: WarningView) -> float:
    """Return the height of the buttons, in as many rows as they need."""
    m, count = pen.metrics, len(_rows(pen, width, given))
    return count * m.button + (count - 1) * m.gap / 2


def _warning_in(pen: Pen, rect: Rect, shown: HudData, given: WarningView) -> None:
    m = pen.metrics
    pen.box(rect, pen.look.raised, m.radius, pen.look.danger)
    high = _buttons_height(pen, rect.w, given)
    text, buttons = rect.inset(m.gap, m.gap / 2).cut_bottom(high)[::-1]
    mark, text = text.cut_left(1.5 * m.text)
    line = mark.cut_top(LINE * m.text)[0].cut_left(m.text)[0]
    pen.icon("refused", line.centred(m.text, m.text), pen.look.danger)
    pen.lines(text, _text_lines(pen, rect.w, shown, given), LINE * m.text, named=True)
    labels = _labels(given)
    for row in _rows(pen, rect.w, given):
        part, buttons = buttons.cut_top(m.button)
        buttons = buttons.cut_top(m.gap / 2)[1]
        for index, place in zip(row, part.columns(len(row), m.gap), strict=True):
            main = index == max(given.focus, 0)
            name = given.buttons[index]
            command_button(pen, place, name, shown, label=labels[index], main=main)
            if index == given.focus:
                pen.box(place.inset(-2 * m.unit), CLEAR, m.radius + 2 * m.unit, pen.look.accent)


# -- threats


def threat_list(pen: Pen, rect: Rect, shown: HudData, found: tuple[Threat, ...]) -> Rect:
    """Draw the threats on the board at the top of a rectangle, as far as there is room.

    Each has the sign that stands on the board where it would be played. Return the rest.
    """
    m = pen.metrics
    rest = pen.paragraph(rect, tr("Threats"), LINE, size=m.small, bold=True)
    if not found:
        return pen.sentence(rest, NO_THREATS, LINE).cut_top(m.gap / 2)[1]
    high, width = LINE * m.small, rect.w - 1.6 * m.small
    told = [pen.lines_of(shown.translate(each.text), width, size=m.small) for each in found]
    room = max(int(SHARE * rect.h / high), LEAST)
    colours = shown.session.record.game.colours
    for number, (threat, lines) in enumerate(zip(found, told, strict=True)):
        later = number + 1 < len(found)
        if len(lines) + later > room and number:
            rest = pen.sentence(rest, words.MORE_THREATS(count=len(found) - number), LINE)
            break
        room -= len(lines)
        part, rest = rest.cut_top(len(lines) * high)
        mark, text = part.cut_left(1.6 * m.small)
        x, y = mark.x + 0.5 * m.small, part.y + high / 2
        sign(pen, (x, y), 0.42 * m.small, shown, threat.colour, colours.index(threat.colour))
        colour = pen.look.danger if threat.wins else None
        pen.lines(text, lines, high, colour, size=m.small, named=True)
    return rest.cut_top(m.gap / 2)[1]


def sign(
    pen: Pen, middle: tuple[float, float], radius: float, shown: HudData, colour: str, side: int
) -> None:
    """Draw the sign of a colour's threats: a triangle for the first colour, else a square."""
    (x, y), fill, line = middle, shown.discs[colour], pen.look.text
    if side:
        pen.box(Rect(x - radius, y - radius, 2 * radius, 2 * radius), fill, 0.0, line)
        return
    for tint, more in ((line, 1.5 * pen.metrics.hair), (fill, 0.0)):
        top, low = y - 1.1 * radius - 1.6 * more, y + 0.9 * radius + more
        for row in range(ROWS):
            half = (radius + 1.2 * more) * (row + 1) / ROWS
            high = (low - top) / ROWS
            pen.box(Rect(x - half, top + row * high, 2 * half, high + 0.5), tint)
