"""The board of Octi: what its arrays hold, how a step is written, pods and squares."""

from __future__ import annotations

from typing import NamedTuple

# What the arrays are when interpreted; compiled, they are numpy arrays of int64.
Ints = list[int]

BLACK, WHITE = 0, 1
EACH, PODS = 7, 14  # pods of a side; those of Black come first
SQUARES = 81
RESERVE, POOL = 81, 82  # places of pods off the board: not yet brought on, captured
PRONGS, FULL = 25, 255  # of a side; the mask of a pod with all eight

# A step is ``type << 16 | what``. First those that begin a turn, with a kind or a square.
PRONGS_OF, BRING, MOVE_OF = 0, 1, 2
# Behind PRONGS_OF, with a direction: add it; put it in place of another, and that one.
ADD, FRESH, OLD = 3, 4, 5
# Behind MOVE_OF: go no further; a direction to step or jump in; a rank of one more pod that
# moves; which of the pods jumped over to capture, a mask of them in the order of ``pods_on``.
STOP, STEP, JUMP, ALSO, TAKE = 6, 7, 8, 9, 10
WHAT = 0xFFFF

# Stages of a turn: ``info[STAGE]``.
START, PRONG, FRESHEN, HOP, CAPTURE = 0, 1, 2, 3, 4

# Results of ``play``: the game (or the turn) goes on, ``kind + winner``, or a draw.
UNDECIDED, HOMES, STUCK, REPETITION = -1, 0, 2, 4

# Slots of ``Board.info``. The first ones count for each side: its slot is the name + the side.
IN_RESERVE, IN_POOL, IN_HAND = 0, 2, 4
TURN, PLY, KEY, SEEN = 6, 7, 8, 9
STAGE, SOURCE, POD, NEW = 10, 11, 12, 13
MOVERS, MOVER, AT, HOPS, OVER, TIED = 14, 15, 16, 17, 18, 19
STAMP, FIRST_STAMP = 20, 21
INFO_SLOTS = 22

MOST_HOPS = 16  # of one pod in a turn: it jumps no square twice, and 13 others there are at most
STOPPED = -1

# Where the parts of ``Geometry.keys`` begin: pods, reserve prongs of Black, reserve pods.
KEYS_OF_PRONGS = 2 * SQUARES * 256
KEYS_OF_RESERVE = KEYS_OF_PRONGS + 2 * PRONGS + 1
KEY_OF_WHITE = KEYS_OF_RESERVE + 2 * (EACH + 1)
KEYS = KEY_OF_WHITE + 1


class Geometry(NamedTuple):
    """The tables of one board; see ``engine.games.octi.board``."""

    next: Ints  # 8 * square + direction: the next square, or -1
    home: Ints  # per square: 1 + the side whose home it is, or 0
    homes: Ints  # all home squares, rising
    rank: Ints  # per mask: its place among all masks, in the order of their letters
    mask: Ints  # the other way
    keys: Ints  # random numbers below 2**58; see ``KEYS_OF_PRONGS``


class Board(NamedTuple):
    """The state of a position, changed in place by ``play``.

    ``square`` and ``prongs`` per pod; ``number`` of pods and ``side`` (-1: nobody's) per square.
    While a turn is made: ``movers``, their ``ends`` and ``hops`` (MOST_HOPS for each: the
    direction, 8 more for a jump, STOPPED behind the last), ``jumped`` per square (stamps),
    ``taken`` per pod.
    Pods that move stay on the board until the turn is whole. ``history`` holds the keys of
    earlier positions that may still come again; ``list`` is scratch.
    """

    square: Ints
    prongs: Ints
    number: Ints
    side: Ints
    info: Ints
    movers: Ints
    ends: Ints
    hops: Ints
    jumped: Ints
    taken: Ints
    history: Ints
    list: Ints


class Variant(NamedTuple):
    """The options that the rules look at, as integers (``wrap`` is in the geometry)."""

    bases: int


def kind_of(geo: Geometry, board: Board, pod: int) -> int:
    return board.square[pod] * 256 + geo.rank[board.prongs[pod]]


def find(geo: Geometry, board: Board, kind: int) -> int:
    """The first pod of a kind, of either side, or -1."""
    square, prongs = kind >> 8, geo.mask[kind & 255]
    for pod in range(PODS):
        if board.square[pod] == square and board.prongs[pod] == prongs:
            return pod
    return -1


def insert(geo: Geometry, board: Board, pod: int, count: int) -> None:
    """Sort a pod into the first ``count`` of ``board.list``, by its kind."""
    at, kind = count, kind_of(geo, board, pod)
    while at > 0 and kind_of(geo, board, board.list[at - 1]) > kind:
        board.list[at] = board.list[at - 1]
        at -= 1
    board.list[at] = pod


def pods_on(geo: Geometry, board: Board, square: int) -> int:
    """List the pods that stand on a square and stay there, by their prongs; return how many."""
    count = 0
    for pod in range(PODS):
        if board.square[pod] == square and not moves(board, pod):
            insert(geo, board, pod, count)
            count += 1
    return count


def pods_of(geo: Geometry, board: Board, side: int) -> int:
    """List the pods that a side has on the board, by square and prongs; return how many."""
    count = 0
    for pod in range(EACH * side, EACH * side + EACH):
        if board.square[pod] < SQUARES:
            insert(geo, board, pod, count)
            count += 1
    return count


def moves(board: Board, pod: int) -> bool:
    """Whether a pod is one of those that move in this turn."""
    found = False
    for i in range(board.info[MOVERS]):
        if board.movers[i] == pod:
            found = True
    return found


def stay(board: Board, square: int) -> int:
    """How many pods of a square do not move in this turn."""
    count = board.number[square]
    if square == board.info[SOURCE]:
        count -= board.info[MOVERS]
    return count


def pod_key(geo: Geometry, pod: int, square: int, prongs: int) -> int:
    return geo.keys[(pod // EACH * SQUARES + square) * 256 + prongs]


def put(geo: Geometry, board: Board, pod: int, square: int) -> None:
    """Stand a pod that is off the board on a square."""
    board.square[pod] = square
    board.number[square] += 1
    board.side[square] = pod // EACH
    board.info[KEY] += pod_key(geo, pod, square, board.prongs[pod])


def lift(geo: Geometry, board: Board, pod: int, place: int) -> None:
    """Take a pod off the board, to RESERVE or POOL; its prongs stay in it."""
    square = board.square[pod]
    board.info[KEY] -= pod_key(geo, pod, square, board.prongs[pod])
    board.square[pod] = place
    board.number[square] -= 1
    if board.number[square] == 0:
        board.side[square] = -1


def set_prongs(geo: Geometry, board: Board, pod: int, prongs: int) -> None:
    """Change the prongs of a pod on the board."""
    square = board.square[pod]
    board.info[KEY] += pod_key(geo, pod, square, prongs)
    board.info[KEY] -= pod_key(geo, pod, square, board.prongs[pod])
    board.prongs[pod] = prongs


def change_hand(geo: Geometry, board: Board, side: int, by: int) -> None:
    """Change the number of prongs that a side has in reserve."""
    if side == BLACK:
        before = KEYS_OF_PRONGS + board.info[IN_HAND]
        board.info[KEY] += geo.keys[before + by] - geo.keys[before]
    board.info[IN_HAND + side] += by
