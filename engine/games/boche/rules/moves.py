"""Legal moves of Boche."""

from __future__ import annotations

from boche.engine.games.boche.rules.board import *


def first_rotation(board: Board, level: int) -> int:
    """Return the first of a level's four rotations (0 or 4), or -1 while the board is empty."""
    if board.info[CUBES] == 0:
        return -1
    return 0 if (level + 3 + board.info[BASE]) & 1 == DARK else 4


def is_lonely(geo: Geometry, board: Board, column: int) -> bool:
    """Return whether no adjacent hole is occupied."""
    for i in range(6 * column, 6 * column + 6):
        if geo.near[i] >= 0 and board.heights[geo.near[i]] > 0:
            return False
    return True


def can_swap(board: Board) -> bool:
    return board.info[CUBES] == 1 and board.info[SWAPPED] == 0


def barred(geo: Geometry, board: Board, variant: Variant, column: int) -> bool:
    """Return whether the ``adjacent`` option forbids this open column."""
    if variant.adjacent == 0 or board.heights[column] > 0 or board.info[CUBES] == 0:
        return False
    return is_lonely(geo, board, column)


def check(geo: Geometry, board: Board, variant: Variant, move: int) -> int:
    """Return why ``move`` is illegal, or LEGAL. A move is column * 8 + rotation, or the swap."""
    if move == 8 * geo.columns:
        return LEGAL if can_swap(board) else NO_SWAP
    if move < 0 or move > 8 * geo.columns:
        return UNKNOWN
    column = move >> 3
    if not is_open(geo, board, column):
        return FULL if board.heights[column] >= geo.full[column] else CLOSED
    if barred(geo, board, variant, column):
        return LONELY
    first = first_rotation(board, board.heights[column])
    if first >= 0 and (move & 4) != first:
        return PARITY
    return LEGAL


def generate(geo: Geometry, board: Board, variant: Variant, moves: Ints) -> int:
    """Write the legal moves of an unfinished game to ``moves``; return their number.

    Order: by column letter, then row, then rotation letter; the swap last.
    """
    count = 0
    for column in range(geo.columns):
        if board.slot[column] >= 0 and not barred(geo, board, variant, column):
            first = first_rotation(board, board.heights[column])
            for rotation in range(max(first, 0), first + 4 if first >= 0 else 8):
                moves[count] = column * 8 + rotation
                count += 1
    if can_swap(board):
        moves[count] = 8 * geo.columns
        count += 1
    return count
