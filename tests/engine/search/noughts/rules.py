"""The rules of noughts and crosses, interpreted and compiled alike. A move is a square, 0 to 8."""

from __future__ import annotations

from typing import NamedTuple

Ints = list[int]

EMPTY = 2
LEGAL, OCCUPIED = 0, 1
UNDECIDED, DRAW = -1, 2
TURN, PLY, INFO_SLOTS = 0, 1, 2

ROWS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 3, 6, 1, 4, 7, 2, 5, 8, 0, 4, 8, 2, 4, 6)


class Board(NamedTuple):
    cells: Ints
    info: Ints


def check(board: Board, move: int) -> int:
    return LEGAL if board.cells[move] == EMPTY else OCCUPIED


def generate(board: Board, moves: Ints) -> int:
    count = 0
    for square in range(9):
        if board.cells[square] == EMPTY:
            moves[count] = square
            count += 1
    return count


def play(board: Board, move: int) -> int:
    cells, info = board.cells, board.info
    mover = info[TURN]
    cells[move] = mover
    info[PLY] += 1
    info[TURN] = 1 - mover
    for row in range(0, 24, 3):
        a, b, c = cells[ROWS[row]], cells[ROWS[row + 1]], cells[ROWS[row + 2]]
        if a == mover and b == mover and c == mover:
            return mover
    return DRAW if info[PLY] == 9 else UNDECIDED
