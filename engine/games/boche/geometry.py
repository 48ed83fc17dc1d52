"""Cells, corners, faces and rotations of Boche: plain data, no rules.

Lattice: cell ``(c, r, k)`` is the unit cube whose lowest corner is ``(-c, -r, c + r + k)``;
up is ``(1, 1, 1)``. Seen from above ``+x`` points left, ``+y`` lower right, ``+z`` upper right.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Corner = tuple[int, int, int]
Axis = Literal["x", "y", "z"]
Colour = Literal["light", "dark"]

AXES: tuple[Axis, ...] = ("x", "y", "z")
LETTERS = "abcdefgh"
COLOURS: tuple[Colour, Colour] = ("light", "dark")
MAX_SIZE = 20


def column_height(size: int, c: int, r: int) -> int:
    """Return the number of cells above each other in column ``c``, row ``r`` of the pyramid."""
    return size - c - r


def cell_count(size: int) -> int:
    """Return the number of cells of a pyramid, and so of the cubes that fill it."""
    return size * (size + 1) * (size + 2) // 6


class Cell(NamedTuple):
    """A cell: column, row and level, each from 0."""

    c: int
    r: int
    k: int

    @property
    def name(self) -> str:
        """Name in the players' notation, ``d3``: the column letter and the row from 1."""
        return f"{LETTER_OF_COLUMN[self.c]}{self.r + 1}"

    @property
    def corner(self) -> Corner:
        """The lowest corner of the cell's cube."""
        return (-self.c, -self.r, self.c + self.r + self.k)

    @property
    def supports(self) -> tuple[Cell, Cell, Cell]:
        """The three cells below a nest; meaningful for ``k >= 1``."""
        c, r, k = self
        return Cell(c, r, k - 1), Cell(c + 1, r, k - 1), Cell(c, r + 1, k - 1)

    def above(self, axis: Axis) -> Cell:
        """Return the cell across the upper face ``axis``."""
        c, r, k = self
        if axis == "x":
            return Cell(c - 1, r, k + 1)
        return Cell(c, r - 1, k + 1) if axis == "y" else Cell(c, r, k + 1)


LETTER_OF_COLUMN = "abcdefghijklmnopqrst"


class Cube(NamedTuple):
    """A placed cube: its cell and its rotation letter ``a`` to ``h``."""

    cell: Cell
    rotation: str


class Face(NamedTuple):
    """A visible upper face of a cube.

    ``colour`` is the joined colour; ``joined`` are the two corners linked by its band, ``apart``
    the two corners of the other colour; all are lattice corners.
    """

    cell: Cell
    axis: Axis
    colour: Colour
    joined: tuple[Corner, Corner]
    apart: tuple[Corner, Corner]


class Group(NamedTuple):
    """A set of blobs of one colour linked by bands of visible faces.

    ``blobs`` is their number (the group's size), ``corners`` the lattice corners they are on,
    ``sides`` the sides of the board touched; ``enclosed`` is defined as in the rules.
    """

    colour: Colour
    blobs: int
    sides: tuple[Axis, ...]
    enclosed: bool
    corners: tuple[Corner, ...]


# By the two low bits of a rotation's number.
_AXIS_OF_HUB: tuple[Axis | None, ...] = (None, "x", "z", "y")


def uppermost_is_light(rotation: str) -> bool:
    return rotation >= "e"


def hub_axis(rotation: str) -> Axis | None:
    """Return the axis of the only upper face that joins the uppermost colour; None if all do."""
    return _AXIS_OF_HUB[LETTERS.index(rotation) & 3]


def hub_offset(rotation: str) -> Corner:
    """Return the hub's corner of the cube, as 0/1 offsets from its lowest corner.

    The hub has the colour of the uppermost corner. It is that corner itself (a, e), or the corner
    on the left (b, f), the upper right (c, g) or the lower right (d, h): the one other corner that
    has the same colour and lies on the face of that axis.
    """
    axis = hub_axis(rotation)
    if axis is None:
        return (1, 1, 1)
    return (int(axis == "x"), int(axis == "y"), int(axis == "z"))
