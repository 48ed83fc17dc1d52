"""Stores for ``engine.games.che.rules``: unbounded sparse ones, and windows of the board."""

from __future__ import annotations

from boche.engine.games.che.geometry import Cell
from boche.engine.games.che.rules import EMPTY, FULL_RING, INFO_SLOTS, NO_ROOT, RIM, Board, Geometry

FARTHEST = 99_999
"""Largest distance from 0,0 that a move may name, in either direction of either axis."""

_HALF = 1 << 17
OPEN_BOARD = Geometry(width=2 * _HALF + 1, origin=_HALF * (2 * _HALF + 1) + _HALF)
"""Numbering of the cells on the unbounded board."""


class Sparse(dict[int, int]):
    """A mapping from integers to integers in which unset keys have the value ``default``."""

    __slots__ = ("default",)

    def __init__(self, default: int = 0, values: dict[int, int] | None = None) -> None:
        super().__init__(values or {})
        self.default = default

    def __missing__(self, key: int) -> int:
        return self.default


# The default value of each store of an empty board, except ``info``.
DEFAULTS = {
    "kinds": EMPTY,
    "slot": -1,
    "open": 0,
    "placed": 0,
    "parent": NO_ROOT,
    "free": FULL_RING,
    "bands": 0,
    "west": 0,
    "east": 0,
    "south": 0,
    "north": 0,
}


def empty_board() -> Board:
    """Return an unbounded board without tiles."""
    stores = {name: Sparse(default) for name, default in DEFAULTS.items()}
    return Board(**stores, info=[0] * INFO_SLOTS)


def copy_board(board: Board) -> Board:
    """Return an independent copy of a sparse board."""
    stores = {name: Sparse(default, getattr(board, name)) for name, default in DEFAULTS.items()}
    return Board(**stores, info=[board.info[i] for i in range(INFO_SLOTS)])


def number_of(cell: Cell, geo: Geometry = OPEN_BOARD) -> int:
    """Return the number of a cell (or of its lower left corner)."""
    return geo.origin + cell.y * geo.width + cell.x


def cell_of(number: int, geo: Geometry = OPEN_BOARD) -> Cell:
    """Return the cell with a number; the inverse of ``number_of``."""
    y, x = divmod(number, geo.width)
    bottom, left = divmod(geo.origin, geo.width)
    return Cell(x - left, y - bottom)


def window(low: Cell, high: Cell) -> tuple[Geometry, Board]:
    """Return a window of the cells from ``low`` to ``high``, both included, as lists.

    It is surrounded by a rim on which nothing can be laid. Regions that touch the rim are never
    closed.
    """
    width = high.x - low.x + 4
    width += 1 - width % 2
    rows = high.y - low.y + 4
    geo = Geometry(width, (1 - low.y) * width + 1 - low.x)
    stores = {name: [default] * (width * rows) for name, default in DEFAULTS.items()}
    board = Board(**stores, info=[0] * INFO_SLOTS)
    for number in range(width * rows):
        cell = cell_of(number, geo)
        if not (low.x <= cell.x <= high.x and low.y <= cell.y <= high.y):
            board.kinds[number] = RIM
    return geo, board
