"""The list of all keys, and the hints of the first start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from boche.engine.languages.current import tr, tr_later
from boche.viewer.games.info import Guide
from boche.viewer.hud.layout import Areas
from boche.viewer.hud.model import HudData
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action, Measure, wrapped
from boche.viewer.hud.widgets.widgets import Pen, button, button_width
from boche.viewer.table import keys
from boche.viewer.table.command_keys import keys_of
from boche.viewer.table.commands import COMMANDS

LOOK_AROUND = (
    tr_later("Look around"),
    tr_later(
        "Drag, or Shift+arrows, to turn the table; wheel, or + and -, to zoom. F1: rules and keys."
    ),
)
WIDEST, NARROW = 64.0, 32.0
"""The largest width of a hint, in letter heights, and the one up to which its buttons stand below.
"""
PLAYING = "Play"
"""The chapter of the help to which a game adds rows."""


def hints_of(guide: Guide) -> tuple[tuple[str, str], ...]:
    """Return the hints of the first start: the game's, and how to look around.

    Each is (title, sentences).
    """
    return (*guide.hints, LOOK_AROUND)


def is_to_move(shown: HudData) -> bool:
    """Return whether a person is to move in a game of their own: only then are there hints.

    They take room in the panel, which whoever studies a game, or looks back in it, needs.
    """
    session, analysis = shown.session, shown.analysis
    if shown.view.setup is not None:
        return False
    replayed = len(session.cursor.line) > 1 and not session.played
    studies = analysis.evaluating or analysis.analysing is not None or len(analysis.graph) > 1
    back = bool(session.cursor.node.children) or shown.view.trial is not None
    others = bool(session.person_of(session.turn).player)
    return not (session.is_over or replayed or studies or back or others)


@dataclass(frozen=True)
class Row:
    """A line of the help; without keys it is a heading."""

    keys: str
    text: str


def help_rows(shown: HudData) -> list[Row]:
    """Return all lines of the help in order: gestures and commands by chapter, from the registry.

    The game on the table may have its own texts for them; commands that it does not have are left
    out.
    """
    guide = shown.guide
    found: list[Row] = []
    chapters = dict.fromkeys(c.chapter for c in COMMANDS)
    for chapter in chapters:
        found.append(Row("", tr(chapter)))
        found += [Row(*map(tr, row)) for row in guide.gestures if chapter == PLAYING]
        found += [
            Row(tr(what), tr(text)) for what, text, where in keys.GESTURES if where == chapter
        ]
        for command in COMMANDS:
            if command.chapter == chapter and command.is_in(shown.session):
                text = guide.texts.get(command.name, command.text)
                pressed = map(keys.key_name, keys_of(command.name)[:3])
                found.append(Row("  ".join(pressed), tr(text)))
    return found


Set = tuple[Row, tuple[str, ...], tuple[str, ...]]
"""A row with the lines of its keys and of its text."""
Column = tuple[Set, ...]


@dataclass(frozen=True)
class Setting:
    """The layout of the help: letter size, pages of columns, and columns per page."""

    size: float
    pages: tuple[tuple[Column, ...], ...]
    count: int
    key_width: float


def set_help(pen: Pen, area: Rect, shown: HudData) -> Setting:
    """Lay out the help in the panels' letter sizes: on one page if possible, else on several."""
    m = pen.metrics
    rows = tuple(help_rows(shown))
    return _set(rows, (area.w, area.h), (m.text, m.small, 2.5 * m.gap), pen.measure)


@lru_cache(maxsize=4)
def _set(
    rows: tuple[Row, ...],
    area: tuple[float, float],
    sizes: tuple[float, float, float],
    measure: Measure,
) -> Setting:
    """Lay out the help for ``set_help``, cached between frames.

    ``sizes`` are text, small text and gap.
    """
    text, small, gap = sizes
    settings = []
    for size in (text, small):
        keys = max(measure(word, size, False) for row in rows for word in row.keys.split()) + size
        counts = [count for count in (3, 2, 1) if _width(area[0], count, gap) >= keys + 11 * size]
        count = counts[0] if counts else 1
        settings.append(_setting(rows, area, (size, _width(area[0], count, gap), keys), count,
                                 measure))  # fmt: skip
    return next((each for each in settings if len(each.pages) == 1), settings[0])


def _width(width: float, count: int, gap: float) -> float:
    """Return the width of each of ``count`` columns."""
    return (width - gap * (count - 1)) / count


def _setting(
    rows: tuple[Row, ...],
    area: tuple[float, float],
    sizes: tuple[float, float, float],
    count: int,
    measure: Measure,
) -> Setting:
    """Lay out the help in columns.

    ``sizes`` are the letter size, the width of a column, and the least width of its keys.
    """
    size, width, keys = sizes
    key_width = max(min(0.42 * width, 15 * size), keys)
    made: list[Set] = []
    for row in rows:
        left = wrapped(row.keys, size, False, key_width - size, measure) if row.keys else []
        right = wrapped(row.text, size, not row.keys, width - key_width, measure)
        made.append((row, tuple(left), tuple(right)))
    columns = _columns(made, [_height(*each, size) for each in made], area[1], size)
    pages = tuple(tuple(columns[i : i + count]) for i in range(0, len(columns), count))
    return Setting(size, pages, count, key_width)


def _columns(made: list[Set], heights: list[float], room: float, size: float) -> list[Column]:
    """Distribute rows over columns; a heading stays with the row that follows it.

    A chapter is not split if more than half of the column is used and the chapter fits into one;
    else its heading is repeated.
    """
    columns: list[list[Set]] = [[]]
    used, heading = 0.0, made[0]
    for index, each in enumerate(made):
        ahead = heights[index]
        if not each[0].keys:
            heading = each
            chapter = heights[index] + _chapter(made, heights, index)
            following = max([3 * size, *heights[index + 1 : index + 2]])
            ahead = chapter if used > room / 2 and chapter <= room else ahead + following
        if used + ahead > room and columns[-1]:
            columns.append([_continued(heading)] if each[0].keys else [])
            used = _height(*heading, size) if each[0].keys else 0.0
        columns[-1].append(each)
        used += heights[index]
    return [tuple(column) for column in columns]


def _continued(heading: Set) -> Set:
    """Return the heading above the rest of a chapter that is split."""
    row, left, right = heading
    return row, left, (tr("{chapter} (continued)", chapter=right[0]), *right[1:])


def _chapter(made: list[Set], heights: list[float], at: int) -> float:
    """Return the height of the rows below a heading."""
    total = 0.0
    for each, height in zip(made[at + 1 :], heights[at + 1 :], strict=True):
        if not each[0].keys:
            break
        total += height
    return total


def _height(row: Row, left: Sequence[str], right: Sequence[str], size: float) -> float:
    return (2.3 if not row.keys else 1.32 * max(len(left), len(right)) + 0.12) * size


def keys_set(pen: Pen, area: Rect, shown: HudData) -> Setting:
    """Lay out all keys for the help's card, with room for page buttons if there are more pages."""
    setting = set_help(pen, area, shown)
    if len(setting.pages) > 1:
        setting = set_help(pen, area.cut_bottom(pen.metrics.button + pen.metrics.gap)[1], shown)
    return setting


def keys_page(pen: Pen, area: Rect, setting: Setting, page: int) -> None:
    """Draw a page of all keys into a part of the help's card."""
    places = area.columns(setting.count, 2.5 * pen.metrics.gap)
    for place, column in zip(places, setting.pages[page], strict=False):
        y = place.y
        for row, left, right in column:
            height = _height(row, left, right, setting.size)
            _help_row(pen, Rect(place.x, y, place.w, height), row, (left, right), setting)
            y += height


def _help_row(
    pen: Pen, rect: Rect, row: Row, texts: tuple[Sequence[str], Sequence[str]], setting: Setting
) -> None:
    size, look = setting.size, pen.look
    if not row.keys:
        place = rect.cut_bottom(1.5 * size)[0]
        pen.text(place, texts[1][0], look.accent, size=size, bold=True)
        return
    key, text = rect.cut_left(setting.key_width)
    for lines, part, colour in ((texts[0], key, look.text), (texts[1], text, look.quiet)):
        pen.lines(part, lines, 1.32 * size, colour, size=size)


def hint_page(pen: Pen, areas: Areas, shown: HudData, step: int, told: int) -> Rect:
    """Draw a hint of the first start; return its rectangle.

    Its buttons stand on the right, but below the text if it is narrow.

    The numbers leave out the first ones that were ``told`` elsewhere; a single hint has none. The
    key that skips them is named while it does: in a move that is begun it takes that back.
    """
    hints = hints_of(shown.guide)
    skip = tr("Skip") if shown.view.display.taken else tr("Skip (Esc)")
    m, last = pen.metrics, step + 1 == len(hints)
    # Enter is not named: while a place is chosen it plays there.
    offered = [(tr("Got it") if last else tr("Next"), "next_hint")]
    offered += [] if last else [(skip, "skip_hints")]
    widths = [max(button_width(pen, label), 5 * m.text) for label, _ in offered]
    count = 4 * m.text
    width = areas.for_hint(WIDEST * m.text, 0).w
    narrow = width < NARROW * m.text
    beside = 0.0 if narrow else count + sum(widths) + m.gap * len(widths)
    room = width - 4 * m.gap - beside
    text = ". ".join(map(tr, hints[step]))
    for size in (m.text, m.small):
        lines, line = pen.lines_of(text, room, size=size), 1.45 * size
        if narrow or len(lines) <= 3:
            break
    told_height = len(lines) * line
    inner = told_height + m.gap + m.button if narrow else max(told_height, m.button)
    card = pen.card(areas.for_hint(width, inner + 1.5 * m.gap))
    pen.hit(card, None)
    rest = card.inset(2 * m.gap, 0.75 * m.gap)
    row = rest.cut_bottom(m.button)[0]
    if not narrow:
        row = rest.cut_right(beside)[0].centred(beside, m.button)
    for (label, action), wide in zip(offered, widths, strict=True):
        part, row = row.cut_right(wide)
        button(pen, part, Action(action), label=label, main=action == "next_hint")
        _, row = row.cut_right(m.gap)
    if len(hints) - told > 1:
        number = tr("{number} of {count}", number=step + 1 - told, count=len(hints) - told)
        pen.text(row, number, pen.look.quiet, size=m.small, align="right")
    top = 0.0 if narrow else (rest.h - told_height) / 2
    pen.lines(rest.cut_top(top)[1], lines, line, size=size)
    return card
