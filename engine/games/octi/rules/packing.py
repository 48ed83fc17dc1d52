"""A position of Octi at the start of a turn in few numbers, without the earlier positions."""

from __future__ import annotations

from boche.engine.games.octi.rules.board import *

PACKED_HEAD, MOST_PACKED = 12, 40
"""Numbers of a packed position before those of the pods, and in all."""

HALF = 32
LOW = (1 << HALF) - 1


def pack(board: Board, data: Ints) -> int:
    """Write a position to ``data``; return the count of numbers, MOST_PACKED.

    The head has the turn, the moves played, and no swap; the two halves of the key; whether no
    earlier position can recur; and the stores. Then come the square and the prongs of each pod.
    """
    info, key = board.info, board.info[KEY]
    data[0], data[1], data[2] = info[TURN], info[PLY], 0
    data[3], data[4] = key >> HALF, (key & LOW) - (1 << HALF - 1)
    data[5] = 1 if info[SEEN] == 1 else 0
    for i in range(6):
        data[6 + i] = info[IN_RESERVE + i]
    for pod in range(PODS):
        data[PACKED_HEAD + pod] = board.square[pod]
        data[PACKED_HEAD + PODS + pod] = board.prongs[pod]
    return MOST_PACKED


def packed_key(data: Ints) -> int:
    """Return the key of a packed position."""
    return (data[3] << HALF) + data[4] + (1 << HALF - 1)


def unpack(board: Board, data: Ints, seen: int) -> None:
    """Set up the position that ``pack`` has written; ``history`` must have ``seen`` keys."""
    info = board.info
    info[TURN], info[PLY] = data[0], data[1]
    info[KEY] = packed_key(data)
    for i in range(6):
        info[IN_RESERVE + i] = data[6 + i]
    for square in range(SQUARES):
        board.number[square], board.side[square] = 0, -1
    for pod in range(PODS):
        square = data[PACKED_HEAD + pod]
        board.square[pod], board.prongs[pod] = square, data[PACKED_HEAD + PODS + pod]
        if square < SQUARES:
            board.number[square] += 1
            board.side[square] = pod // EACH
    info[SEEN], info[STAGE], info[MOVERS], info[SOURCE] = seen, START, 0, -1
    info[STAMP] += 1  # later than any stamp on the board
    info[FIRST_STAMP] = info[STAMP]
