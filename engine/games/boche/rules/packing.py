"""A position of Boche in few numbers: what the rest of the board follows from."""

from __future__ import annotations

from boche.engine.games.boche.rules.board import *

PACKED_HEAD = 5
"""Numbers before the open columns: turn, moves played, swap, base, number of open columns."""


def pack(geo: Geometry, board: Board, data: Ints) -> int:
    """Write a position to ``data``; return the count of numbers, at most ``most_packed``.

    After the head come the open columns in their order, on which random play depends, the height
    of each column, and the rotations of its cubes from below.
    """
    info, at = board.info, PACKED_HEAD
    data[0], data[1], data[2] = info[TURN], info[CUBES] + info[SWAPPED], info[SWAPPED]
    data[3], data[4] = info[BASE], info[OPEN]
    for i in range(info[OPEN]):
        data[at] = board.open[i]
        at += 1
    for column in range(geo.columns):
        data[at] = board.heights[column]
        at += 1
    for column in range(geo.columns):
        for level in range(board.heights[column]):
            data[at] = board.rotations[column * geo.size + level]
            at += 1
    return at


def unpack(geo: Geometry, board: Board, data: Ints) -> None:
    """Set up the position that ``pack`` has written, on a board without cubes."""
    info, heights = board.info, PACKED_HEAD + data[4]
    at = heights + geo.columns
    for column in range(geo.columns):
        for level in range(data[heights + column]):
            board.rotations[column * geo.size + level] = data[at]
            at += 1
    for level in range(geo.size):
        for column in range(geo.columns):
            if data[heights + column] > level:
                place_cube(geo, board, column, board.rotations[column * geo.size + level])
    info[TURN], info[SWAPPED], info[BASE] = data[0], data[2], data[3]
    info[OPEN] = data[4]
    for i in range(data[4]):
        board.open[i] = data[PACKED_HEAD + i]
        board.slot[board.open[i]] = i
