"""Che for programs that learn: the functions of ``engine.learning.interface``.

The table has no edge, so actions and planes cover the cells up to ``REACH`` away from the first
tile. An action is ``4 * cell + kind``, with the cells counted row by row from the lower left.
States are those of ``encoding.make_learning_state``, whose window is always the same.
"""

from __future__ import annotations

from typing import Any

from boche.engine.games.che import rules
from boche.engine.learning import interface

REACH = 15
SIDE = 2 * REACH + 1
WINDOW = REACH + 1  # the reach of the window, since regions that touch its rim are never closed
WIDTH = 2 * WINDOW + 5
LOWEST = 2 * WIDTH + 2  # the lower left cell of those covered
ORIGIN = (WINDOW + 1) * WIDTH + WINDOW + 1  # the first tile's cell


def action(state: Any, move: int) -> int:
    place = (move >> 2) - LOWEST
    row, column = place // WIDTH, place % WIDTH
    if row < 0 or row >= SIDE or column >= SIDE:
        return interface.NO_ACTION
    return (row * SIDE + column) * 4 + (move & 3)


def cut_off(state: Any) -> bool:
    """Return whether the pool still has a tile."""
    pool = state.variant.num_tiles
    return bool(pool == 0 or state.board.info[rules.TILES] < pool)


def observe(state: Any, seat: int, out: Any) -> None:
    """Write the planes that ``encoding.PLANES`` describes."""
    board, info = state.board, state.board.info
    tiles = info[rules.TILES]
    for i in range(tiles):
        cell = board.placed[i]
        place = action(state, cell * 4) >> 2
        if place >= 0:
            kind = board.kinds[cell] - 1
            row, column = place // SIDE, place % SIDE
            out[2 * ((kind >> 1) ^ seat) + (kind & 1), row, column] = 1.0
            if i >= tiles - info[rules.LAID]:
                out[4, row, column] = 1.0
    for i in range(info[rules.OPEN]):
        place = action(state, board.open[i] * 4) >> 2
        if place >= 0:
            out[5, place // SIDE, place % SIDE] = 1.0
    if info[rules.BASE] == seat:
        out[6] = 1.0
    if state.variant.num_tiles > 0:
        out[7] = (state.variant.num_tiles - tiles) / state.variant.num_tiles
    if info[rules.TURN] == seat:
        out[8] = 1.0


def pack(state: Any, data: Any) -> int:
    """Write the position; ``data`` has the one before the move, or else the same position.

    The two tiles of a move come in the order in which ``Position.play`` lays them.
    """
    geo, board, info, before = state.geo, state.board, state.board.info, data[4]
    count = rules.pack(geo, board, data)
    if info[rules.TILES] == before + 2 and before > 0:
        one, two = board.placed[before], board.placed[before + 1]
        beside = rules.neighbours(geo, board, two) - (1 if rules.touches(geo, one, two) else 0)
        first, second = count - 4, count - 2
        left = data[second] < data[first]
        below = data[second] == data[first] and data[second + 1] < data[first + 1]
        if (left or below) and beside > 0:
            data[first], data[second] = data[second], data[first]
            data[first + 1], data[second + 1] = data[second + 1], data[first + 1]
    return count


def unpack(state: Any, start: Any, data: Any, seen: int) -> bool:
    if data[3] > 0:
        return False  # shown with a tile of the next move, for people
    for i in range(data[4]):
        x, y = data[rules.PACKED_HEAD + 2 * i], data[rules.PACKED_HEAD + 2 * i + 1] >> 2
        if max(abs(x), abs(y)) > REACH:
            return False
    rules.unpack(state.geo, state.board, state.variant, data)
    return True


def advance(state: Any, move: int) -> int:
    return rules.play_tile(state.geo, state.board, state.variant, move)


def whole_moves(state: Any, ones: Any, twos: Any) -> int:
    """Write the moves as ``rules.generate`` does; none if some may lie outside of the window."""
    board = state.board
    for i in range(board.info[rules.OPEN]):
        if action(state, board.open[i] * 4) < 0:
            return -1
    return rules.generate(state.geo, state.board, state.variant, ones, twos)


def piece_on_the_move(state: Any) -> int:
    laid = int(state.board.info[rules.LAID])
    return 1 + laid if laid > 0 else 0
