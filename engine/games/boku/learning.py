"""Boku for programs that learn: the functions of ``engine.learning.interface``.

An action is ``13 * place + code``. Places count the squares of a plane row by row, from the row of
the numbers 1 and the column ``a``; codes are the rules' codes of the marble taken, 0 for none.
"""

from __future__ import annotations

from typing import Any

from boche.engine.games.boku import rules

CODES = 13
ROWS, COLUMNS = 10, 11


def action(state: Any, move: int) -> int:
    place = move >> 4
    row, column = place % rules.WIDTH - 1, place // rules.WIDTH - 1
    return CODES * (COLUMNS * row + column) + (move & 15)


def cut_off(state: Any) -> bool:
    """Return whether the player to move still has a marble."""
    info = state.board.info
    return bool(info[rules.LEFT + info[rules.TURN]] > 0)


def observe(state: Any, seat: int, out: Any) -> None:
    """Write the planes that ``encoding.PLANES`` describes."""
    cells, info = state.board.cells, state.board.info
    for c in range(COLUMNS):
        for n in range(ROWS):
            what = cells[(c + 1) * rules.WIDTH + n + 1]
            if what != rules.OUTSIDE:
                out[2, n, c] = 1.0
            if what < rules.EMPTY:
                out[0 if what == seat else 1, n, c] = 1.0
    barred = info[rules.BARRED]
    if barred > 0:
        out[3, barred % rules.WIDTH - 1, barred // rules.WIDTH - 1] = 1.0
    out[4] = info[rules.LEFT + seat] / rules.MARBLES
    out[5] = info[rules.LEFT + 1 - seat] / rules.MARBLES
    if info[rules.TURN] == seat:
        out[6] = 1.0


def pack(state: Any, data: Any) -> int:
    return rules.pack(state.board, data)


def unpack(state: Any, start: Any, data: Any, seen: int) -> bool:
    rules.unpack(state.board, data)
    return True


def advance(state: Any, move: int) -> int:
    return rules.play(state.board, move)


def piece_on_the_move(state: Any) -> int:
    return 0
