"""Stores for ``engine.games.che.rules``: sparse ones without an edge, and windows of the board."""

from __future__ import annotations

from engine.games.che.geometry import Cell
from engine.games.che.rules import EMPTY, FULL_RING, INFO_SLOTS, NO_ROOT, RIM, Board, Geometry

FARTHEST = 99_999
"""The farthest place that a move may name, in either direction of either axis."""

_HALF = 1 << 17
OPEN_BOARD = Geometry(width=2 * _HALF + 1, origin=_HALF * (2 * _HALF + 1) + _HALF)
"""The numbers of cells on the board that has no edge."""


class Sparse(dict[int, int]):
    """Integers by integers, all of them ``default`` until set."""

    __slots__ = ("default",)

    def __init__(self, default: int = 0, values: dict[int, int] | None = None) -> None:
        super().__init__(values or {})
        self.default = default

    def __missing__(self, key: int) -> int:
        return self.default


# What each store of an empty board holds, but for ``info``.
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
    """A board without tiles and without an edge."""
    stores = {name: Sparse(default) for name, default in DEFAULTS.items()}
    return Board(**stores, info=[0] * INFO_SLOTS)


def copy_board(board: Board) -> Board:
    """A board of its own, from a sparse one."""
    stores = {name: Sparse(default, getattr(board, name)) for name, default in DEFAULTS.items()}
    return Board(**stores, info=[board.info[i] for i in range(INFO_SLOTS)])


def number_of(cell: Cell, geo: Geometry = OPEN_BOARD) -> int:
    """The number of a cell (or of its lower left corner)."""
    return geo.origin + cell.y * geo.width + cell.x


def cell_of(number: int, geo: Geometry = OPEN_BOARD) -> Cell:
    """The cell that has a number; the inverse of ``number_of``."""
    y, x = divmod(number, geo.width)
    bottom, left = divmod(geo.origin, geo.width)
    return Cell(x - left, y - bottom)


def window(low: Cell, high: Cell) -> tuple[Geometry, Board]:
    """A window that holds the cells from ``low`` to ``high``, both included, as lists.

    Around it lies a rim, on which nothing can be laid; regions that touch it are never closed.
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
