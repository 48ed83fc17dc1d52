"""The tabs of the panel: the moves, and what one studies beside the board."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from boche.engine.languages.current import tr, tr_later
from boche.engine.languages.formats import paired
from boche.engine.record.marks import marks_of
from boche.viewer.hud.model import LIST, HudData, text_of
from boche.viewer.hud.pages.engine import engine
from boche.viewer.hud.pages.explorer import explorer
from boche.viewer.hud.pages.moves import edit_buttons, moves
from boche.viewer.hud.pages.tree_layout import Spot, lane_of
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import CLEAR, Action, Stroke
from boche.viewer.hud.widgets.widgets import Pen, scrollbar
from boche.viewer.table.commands import tip_of
from boche.viewer.table.review import judged

# The record's tree: a disc for each move, variations to the right of the main line.

HIGH = 0.92  # height of a row, in those of a list
WIDEST, NARROWEST = 1.0, 0.42  # distance of lanes, in rows
RADIUS = 0.33  # of a disc, in the distance of lanes
LEAVING = 8  # lines in a row that lead out of the picture and are drawn
TOLD = 60  # characters of a comment in a tooltip


@dataclass(frozen=True)
class _Grid:
    """Where rows and lanes lie: from row ``top`` and lane ``left``, in ``rect``."""

    rect: Rect
    top: int
    left: int
    high: float
    wide: float

    def at(self, row: int, lane: int) -> tuple[float, float]:
        """Return the middle of a place in pixels."""
        return (
            self.rect.x + (lane - self.left + 0.5) * self.wide,
            self.rect.y + (row - self.top + 0.5) * self.high,
        )


def tree(pen: Pen, rect: Rect, shown: HudData) -> None:
    """Draw the visible part of the tree."""
    m, layout = pen.metrics, shown.tree
    rect = edit_buttons(pen, rect, shown)
    pen.hit(rect, None, scroll=LIST)
    high = HIGH * m.row
    count = max(int(rect.h / high), 1)
    row, lane = layout.places.get(shown.node or shown.session.cursor.node, (0, 0))
    top = pen.first_line(LIST, len(layout.rows), count, row - count // 2)
    visible = layout.rows[top : top + count]
    gutter, rest = rect.inset(m.gap / 2, 0).cut_left(2.1 * m.text)
    grid = _grid(rest.cut_right(m.gap)[1], visible, top, lane, high)
    _numbers(pen, gutter, grid, visible)
    _branches(pen, grid, visible, shown)
    for number, spots in enumerate(visible, top):
        for spot in _visible(grid, spots):
            _disc(pen, grid, number, spot, shown)
    _texts(pen, grid, visible, shown)
    scrollbar(pen, rect, top, count, len(layout.rows), LIST)


def _grid(rect: Rect, visible: list[list[Spot]], top: int, lane: int, high: float) -> _Grid:
    """Return the grid in which all visible lanes fit, or as many as can be told apart."""
    lanes = 1 + max((spots[-1].lane for spots in visible), default=0)
    wide = min(max(rect.w / lanes, NARROWEST * high), WIDEST * high)
    room = max(int(rect.w / wide), 1)
    left = max(min(lane - room // 2, lanes - room), 0)
    return _Grid(rect, top, left, high, wide)


def _visible(grid: _Grid, spots: list[Spot]) -> Iterator[Spot]:
    for spot in spots[bisect_left(spots, grid.left, key=lane_of) :]:
        if grid.at(0, spot.lane)[0] > grid.rect.right:
            return
        yield spot


def _numbers(pen: Pen, gutter: Rect, grid: _Grid, visible: list[list[Spot]]) -> None:
    for number, spots in enumerate(visible, grid.top):
        place = Rect(gutter.x, grid.at(number, 0)[1] - grid.high / 2, gutter.w, grid.high)
        if spots[0].number:
            pen.text(place, f"{spots[0].number}.", pen.look.quiet, size=pen.metrics.small)


def _branches(pen: Pen, grid: _Grid, visible: list[list[Spot]], shown: HudData) -> None:
    """Draw the lines between nodes; of many that leave the picture, some are drawn."""
    last = grid.left + int(grid.rect.w / grid.wide) + 1
    line = shown.session.cursor.line[grid.top : grid.top + len(visible)]
    chosen = set(map(id, line))
    for number, spots in enumerate(visible[1:], grid.top + 1):
        beyond = bisect_right(spots, last, key=lane_of)
        for spot in spots[: beyond + LEAVING]:
            _branch(pen, grid, number, spot, strong=id(spot.node) in chosen)


def _branch(pen: Pen, grid: _Grid, row: int, spot: Spot, *, strong: bool) -> None:
    """Draw the line from a node's parent: along the parent's row, then down to the node."""
    colour, width = pen.look.text if strong else pen.look.off, max(1.6 * pen.metrics.unit, 1.2)
    low, high = grid.rect.x, grid.rect.right
    x, y = grid.at(row - 1, spot.above)
    turn = grid.at(row - 1, max(spot.lane - 1, spot.above))[0]
    end_x, end_y = grid.at(row, spot.lane)
    one, two = (min(max(at, low), high) for at in (x, turn))
    if one != two:
        pen.page.boxes.append(Stroke(one, y, two, y, width, colour))
    if low <= turn and end_x <= high:
        pen.page.boxes.append(Stroke(turn, y, end_x, end_y, width, colour))


def _disc(pen: Pen, grid: _Grid, row: int, spot: Spot, shown: HudData) -> None:
    look, node = pen.look, spot.node
    x, y = grid.at(row, spot.lane)
    side = min(grid.wide, grid.high)
    radius = RADIUS * side
    place = Rect(x - side / 2, y - side / 2, side, side)
    said = judged(node, shown.analysis.mistakes)
    current = node is shown.node
    if current or pen.hovered(place):
        pen.box(place, look.accent if current else look.hover, 0.3 * side)
    if said is not None:
        pen.disc(x, y, 1.45 * radius, look.danger if said.bad else look.good, CLEAR)
    pen.disc(x, y, radius, shown.discs.get(node.colour or "", look.panel))
    if node.comment or marks_of(node):
        far = 0.9 * radius
        pen.disc(x + far, y + far, 0.5 * radius, look.accent, look.panel)
    text = text_of(shown.session)(node) if node.move is not None else None
    tip = [_named(text, spot.number)] + ([tr(said.words)] if said is not None else [])
    tip += [_short(shown.session.reads(node.comment))] if node.comment else []
    pen.hit(place, Action("go", node), paired(*tip), scroll=LIST)


def _named(move: str | None, number: int) -> str:
    if move is not None:
        return f"{number}. {move}"
    return tr("no move") if number else tr("the start")


def _short(comment: str) -> str:
    text = " ".join(comment.split())
    return text if len(text) <= TOLD else f"{text[:TOLD]}…"


def _texts(pen: Pen, grid: _Grid, visible: list[list[Spot]], shown: HudData) -> None:
    """Write the moves of the line that is shown to the right of all lanes, if there is room."""
    m = pen.metrics
    last = max((spots[-1].lane for spots in visible), default=0)
    x = grid.at(0, last)[0] + grid.wide / 2 + m.gap / 2
    if grid.rect.right - x < 3.5 * m.text:
        return
    line, written = shown.session.cursor.line, text_of(shown.session)
    for number in range(grid.top, min(grid.top + len(visible), len(line))):
        node = line[number]
        place = Rect(x, grid.at(number, 0)[1] - grid.high / 2, grid.rect.right - x, grid.high)
        current = node is shown.node
        colour = pen.look.text if current else pen.look.quiet
        pen.text(place, written(node), colour, size=m.small, bold=current)


@dataclass(frozen=True)
class Tab:
    """A tab: its title, the command that opens it, its content."""

    title: str
    command: str
    draw: Callable[[Pen, Rect, HudData], None]


TABS = {
    "moves": Tab(tr_later("Moves"), "tab_moves", moves),
    "engine": Tab(tr_later("Engine"), "tab_engine", engine),
    "explorer": Tab(tr_later("Explorer"), "tab_explorer", explorer),
    "tree": Tab(tr_later("Variations"), "tab_tree", tree),
}
"""The tabs by the values of the setting ``panel_tab``, from left to right."""


def tabbed(pen: Pen, rect: Rect, shown: HudData) -> None:
    """Draw the titles of the tabs and the content of the open one."""
    m = pen.metrics
    head, rest = rect.cut_top(m.row + m.gap / 2)
    pen.rule(head, "bottom")
    wanted = [pen.width(tr(tab.title), size=m.small, bold=True) + m.gap for tab in TABS.values()]
    squeeze = min(1.0, head.w / sum(wanted))
    for (name, tab), wide in zip(TABS.items(), wanted, strict=True):
        part, head = head.cut_left(wide * squeeze)
        _title(pen, part, tab, shown.settings.panel_tab == name)
    TABS[shown.settings.panel_tab].draw(pen, rest.cut_top(m.gap / 2)[1], shown)


def _title(pen: Pen, rect: Rect, tab: Tab, is_open: bool) -> None:
    m, look = pen.metrics, pen.look
    colour = look.text if is_open or pen.hovered(rect) else look.quiet
    pen.label(rect, tr(tab.title), colour, size=m.small, bold=is_open, align="center")
    if is_open:
        pen.box(rect.cut_bottom(2 * m.unit)[0], look.accent)
    pen.hit(rect, Action("command", tab.command), tip_of(tab.command))
