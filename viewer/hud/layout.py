"""The layout of the window: pure functions over rectangles."""

from __future__ import annotations

from dataclasses import dataclass

from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.theme import Metrics, metrics
from boche.viewer.storage.settings import Settings

NARROWEST, LOWEST = 700.0, 440.0
"""The smallest window that holds everything, at 100 % and the usual font size."""

USUAL_FONT, SMALLEST_SCALE = 13.0, 0.4

LEAST, LARGEST = 46.0, 84.0
"""The side of a palette cell at 100 %; cells that would be smaller stand in more columns."""

LEAST_BOARD = 0.41
"""Share of the window's width that the board keeps; the palette's cells shrink before it does."""

TALL = 1.25
"""Windows this much higher than wide have palette and panel below the board."""

STEPS = ("first", "back", "play_on", "forward", "last")
"""The commands of the buttons at the left end of the timeline."""

EMPTY = Rect(0, 0, 0, 0)


@dataclass(frozen=True)
class Areas:
    """The parts of the window, which do not overlap; a hidden part is empty.

    ``board`` is the space left for the 3D table. ``wide`` says whether there is room for labels on
    the buttons.
    """

    window: Rect
    metrics: Metrics
    toolbar: Rect
    board: Rect
    palette: Rect
    panel: Rect
    timeline: Rect
    status: Rect
    wide: bool

    def below_board(
        self, width: float, height: float, *, keys: bool = False, timeline: bool = False
    ) -> Rect:
        """Return the place of a card under the board, over the timeline and the status line.

        So it hides no part of the board, such as the letters at its rim, nor the buttons of the
        timeline; with ``keys`` it does not hide the status line either, and with ``timeline`` it
        stands above both. A higher card reaches up into the board. If the panel lies below the
        board, the card lies at its lower end instead.
        """
        m, room = self.metrics, self.window
        if self.panel.y >= self.board.bottom and self.panel.w > 0:
            return self._in_panel(width, height)
        left = self.steps.right + m.gap
        width = min(width, room.right - m.gap - left)
        x = min(max(self.board.middle[0] - width / 2, left), room.right - m.gap - width)
        lowest = (self.status.y if keys else room.bottom) - m.gap / 4 - height
        under = self.timeline.y if self.timeline.h > 0 else self.status.y
        if timeline:
            return Rect(x, under - m.gap / 2 - height, width, height)
        return Rect(x, min(under + m.gap / 4, lowest), width, height)

    def for_hint(self, width: float, height: float) -> Rect:
        """Return the place of a hint that stays while one plays: the lower end of the panel.

        So the timeline is free, and the board as well. If the panel is hidden, the card lies under
        the board, over a part of the timeline, which keeps its place and length all the same.
        """
        if self.panel.w > 0:
            return self._in_panel(width, height)
        return self.below_board(width, height)

    def _in_panel(self, width: float, height: float) -> Rect:
        m = self.metrics
        room = self.panel.inset(m.gap / 2, m.gap / 4)
        width = min(width, room.w)
        return Rect(room.middle[0] - width / 2, room.bottom - height, width, height)

    @property
    def steps(self) -> Rect:
        """The place of the timeline's buttons."""
        room = self.timeline.inset(self.metrics.gap, 0)
        return room.cut_left(len(STEPS) * self.metrics.button if room.h > 0 else 0)[0]

    def parts(self) -> dict[str, Rect]:
        """Return the parts by name, without the empty ones."""
        names = ("toolbar", "board", "palette", "panel", "timeline", "status")
        found = {name: getattr(self, name) for name in names}
        return {name: rect for name, rect in found.items() if rect.w > 0 and rect.h > 0}


def usable_scale(size: tuple[int, int], scale: float, font_size: float) -> float:
    """Return the requested scale, or the largest one at which everything fits into the window."""
    grown = max(font_size / USUAL_FONT, 0.75)
    most = min(size[0] / NARROWEST, size[1] / LOWEST) / grown
    return max(min(scale, most), SMALLEST_SCALE)


def arrange(
    size: tuple[int, int],
    scale: float = 1.0,
    font_size: float = USUAL_FONT,
    *,
    panel: bool = True,
    timeline: bool = True,
    choices: int,
) -> Areas:
    """Lay out a window of ``size`` pixels.

    ``choices`` is the number of cells in the palette, which is hidden for 0.
    """
    m = metrics(usable_scale(size, scale, font_size), font_size)
    window = Rect(0, 0, max(size[0], 1), max(size[1], 1))
    toolbar, rest = window.cut_top(m.button + m.gap)
    status, rest = rest.cut_bottom(m.row + 2 * m.unit)
    line, rest = rest.cut_bottom(m.button + m.row if timeline else 0)
    if panel and window.h > TALL * window.w:
        side, board = rest.cut_bottom(rest.h - _board_height(rest))
        strip, side = side.cut_left(_strip_width(side, m, choices, side.w - _panel_width(side, m)))
    else:
        side, rest = rest.cut_right(_panel_width(window, m) if panel else 0)
        most = rest.w - LEAST_BOARD * window.w
        strip, board = rest.cut_left(_strip_width(rest, m, choices, most))
    return Areas(
        window=window,
        metrics=m,
        toolbar=toolbar.rounded(),
        board=board.rounded(),
        palette=strip.rounded(),
        panel=side.rounded(),
        timeline=line.rounded(),
        status=status.rounded(),
        wide=window.w >= 1150 * m.unit * m.text / (USUAL_FONT * m.unit),
    )


def areas_of(size: tuple[int, int], scale: float, settings: Settings, choices: int) -> Areas:
    """Return the layout of a window of ``size`` pixels for these settings and number of choices."""
    return arrange(
        size,
        scale,
        settings.font_size,
        panel=settings.right_panel,
        choices=choices if settings.left_panel else 0,
    )


def picture_size(areas: Areas) -> tuple[int, int]:
    """Return the size of the board's picture in whole pixels."""
    return max(round(areas.board.w), 1), max(round(areas.board.h), 1)


def to_picture(board: Rect, x: float, y: float) -> tuple[float, float]:
    """Convert a place in the window to the board's picture, measured from its lower left corner."""
    return x - board.x, board.bottom - y


def _board_height(room: Rect) -> float:
    """Return the height of the board above the panel: about its width, and more than half."""
    return max(0.55 * room.h, min(0.62 * room.h, 0.85 * room.w))


def _panel_width(window: Rect, m: Metrics) -> float:
    least = 17.5 * m.text
    return min(max(least, 0.23 * window.w), 30 * m.text)


def _strip_width(rest: Rect, m: Metrics, choices: int, most: float) -> float:
    """Return the palette's width, which depends on its number of columns, at most ``most``."""
    if not choices:
        return 0.0
    side, columns = palette_cell(most, rest.h, m, choices)
    return side * columns + 2 * m.gap


def palette_cell(width: float, height: float, m: Metrics, choices: int) -> tuple[int, int]:
    """Return the side of a palette cell, and the number of columns, in so much room."""
    for columns in (1, 2, 3):
        side = (height - 2 * m.gap) / -(-choices // columns)
        if side >= LEAST * m.unit:
            break
    return round(max(min(side, LARGEST * m.unit, (width - 2 * m.gap) / columns), 8)), columns
