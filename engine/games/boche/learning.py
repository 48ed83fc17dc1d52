"""Boche for programs that learn: the functions of ``engine.learning.interface``.

An action is the rules' number of a move: eight rotations for each column, then the swap.
"""

from __future__ import annotations

from typing import Any

from boche.engine.games.boche import rules, search


def action(state: Any, move: int) -> int:
    return move


def cut_off(state: Any) -> bool:
    return False


def observe(state: Any, seat: int, out: Any) -> None:
    """Write the planes that ``encoding.planes`` describes."""
    geo, board, info = state.geo, state.board, state.board.info
    column = 0
    for c in range(geo.size):
        for r in range(geo.size - c):
            for level in range(board.heights[column]):
                hub = board.rotations[column * geo.size + level] & 3
                out[4 * level + hub, r, c] = 1.0
            column += 1
    colour, last = seat ^ info[rules.SWAPPED], 4 * geo.size
    if info[rules.CUBES] > 0 and (info[rules.BASE] ^ 1) == colour:
        out[last] = 1.0
    if rules.can_swap(board):
        out[last + 1] = 1.0
    if info[rules.TURN] == colour:
        out[last + 2] = 1.0


def pack(state: Any, data: Any) -> int:
    return rules.pack(state.geo, state.board, data)


def unpack(state: Any, start: Any, data: Any, seen: int) -> bool:
    search.copy(state, start)
    rules.unpack(state.geo, state.board, data)
    return True


def advance(state: Any, move: int) -> int:
    return rules.play(state.geo, state.board, state.variant, move)


def piece_on_the_move(state: Any) -> int:
    return 0
