"""Y for programs that learn: the functions of ``engine.learning.interface``.

An action is a move's number: the place of a cell, or ``rules.SWAP``.
"""

from typing import Any

from boche_y import rules


def action(state: rules.Board, move: int) -> int:
    return move


def observe(state: rules.Board, seat: int, out: Any) -> None:
    """Write the planes that ``encoding.PLANES`` describes."""
    width, colour = state.info[rules.WIDTH], seat ^ state.info[rules.SWAPPED]
    for place in range(len(state.cells)):
        if state.cells[place] < rules.EMPTY:
            mine = 0 if state.cells[place] == colour else 1
            out[mine, place % width - 1, place // width - 1] = 1.0
    if state.info[rules.PLY] == 1:
        out[2] = 1.0
    if state.info[rules.TURN] == colour:
        out[3] = 1.0
