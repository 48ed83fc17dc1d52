"""The symmetries of Che: eight of the square grid, any shift, and the exchange of colours."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from engine.games.che.geometry import Cell, Tile


class Symmetry(NamedTuple):
    """First x and y are exchanged if ``flip`` says so, then each is turned about as told.

    ``exchange`` turns light into dark. Shifts are left to the user of a symmetry.
    """

    flip: bool = False
    turn_x: bool = False
    turn_y: bool = False
    exchange: bool = False

    def cell(self, cell: Cell) -> Cell:
        """Where a cell goes; 0,0 stays."""
        x, y = (cell.y, cell.x) if self.flip else (cell.x, cell.y)
        return Cell(-x if self.turn_x else x, -y if self.turn_y else y)

    def tile(self, tile: Tile) -> Tile:
        """What a tile becomes. A band changes diagonals when one axis alone is turned about."""
        x, y = self.cell(tile.cell)
        turned = self.turn_x != self.turn_y
        return Tile(x, y, tile.kind ^ (1 if turned else 0) ^ (2 if self.exchange else 0))


SYMMETRIES: tuple[Symmetry, ...] = tuple(
    Symmetry(flip, turn_x, turn_y, exchange)
    for exchange, flip, turn_x, turn_y in product((False, True), repeat=4)
)


def canonical_key(tiles: Iterable[Tile], exchange: bool) -> tuple[tuple[Tile, ...], Symmetry]:
    """The smallest image of the tiles, and the symmetry that leads to it before the shift.

    The smallest x and y of an image are 0. ``exchange``: with the colours exchanged.
    """
    found = list(tiles)
    ways = [symmetry for symmetry in SYMMETRIES if symmetry.exchange == exchange]
    return min((_image(symmetry, found), symmetry) for symmetry in ways)


def _image(symmetry: Symmetry, tiles: list[Tile]) -> tuple[Tile, ...]:
    moved = [symmetry.tile(tile) for tile in tiles]
    left, low = min((t.x for t in moved), default=0), min((t.y for t in moved), default=0)
    return tuple(sorted(Tile(t.x - left, t.y - low, t.kind) for t in moved))
