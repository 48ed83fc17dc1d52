"""Conversion between cells and places, and boards, for ``engine.games.boku.rules``."""

from __future__ import annotations

from functools import cache

from boche.engine.games.boku.geometry import CELLS, Cell
from boche.engine.games.boku.rules import (
    EMPTY,
    INFO_SLOTS,
    LEFT,
    MARBLES,
    OPEN,
    OUTSIDE,
    PLACES,
    REACH,
    WIDTH,
    Board,
)


def place_of(cell: Cell) -> int:
    """Return the place of a cell in the arrays."""
    return (cell.c + 1) * WIDTH + cell.n


def cell_at(place: int) -> Cell:
    """Return the cell at a place; the inverse of ``place_of``."""
    return Cell(place // WIDTH - 1, place % WIDTH)


def number_of(cell: Cell, taken: Cell | None) -> int:
    """Return the rules' number of a move, or -1 if no sandwich could ever hold ``taken``."""
    if taken is None:
        return place_of(cell) << 4
    far = place_of(taken) - place_of(cell)
    return place_of(cell) << 4 | REACH.index(far) if far and far in REACH else -1


def cells_of(number: int) -> tuple[Cell, Cell | None]:
    """Return the cell a move fills and the one it empties or None; the inverse of ``number_of``."""
    place, code = number >> 4, number & 15
    return cell_at(place), cell_at(place + REACH[code]) if code else None


@cache
def _empty() -> Board:
    places = [place_of(cell) for cell in CELLS]
    cells, slot, info = [OUTSIDE] * PLACES, [-1] * PLACES, [0] * INFO_SLOTS
    for index, place in enumerate(places):
        cells[place], slot[place] = EMPTY, index
    info[LEFT] = info[LEFT + 1] = MARBLES
    info[OPEN] = len(places)
    return Board(cells, places, slot, info)


def empty_board() -> Board:
    """Return a board without marbles, as lists."""
    return copy_board(_empty())


def copy_board(board: Board) -> Board:
    """Return an independent copy of a board."""
    return Board(*(part[:] for part in board))
