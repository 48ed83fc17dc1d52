"""The symmetries of Boku: four of the board, and the exchange of colours."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from boche.engine.games.boku import rules
from boche.engine.games.boku.board import cell_at, empty_board, place_of
from boche.engine.games.boku.geometry import CELLS, COLOURS, Cell, Marble


class Symmetry(NamedTuple):
    """One of the board's four symmetries, with or without an exchange of colours.

    ``turned`` is half a turn. ``mirrored`` is applied after it and reverses every column. Each
    symmetry is its own inverse.
    """

    turned: bool = False
    mirrored: bool = False
    exchange: bool = False

    def cell(self, cell: Cell) -> Cell:
        """Return the image of a cell."""
        c, n = (10 - cell.c, 11 - cell.n) if self.turned else cell
        return Cell(c, c + 6 - n) if self.mirrored else Cell(c, n)


SYMMETRIES: tuple[Symmetry, ...] = tuple(
    Symmetry(turned, mirrored, exchange)
    for exchange in (False, True)
    for turned in (False, True)
    for mirrored in (False, True)
)

_INDEX = {cell: index for index, cell in enumerate(CELLS)}


def transformed(symmetry: Symmetry, marbles: Iterable[Marble], old: rules.Board) -> rules.Board:
    """Return the image of the board ``old``, whose marbles are ``marbles``."""
    new, flip = empty_board(), int(symmetry.exchange)
    for marble in marbles:
        place = place_of(symmetry.cell(marble.cell))
        rules.put(new, place, COLOURS.index(marble.colour) ^ flip)
    new.info[rules.TURN] = old.info[rules.TURN] ^ flip
    new.info[rules.PLY] = old.info[rules.PLY]
    if old.info[rules.BARRED]:
        new.info[rules.BARRED] = place_of(symmetry.cell(cell_at(old.info[rules.BARRED])))
    return new


def canonical_key(board: rules.Board) -> tuple[bytes, Symmetry]:
    """Return the smallest image of the board as bytes, and the symmetry that yields it.

    There is one byte per cell, in the order of ``CELLS``: 0 for a marble of the colour to move, 1
    for one of the other colour, 2 for none. The last byte is 0, or 1 plus the index of the
    forbidden cell.
    """
    exchange = board.info[rules.TURN] == rules.WHITE
    return min((_image(s, board), s) for s in SYMMETRIES if s.exchange == exchange)


def _image(symmetry: Symmetry, board: rules.Board) -> bytes:
    kinds = (1, 0, 2) if symmetry.exchange else (0, 1, 2)
    image = bytearray(len(CELLS) + 1)
    for cell in CELLS:
        place, index = place_of(cell), _INDEX[symmetry.cell(cell)]
        image[index] = kinds[board.cells[place]]
        if place == board.info[rules.BARRED]:
            image[-1] = 1 + index
    return bytes(image)
