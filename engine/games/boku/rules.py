"""The rules of Boku, as plain functions over small integer arrays.

This file is the only source of the rules. Positions run it interpreted, over lists. Search and
bulk work run the same source over numpy arrays, compiled by ``engine.native``. So it uses
only what both support (integers, indexing, loops) and imports no code.

A cell (column 0 to 10, number 1 to 10) has the *place* ``(column + 1) * WIDTH + number``. Places
off the board hold OUTSIDE, so that a walk along a line needs no other bounds check. Places are
ordered by column letter, then by number. A move is ``place * 16 + code``; code 0 takes nothing,
any other code takes the marble at ``place + REACH[code]``.
"""

from __future__ import annotations

from typing import NamedTuple

# The type of the arrays when interpreted; compiled, they are numpy arrays of int64.
Ints = list[int]

BLACK, WHITE, EMPTY, OUTSIDE = 0, 1, 2, 3

WIDTH = 12
PLACES = 13 * WIDTH
MARBLES = 36
ROW = 5

AXES = (1, WIDTH, WIDTH + 1)
# Offsets of the marbles in a sandwich, one and two steps away, in rising order; code 0 is none.
REACH = (0, -26, -24, -13, -12, -2, -1, 1, 2, 12, 13, 24, 26)
# The codes (bits 1 to 12) of the pair ahead on each of the axes, then of the pair behind.
AHEAD = (1 << 7 | 1 << 8, 1 << 9 | 1 << 11, 1 << 10 | 1 << 12)
BEHIND = (1 << 5 | 1 << 6, 1 << 2 | 1 << 4, 1 << 1 | 1 << 3)

# Results of ``look`` besides codes (bits 1 to 12), and of ``along`` besides a length.
FIVE, CAUGHT = 1, -1

# Results of ``check``.
LEGAL, UNKNOWN, OCCUPIED, FORBIDDEN, MUST_TAKE, NOT_CAUGHT, WINS_FIRST = 0, 1, 2, 3, 4, 5, 6

# Results of ``play`` besides the winner's colour: the game goes on, or is a draw.
UNDECIDED, DRAW = -1, 2

# Slots of ``Board.info``. BARRED is the place that may not be played next, or 0; LEFT and the
# slot after it count the marbles that black and white still have; OPEN counts the empty cells.
TURN, BARRED, PLY, OPEN, LEFT = 0, 1, 2, 3, 4
INFO_SLOTS = 6

MOST_MOVES = 960
"""Upper bound on the number of legal moves: 80 cells, with at most twelve marbles to take."""

PACKED_HEAD, MOST_PACKED = 7, 87
"""Numbers of a packed position before those of the cells, and in all; see ``pack``."""


class Board(NamedTuple):
    """The state of a position, changed in place by ``play``.

    ``cells`` holds BLACK, WHITE, EMPTY or OUTSIDE per place. ``open`` lists the empty places in
    any order; ``slot`` holds the index in ``open`` per place, or -1.
    """

    cells: Ints
    open: Ints
    slot: Ints
    info: Ints


def along(cells: Ints, place: int, mover: int, step: int) -> int:
    """Return what a marble of ``mover`` at ``place`` would meet in one direction.

    This is the number of adjacent marbles of its own colour in line, or CAUGHT for exactly two
    marbles of the other colour followed by one of its own.
    """
    at = place + step
    first = cells[at]
    if first == mover:
        length = 1
        while cells[at + step] == mover:
            at += step
            length += 1
        return length
    if first == 1 - mover and cells[at + step] == first and cells[at + 2 * step] == mover:
        return CAUGHT
    return 0


def look(cells: Ints, place: int, mover: int) -> int:
    """Return the effect of a marble of ``mover`` at an empty place, as a mask.

    FIVE means five or more in line, which wins before anything is taken. Otherwise the mask has
    the codes of the marbles that it sandwiches, or is 0 if there are none.
    """
    found = 0
    for axis in range(3):
        step = AXES[axis]
        ahead, behind = along(cells, place, mover, step), along(cells, place, mover, -step)
        if max(ahead, 0) + max(behind, 0) >= ROW - 1:
            return FIVE
        if ahead == CAUGHT:
            found |= AHEAD[axis]
        if behind == CAUGHT:
            found |= BEHIND[axis]
    return found


def check(board: Board, move: int) -> int:
    """Return why ``move`` is illegal in an unfinished game, or LEGAL."""
    place, code = move >> 4, move & 15
    if move < 0 or place >= PLACES or code > 12 or board.cells[place] == OUTSIDE:
        return UNKNOWN
    if board.cells[place] != EMPTY:
        return OCCUPIED
    if place == board.info[BARRED]:
        return FORBIDDEN
    found = look(board.cells, place, board.info[TURN])
    if code == 0:
        return LEGAL if found <= FIVE else MUST_TAKE
    if found == FIVE:
        return WINS_FIRST
    return LEGAL if found >> code & 1 else NOT_CAUGHT


def generate(board: Board, moves: Ints) -> int:
    """Write the legal moves of an unfinished game to ``moves`` and return their number.

    They are ordered by column letter and number of the cell, then of the marble taken.
    """
    count = 0
    for place in range(PLACES):
        if board.cells[place] != EMPTY or place == board.info[BARRED]:
            continue
        found = look(board.cells, place, board.info[TURN])
        if found <= FIVE:
            moves[count] = place << 4
            count += 1
            continue
        for code in range(1, 13):
            if found >> code & 1:
                moves[count] = place << 4 | code
                count += 1
    return count


def put(board: Board, place: int, colour: int) -> None:
    """Put a marble on an empty cell."""
    info, slot = board.info, board.slot[place]
    board.cells[place] = colour
    info[LEFT + colour] -= 1
    info[OPEN] -= 1
    last = board.open[info[OPEN]]
    board.open[slot] = last
    board.slot[last] = slot
    board.slot[place] = -1


def lift(board: Board, place: int) -> None:
    """Take the marble off a cell and return it to its owner."""
    info = board.info
    info[LEFT + board.cells[place]] += 1
    board.cells[place] = EMPTY
    board.slot[place] = info[OPEN]
    board.open[info[OPEN]] = place
    info[OPEN] += 1


def settle(board: Board, place: int, code: int) -> None:
    """Make a legal move and pass the turn."""
    info = board.info
    put(board, place, info[TURN])
    info[BARRED] = 0
    if code > 0:
        info[BARRED] = place + REACH[code]
        lift(board, info[BARRED])
    info[TURN] = 1 - info[TURN]
    info[PLY] += 1


def play(board: Board, move: int) -> int:
    """Play a legal move on ``board`` and return UNDECIDED, the winner's colour or DRAW."""
    result = probe(board, move)
    settle(board, move >> 4, move & 15)
    return result


def probe(board: Board, move: int) -> int:
    """Return what ``play`` would return, without changing the board."""
    code, mover = move & 15, board.info[TURN]
    if code == 0 and look(board.cells, move >> 4, mover) == FIVE:
        return mover
    return after(board, mover, code)


def after(board: Board, mover: int, code: int) -> int:
    """Return the result after a move without a five: DRAW if the opponent has no marble left."""
    return DRAW if board.info[LEFT + 1 - mover] + (code > 0) == 0 else UNDECIDED


# -- a position in few numbers


def pack(board: Board, data: Ints) -> int:
    """Write a position to ``data``; return the count of numbers, at most MOST_PACKED.

    They are the turn, the moves played, and no swap; the place barred, marbles left and empty
    places; the empty places in their order, on which random play depends; and the others, times
    two, plus the colour of the marble there.
    """
    info, at = board.info, PACKED_HEAD
    data[0], data[1], data[2] = info[TURN], info[PLY], 0
    data[3], data[4], data[5], data[6] = info[BARRED], info[LEFT], info[LEFT + 1], info[OPEN]
    for i in range(info[OPEN]):
        data[at] = board.open[i]
        at += 1
    for place in range(PLACES):
        if board.cells[place] < EMPTY:
            data[at] = place * 2 + board.cells[place]
            at += 1
    return at


def unpack(board: Board, data: Ints) -> None:
    """Set up the position that ``pack`` has written."""
    info, at = board.info, PACKED_HEAD
    info[TURN], info[PLY] = data[0], data[1]
    info[BARRED], info[LEFT], info[LEFT + 1], info[OPEN] = data[3], data[4], data[5], data[6]
    for i in range(info[OPEN]):
        place = data[at]
        board.cells[place], board.open[i], board.slot[place] = EMPTY, place, i
        at += 1
    for _ in range(MOST_PACKED - at):
        place = data[at] >> 1
        board.cells[place], board.slot[place] = data[at] & 1, -1
        at += 1
