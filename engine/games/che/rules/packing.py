"""A position of Che in few numbers: its tiles, in the order in which they were laid."""

from __future__ import annotations

from boche.engine.games.che.rules.board import *
from boche.engine.games.che.rules.play import lay

PACKED_HEAD = 5
"""Numbers before the tiles: turn, moves played, no swap, tiles laid in this move, tiles."""


def pack(geo: Geometry, board: Board, data: Ints) -> int:
    """Write a position to ``data``; return the count of numbers.

    For each tile there are two: its column, and its row times four, plus its kind.
    """
    info, at = board.info, PACKED_HEAD
    data[0], data[1], data[2] = info[TURN], info[PLIES], 0
    data[3], data[4] = info[LAID], info[TILES]
    for i in range(info[TILES]):
        cell = board.placed[i]
        data[at] = cell % geo.width - geo.origin % geo.width
        data[at + 1] = (cell // geo.width - geo.origin // geo.width) * 4 + board.kinds[cell] - 1
        at += 2
    return at


def unpack(geo: Geometry, board: Board, variant: Variant, data: Ints) -> None:
    """Set up the position that ``pack`` has written; the tiles must lie on the board."""
    clear(geo, board)
    at = PACKED_HEAD
    for _ in range(data[4]):
        cell = geo.origin + (data[at + 1] >> 2) * geo.width + data[at]
        lay(geo, board, variant, cell, data[at + 1] & 3)
        at += 2
    info = board.info
    info[TURN], info[PLIES], info[LAID] = data[0], data[1], data[3]
