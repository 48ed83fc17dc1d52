"""Symmetries of Che: the eight of the square grid, any shift, and the exchange of colours."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from boche.engine.games.che.geometry import Cell, Tile


class Symmetry(NamedTuple):
    """A symmetry: ``flip`` exchanges x and y, then ``turn_x`` and ``turn_y`` negate x and y.

    ``exchange`` exchanges light and dark. Shifts are left to the caller.
    """

    flip: bool = False
    turn_x: bool = False
    turn_y: bool = False
    exchange: bool = False

    def cell(self, cell: Cell) -> Cell:
        """Return the image of a cell; 0,0 stays in place."""
        x, y = (cell.y, cell.x) if self.flip else (cell.x, cell.y)
        return Cell(-x if self.turn_x else x, -y if self.turn_y else y)

    def tile(self, tile: Tile) -> Tile:
        """Return the image of a tile. Its band changes diagonal if exactly one axis is negated."""
        x, y = self.cell(tile.cell)
        turned = self.turn_x != self.turn_y
        return Tile(x, y, tile.kind ^ (1 if turned else 0) ^ (2 if self.exchange else 0))


SYMMETRIES: tuple[Symmetry, ...] = tuple(
    Symmetry(flip, turn_x, turn_y, exchange)
    for exchange, flip, turn_x, turn_y in product((False, True), repeat=4)
)


def canonical_key(tiles: Iterable[Tile], exchange: bool) -> tuple[tuple[Tile, ...], Symmetry]:
    """Return the smallest image of the tiles, and the symmetry that yields it before the shift.

    Images are shifted so that their smallest x and y are 0. ``exchange`` exchanges the colours.
    """
    found = list(tiles)
    ways = [symmetry for symmetry in SYMMETRIES if symmetry.exchange == exchange]
    return min((_image(symmetry, found), symmetry) for symmetry in ways)


def _image(symmetry: Symmetry, tiles: list[Tile]) -> tuple[Tile, ...]:
    moved = [symmetry.tile(tile) for tile in tiles]
    left, low = min((t.x for t in moved), default=0), min((t.y for t in moved), default=0)
    return tuple(sorted(Tile(t.x - left, t.y - low, t.kind) for t in moved))
