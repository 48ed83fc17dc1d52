"""Spoken description of Che: the tiles of each row, from the uppermost down."""

from __future__ import annotations

from boche.engine.games.che.geometry import Tile
from boche.engine.games.che.position import Position
from boche.engine.message import Message
from boche.viewer.games.che import words
from boche.viewer.games.view import SpokenPiece


def spoken_pieces(position: Position) -> tuple[SpokenPiece, ...]:
    """Return all tiles, row by row."""
    return tuple(_spoken(tile) for tile in position.tiles)


def _spoken(tile: Tile) -> SpokenPiece:
    piece = in_words(tile, tile.name)
    return SpokenPiece((-tile.y, tile.x), words.ROW(y=tile.y), tile.cell.name, piece)


def in_words(tile: Tile, name: str) -> Message:
    """Return a tile with its band in words, under a name."""
    (_, start), (_, end) = tile.joined
    band = words.FALLING if start > end else words.RISING
    return band(tile=name, colour=tile.colour)
