"""Cells, corners, tiles and regions of Che: plain data, no rules.

A cell is named by its place ``x,y``; the first tile lies on ``0,0``. x grows to the right and y
upwards. The cell's corners range from ``(x, y)`` at the lower left to ``(x + 1, y + 1)``.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Corner = tuple[int, int]
Colour = Literal["light", "dark"]

COLOURS: tuple[Colour, Colour] = ("light", "dark")
KINDS = ("fl", "fr", "bl", "br")


class Cell(NamedTuple):
    """A place on the table."""

    x: int
    y: int

    @property
    def name(self) -> str:
        """The place as players write it, such as ``-1,2``."""
        return f"{self.x},{self.y}"

    @property
    def corners(self) -> tuple[Corner, Corner, Corner, Corner]:
        """The corners: lower left, lower right, upper left, upper right."""
        x, y = self
        return (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)

    @property
    def neighbours(self) -> tuple[Cell, Cell, Cell, Cell]:
        """The cells to the right, above, to the left and below."""
        x, y = self
        return Cell(x + 1, y), Cell(x, y + 1), Cell(x - 1, y), Cell(x, y - 1)


class Tile(NamedTuple):
    """A tile on the table; ``kind`` is its number in ``KINDS``. Tiles sort by x, y, kind."""

    x: int
    y: int
    kind: int

    def __str__(self) -> str:
        return f"{KINDS[self.kind]}:{self.x},{self.y}"

    @property
    def cell(self) -> Cell:
        return Cell(self.x, self.y)

    @property
    def name(self) -> str:
        """The kind as players write it, such as ``fl``."""
        return KINDS[self.kind]

    @property
    def colour(self) -> Colour:
        """The dominant colour, that of the band."""
        return COLOURS[self.kind >> 1]

    @property
    def joined(self) -> tuple[Corner, Corner]:
        """The two corners that the band links."""
        x, y = self.x, self.y
        return ((x, y), (x + 1, y + 1)) if self.kind & 1 else ((x, y + 1), (x + 1, y))

    @property
    def apart(self) -> tuple[Corner, Corner]:
        """The other two corners, which have the other colour."""
        x, y = self.x, self.y
        return ((x, y + 1), (x + 1, y)) if self.kind & 1 else ((x, y), (x + 1, y + 1))


class Region(NamedTuple):
    """A set of corners of one colour linked by bands.

    ``size`` is the number of its dominant tiles; ``width`` and ``height`` are the columns and rows
    that they span. ``closed`` is true if all four cells around each corner hold tiles. ``tiles``
    are the cells of the dominant tiles, ``empty`` the empty cells around the corners.
    """

    colour: Colour
    size: int
    width: int
    height: int
    closed: bool
    corners: tuple[Corner, ...]
    tiles: tuple[Cell, ...]
    empty: tuple[Cell, ...]


def other(colour: str) -> Colour:
    """Return the opponent of a colour."""
    return "dark" if colour == "light" else "light"
