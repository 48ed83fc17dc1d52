"""Positions of Che under its symmetries; see ``engine.orbit``.

Places are counted from the lower left corner of the smallest rectangle that holds all tiles, so
that shifts do not matter; the image of that corner is the corner of the image.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from boche.engine.games.che.geometry import Tile
from boche.engine.games.che.notation import Move, move_of, parse_tiles
from boche.engine.games.che.symmetry import SYMMETRIES, Symmetry
from boche.engine.orbit import Orbit

_LEADING = [[s for s in SYMMETRIES if s.exchange == flip] for flip in (False, True)]


class Frame(NamedTuple):
    """The rectangle that holds all tiles: its corner and its size, one cell at the start."""

    left: int
    low: int
    width: int
    height: int


def orbit_of(options: str, tiles: Sequence[Tile], turn: str) -> Orbit:
    """Return the orbit of a position, which has these tiles."""
    flip, frame = turn == "dark", _frame_of(tiles)
    left, low, width, height = frame
    return Orbit(
        options,
        (width, height, flip),
        _LEADING[flip],
        [(x - left, y - low, kind) for x, y, kind in tiles],
        partial(_piece, width, height),
        partial(_move, frame),
        partial(_back, frame),
    )


def _frame_of(tiles: Sequence[Tile]) -> Frame:
    if not tiles:
        return Frame(0, 0, 1, 1)
    rows, columns = [tile.y for tile in tiles], [tile.x for tile in tiles]
    left, low = min(columns), min(rows)
    return Frame(left, low, max(columns) - left + 1, max(rows) - low + 1)


def _piece(width: int, height: int, symmetry: Symmetry, tile: tuple[int, int, int]) -> Tile:
    """Return the image of a tile whose place is counted from the corner."""
    x, y, kind = symmetry.tile(Tile(*tile))
    if symmetry.flip:
        width, height = height, width
    return Tile(
        x + (width - 1 if symmetry.turn_x else 0), y + (height - 1 if symmetry.turn_y else 0), kind
    )


def _move(frame: Frame, symmetry: Symmetry, move: Move) -> str:
    left, low, width, height = frame
    tiles = [(tile.x - left, tile.y - low, tile.kind) for tile in move.tiles]
    return str(move_of(_piece(width, height, symmetry, tile) for tile in tiles))


def _back(frame: Frame, symmetry: Symmetry, text: str) -> str:
    left, low, width, height = frame
    if symmetry.flip:
        width, height = height, width
    images = [_piece(width, height, _inverse(symmetry), tile) for tile in parse_tiles(text)]
    return str(move_of(Tile(x + left, y + low, kind) for x, y, kind in images))


def _inverse(symmetry: Symmetry) -> Symmetry:
    """Return the inverse: what negated y before an exchange of the axes negates x after it."""
    if not symmetry.flip:
        return symmetry
    return symmetry._replace(turn_x=symmetry.turn_y, turn_y=symmetry.turn_x)
