"""The rules of Y, which are implemented only here, interpreted and compiled alike.

The cell in column x and row y (both from 0) has the *place* ``(x + 1) * width + y + 1`` with
``width = size + 1``; places outside the board are OUTSIDE. A move is a place, or SWAP.
"""

from typing import NamedTuple

Ints = list[int]  # compiled, they are numpy arrays of int64

BLACK, WHITE, EMPTY, OUTSIDE = 0, 1, 2, 3
SWAP = 0  # a place outside of every board
ALL_SIDES = 7

LEGAL, UNKNOWN, OCCUPIED, NO_SWAP = 0, 1, 2, 3  # results of ``check``
UNDECIDED = -1  # a result of ``play``, besides the winner's colour

TURN, SWAPPED, PLY, OPEN, WIDTH, INFO_SLOTS = 0, 1, 2, 3, 4, 5  # of ``Board.info``, how many


class Board(NamedTuple):
    """The state of a position, changed in place by ``play``.

    ``cells`` per place: BLACK, WHITE, EMPTY or OUTSIDE. ``link`` per place: another place of its
    chain, or itself at the chain's root. ``sides`` at a root: a bit for each side that the chain
    touches. ``open``: the empty places in any order; ``slot`` per place: its index there.
    """

    cells: Ints
    link: Ints
    sides: Ints
    open: Ints
    slot: Ints
    info: Ints


def root(link: Ints, place: int) -> int:
    """Return the place that represents the chain of a place."""
    while link[place] != place:
        link[place] = link[link[place]]  # path halving
        place = link[place]
    return place


def check(board: Board, move: int) -> int:
    """Return the reason why ``move`` is illegal in an unfinished game, or LEGAL."""
    if move == SWAP:
        return LEGAL if board.info[PLY] == 1 else NO_SWAP
    if move < 0 or move >= len(board.cells) or board.cells[move] == OUTSIDE:
        return UNKNOWN
    return LEGAL if board.cells[move] == EMPTY else OCCUPIED


def generate(board: Board, moves: Ints) -> int:
    """Write the legal moves of an unfinished game, the swap last; return their number."""
    count = 0
    for place in range(len(board.cells)):
        if board.cells[place] == EMPTY:
            moves[count] = place
            count += 1
    if board.info[PLY] == 1:
        moves[count] = SWAP
        count += 1
    return count


def play(board: Board, move: int) -> int:
    """Play a legal move; return UNDECIDED or the winner's colour.

    A swap exchanges the people and leaves the turn to the other colour, now the first player's.
    """
    info = board.info
    info[PLY] += 1
    if move == SWAP:
        info[SWAPPED] = 1
        return UNDECIDED
    colour = info[TURN]
    info[TURN] = 1 - colour
    put(board, move, colour)
    return colour if joined(board, move) == ALL_SIDES else UNDECIDED


def put(board: Board, place: int, colour: int) -> None:
    """Put a stone on an empty cell."""
    info, slot = board.info, board.slot[place]
    board.cells[place] = colour
    info[OPEN] -= 1
    last = board.open[info[OPEN]]
    board.open[slot] = last
    board.slot[last] = slot


def joined(board: Board, place: int) -> int:
    """Join a new stone with adjacent chains of its colour; return the sides they touch."""
    cells, link, sides, width = board.cells, board.link, board.sides, board.info[WIDTH]
    for step in (1, width, width - 1, -1, -width, 1 - width):
        if cells[place + step] == cells[place]:
            one, two = root(link, place), root(link, place + step)
            link[one] = two
            sides[two] |= sides[one]
    return sides[root(link, place)]
