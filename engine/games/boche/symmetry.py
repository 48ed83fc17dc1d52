"""The symmetries of Boche: six of the triangular board, and the exchange of colours."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from typing import NamedTuple

from boche.engine.games.boche import rules
from boche.engine.games.boche.board import column_numbers
from boche.engine.games.boche.geometry import LETTERS, Cell, Cube
from boche.engine.games.boche.notation import SWAP, Move

# Index of the hub's axis among x, y, z, by the two low bits of a rotation; see geometry.hub_axis.
_AXIS_OF_HUB = (-1, 0, 2, 1)
_HUB_OF_AXIS = (1, 3, 2)


class Symmetry(NamedTuple):
    """A symmetry: axis ``i`` of x, y, z maps to ``axes[i]``; ``exchange`` swaps the colours."""

    axes: tuple[int, int, int] = (0, 1, 2)
    exchange: bool = False

    def cell(self, cell: Cell, size: int) -> Cell:
        """Return a cell's image on a board of ``size``; its level is unchanged."""
        # Distances from the sides x, y, z: they add up to size - 1 on every level's triangle.
        from_sides = (cell.c, cell.r, size - 1 - cell.c - cell.r - cell.k)
        moved = [0, 0, 0]
        for axis, distance in zip(self.axes, from_sides, strict=True):
            moved[axis] = distance
        return Cell(moved[0], moved[1], cell.k)

    def rotation(self, letter: str) -> str:
        """Return the letter of a rotation's image."""
        number = LETTERS.index(letter)
        axis = _AXIS_OF_HUB[number & 3]
        hub = 0 if axis < 0 else _HUB_OF_AXIS[self.axes[axis]]
        return LETTERS[(number & 4 ^ (4 if self.exchange else 0)) | hub]

    def move(self, move: Move, level: int, size: int) -> Move:
        """Return the image of a move that would fill ``level`` of its column."""
        if move == SWAP:
            return SWAP
        cell = self.cell(Cell(move.c, move.r, level), size)
        return Move(self.rotation(move.rotation), cell.c, cell.r)

    def inverse(self) -> Symmetry:
        """Return the inverse symmetry."""
        back = sorted(range(3), key=lambda axis: self.axes[axis])
        return Symmetry((back[0], back[1], back[2]), self.exchange)


SYMMETRIES: tuple[Symmetry, ...] = tuple(
    Symmetry((p[0], p[1], p[2]), exchange)
    for exchange in (False, True)
    for p in permutations((0, 1, 2))
)


def transformed(
    symmetry: Symmetry,
    cubes: Iterable[Cube],
    old: rules.Board,
    new: rules.Board,
    geo: rules.Geometry,
) -> None:
    """Fill the empty board ``new`` with the image of ``old``, whose cubes are ``cubes``."""
    numbers = column_numbers(geo.size)
    for cube in sorted(cubes, key=lambda cube: cube.cell.k):
        cell = symmetry.cell(cube.cell, geo.size)
        letter = symmetry.rotation(cube.rotation)
        rules.place_cube(geo, new, numbers[cell.c, cell.r], LETTERS.index(letter))
    new.info[rules.TURN] = old.info[rules.TURN] ^ int(symmetry.exchange)
    new.info[rules.SWAPPED] = old.info[rules.SWAPPED]


def canonical_key(cubes: tuple[Cube, ...], board: rules.Board, size: int) -> tuple[bytes, Symmetry]:
    """Return the smallest image of the cubes as bytes, and the symmetry that maps to it.

    The first byte encodes the size and whether the swap is possible; then come the cells in the
    order of ``Board.rotations``, 0 for an empty one, else the number of the rotation plus 1.
    """
    exchange = board.info[rules.TURN] == rules.DARK
    head = size * 2 + int(rules.can_swap(board))
    images = []
    for symmetry in SYMMETRIES:
        if symmetry.exchange == exchange:
            images.append((_image(symmetry, cubes, size, head), symmetry))
    return min(images)


def _image(symmetry: Symmetry, cubes: tuple[Cube, ...], size: int, head: int) -> bytes:
    numbers = column_numbers(size)
    cells = bytearray(1 + len(numbers) * size)
    cells[0] = head
    for cube in cubes:
        cell = symmetry.cell(cube.cell, size)
        letter = symmetry.rotation(cube.rotation)
        cells[1 + numbers[cell.c, cell.r] * size + cell.k] = LETTERS.index(letter) + 1
    return bytes(cells)
