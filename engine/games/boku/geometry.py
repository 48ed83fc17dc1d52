"""Cells and lines of the Boku board: plain data, no rules.

A cell is a column (a to k) and a number. Lines run along a column, along a number, and along
cells where both grow by one. Drawn as the play-by-mail server draws such boards, a column is a
horizontal row, ``a`` at the top; the numbers run from the upper right to the lower left.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Colour = Literal["black", "white"]

COLOURS: tuple[Colour, Colour] = ("black", "white")
LETTERS = "abcdefghijk"
LONGEST = 10  # number of cells in the middle column
DIRECTIONS = ((0, 1), (1, 0), (1, 1))


class Cell(NamedTuple):
    """A cell: its column from 0 (a) to 10 (k), and its number from 1 to 10."""

    c: int
    n: int

    @property
    def name(self) -> str:
        """The cell as players write it, such as ``e5``."""
        return f"{LETTERS[self.c]}{self.n}"

    def moved(self, direction: tuple[int, int], by: int) -> Cell:
        """Return the cell ``by`` steps away in a direction; it may be outside the board."""
        return Cell(self.c + by * direction[0], self.n + by * direction[1])


class Marble(NamedTuple):
    """A marble on the board."""

    cell: Cell
    colour: Colour


def numbers_of(column: int) -> range:
    """Return a column's numbers: 1 to 5 in column a, 1 to 10 in column f, 6 to 10 in column k."""
    return range(max(1, column - 4), min(LONGEST, column + 5) + 1)


def is_cell(cell: Cell) -> bool:
    """Return whether the board has this cell."""
    return cell in _ALL


#: All 80 cells, by column letter, then number.
CELLS: tuple[Cell, ...] = tuple(Cell(c, n) for c in range(len(LETTERS)) for n in numbers_of(c))
_ALL = frozenset(CELLS)
