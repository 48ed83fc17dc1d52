"""All keys on one page, and the first start's hints."""

from __future__ import annotations

from dataclasses import dataclass

from viewer.games.info import Guide
from viewer.hud.widgets.geometry import Rect
from viewer.hud.widgets.items import Action, wrapped
from viewer.hud.widgets.widgets import Pen, button, button_width
from viewer.table import keys
from viewer.table.commands import COMMANDS, keys_of

SMALLEST = 7.0  # pixels at 100 %: the help's letters get no smaller

LOOK_AROUND = (
    "Look around",
    "Drag to walk round the table, wheel beside the board to zoom. "
    "F1 shows the rules and all keys.",
)
PLAYING = "Play"
"""The chapter of the help that a game has rows of its own in."""


def hints_of(guide: Guide) -> tuple[tuple[str, str], ...]:
    """The first start's hints, (title, sentences) each: a game's own, and how one looks around."""
    return (*guide.hints, LOOK_AROUND)


@dataclass(frozen=True)
class Row:
    """A line of the help; without keys it is a heading."""

    keys: str
    text: str


def help_rows(guide: Guide) -> list[Row]:
    """All lines of the help in order: gestures and commands of each chapter, from the registry.

    ``guide`` has what the game at hand says of them.
    """
    found: list[Row] = []
    done: set[str] = set()
    chapters = dict.fromkeys(c.chapter for c in COMMANDS)
    for chapter in chapters:
        found.append(Row("", chapter))
        found += [Row(*row) for row in guide.gestures if chapter == PLAYING]
        found += [Row(what, text) for what, text, where in keys.GESTURES if where == chapter]
        for command in COMMANDS:
            if command.chapter == chapter and command.name not in done:
                done.add(command.name)
                text = guide.texts.get(command.name, command.text)
                found.append(Row("  ".join(keys_of(command.name)[:3]), text))
    return found


@dataclass(frozen=True)
class Setting:
    """How the help is set: size of the letters, columns of (row, its lines), widths."""

    size: float
    columns: list[list[tuple[Row, list[str], list[str]]]]
    key_width: float


def set_help(pen: Pen, area: Rect, guide: Guide) -> Setting:
    """The largest setting in which all of the help fits into an area."""
    rows = help_rows(guide)
    sizes = [size / 2 for size in range(round(2 * pen.metrics.text), round(2 * SMALLEST) - 1, -1)]
    for whole, least in ((True, 0.8 * pen.metrics.text), (False, 0.0)):
        for size in (size for size in sizes if size >= least):
            for count in (2, 3, 4):
                setting = _try(pen, rows, area, size, count, whole)
                if setting is not None:
                    return setting
    return _forced(pen, rows, area, SMALLEST)


def _try(
    pen: Pen, rows: list[Row], area: Rect, size: float, count: int, whole: bool
) -> Setting | None:
    """The help in ``count`` columns of letters of ``size``, chapters kept ``whole``; or None."""
    width = area.columns(count, 2.5 * pen.metrics.gap)[0].w
    key_width = 0.42 * width
    if width < 22 * size:
        return None
    made: list[tuple[Row, list[str], list[str]]] = []
    for row in rows:
        left = wrapped(row.keys, size, False, key_width - size, pen.measure) if row.keys else []
        right = wrapped(row.text, size, not row.keys, width - key_width, pen.measure)
        made.append((row, left, right))
    heights = [_height(*each, size) for each in made]
    columns: list[list[tuple[Row, list[str], list[str]]]] = [[]]
    used = 0.0
    for index, each in enumerate(made):
        ahead = heights[index]
        if not each[0].keys:  # a heading stays with what follows it
            ahead += _chapter(made, heights, index) if whole else 3 * size
        if used + ahead > area.h and columns[-1]:
            columns.append([])
            used = 0.0
        columns[-1].append(each)
        used += heights[index]
        if used > area.h:
            return None
    return Setting(size, columns, key_width) if len(columns) <= count else None


def _chapter(made: list[tuple[Row, list[str], list[str]]], heights: list[float], at: int) -> float:
    """The height of the rows below a heading."""
    total = 0.0
    for each, height in zip(made[at + 1 :], heights[at + 1 :], strict=True):
        if not each[0].keys:
            break
        total += height
    return total


def _forced(pen: Pen, rows: list[Row], area: Rect, size: float) -> Setting:
    """The smallest letters, whatever is cut off."""
    every = [(row, [row.keys] if row.keys else [], [row.text]) for row in rows]
    third = -(-len(every) // 4)
    columns = [every[i : i + third] for i in range(0, len(every), third)]
    return Setting(size, columns, 0.42 * area.columns(4, 2.5 * pen.metrics.gap)[0].w)


def _height(row: Row, left: list[str], right: list[str], size: float) -> float:
    return (2.3 if not row.keys else 1.32 * max(len(left), len(right)) + 0.12) * size


def keys_page(pen: Pen, rest: Rect, guide: Guide) -> None:
    """Draw all keys into a part of the help's card."""
    m = pen.metrics
    setting = set_help(pen, rest, guide)
    places = rest.columns(len(setting.columns), 2.5 * m.gap)
    for place, column in zip(places, setting.columns, strict=True):
        y = place.y
        for row, left, right in column:
            height = _height(row, left, right, setting.size)
            _help_row(pen, Rect(place.x, y, place.w, height), row, (left, right), setting)
            y += height


def _help_row(
    pen: Pen, rect: Rect, row: Row, texts: tuple[list[str], list[str]], setting: Setting
) -> None:
    size, look = setting.size, pen.look
    if not row.keys:
        place = rect.cut_bottom(1.5 * size)[0]
        pen.text(place, row.text, look.accent, size=size, bold=True)
        return
    key, text = rect.cut_left(setting.key_width)
    for lines, part, colour in ((texts[0], key, look.text), (texts[1], text, look.quiet)):
        pen.lines(part, lines, 1.32 * size, colour, size=size)


def hint_page(pen: Pen, board: Rect, guide: Guide, step: int) -> None:
    """One of the first start's hints, in the board's upper right corner."""
    hints = hints_of(guide)
    m, look = pen.metrics, pen.look
    title, text = hints[step]
    width = min(30 * m.text, board.w - 4 * m.gap)
    lines = wrapped(text, m.text, False, width - 4 * m.gap, pen.measure)
    height = 1.6 * m.row + len(lines) * 1.45 * m.text + m.button + 3.5 * m.gap
    x = board.right - width - 2 * m.gap
    card = Rect(x, board.y + 2 * m.gap, width, min(height, board.h)).rounded()
    pen.shadow(card, 2 * m.radius)
    pen.box(card, look.panel, 2 * m.radius, look.line)
    pen.hit(card, None)
    rest = card.inset(2 * m.gap, m.gap)
    head, rest = rest.cut_top(1.6 * m.row)
    part, head = head.cut_right(4 * m.text)
    pen.text(part, f"{step + 1} of {len(hints)}", look.quiet, size=m.small, align="right")
    pen.text(head, title, bold=True)
    rest = pen.lines(rest, lines, 1.45 * m.text)
    row = rest.cut_bottom(m.button)[0]
    last = step + 1 == len(hints)
    for label, action in (("Got it" if last else "Next", "next_hint"), ("Skip", "skip_hints")):
        if last and action == "skip_hints":
            continue
        part, row = row.cut_right(max(button_width(pen, label), 5 * m.text))
        button(pen, part, Action(action), label=label, main=action == "next_hint")
        _, row = row.cut_right(m.gap)
