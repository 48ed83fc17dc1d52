"""The board of Octi: the contents of its arrays, the codes of steps, pods and squares."""

from __future__ import annotations

from typing import NamedTuple

# The type of the arrays when interpreted; compiled, they are numpy arrays of int64.
Ints = list[int]
Table = tuple[int, ...]

BLACK, WHITE = 0, 1
EACH, PODS = 7, 14  # pods of a side and in all; Black's come first
SQUARES = 81
RESERVE, POOL = 81, 82  # places of pods off the board: in reserve, captured
PRONGS, FULL = 25, 255  # prongs of a side; the mask of a pod with all eight

# A step is ``type << 16 | what``. These begin a turn, with a kind or (BRING) a square.
PRONGS_OF, BRING, MOVE_OF = 0, 1, 2
# After PRONGS_OF, with a direction: add a prong; add it in exchange; give up an old one for it.
ADD, FRESH, OLD = 3, 4, 5
# After MOVE_OF: stop; step or jump in a direction; move one more pod, with its rank; capture some
# of the pods jumped over, with a mask in the order of ``pods_on``.
STOP, STEP, JUMP, ALSO, TAKE = 6, 7, 8, 9, 10
WHAT = 0xFFFF

# Stages of a turn: ``info[STAGE]``.
START, PRONG, FRESHEN, HOP, CAPTURE = 0, 1, 2, 3, 4

# Results of ``play``: the game (or turn) goes on; ``kind + winner``; a draw.
UNDECIDED, HOMES, STUCK, REPETITION = -1, 0, 2, 4

# Slots of ``Board.info``. The first three are kept per side, at the slot plus the side.
IN_RESERVE, IN_POOL, IN_HAND = 0, 2, 4
TURN, PLY, KEY, SEEN = 6, 7, 8, 9
STAGE, SOURCE, POD, NEW = 10, 11, 12, 13
MOVERS, MOVER, AT, HOPS, OVER, TIED = 14, 15, 16, 17, 18, 19
STAMP, FIRST_STAMP = 20, 21
INFO_SLOTS = 22

MOST_HOPS = 16  # of a pod in a turn: it jumps no square twice, and there are at most 13 other pods
STOPPED = -1

# Offsets in ``Geometry.keys``, after pods: Black's reserve prongs, reserve pods, White to move.
KEYS_OF_PRONGS = 2 * SQUARES * 256
KEYS_OF_RESERVE = KEYS_OF_PRONGS + 2 * PRONGS + 1
KEY_OF_WHITE = KEYS_OF_RESERVE + 2 * (EACH + 1)
KEYS = KEY_OF_WHITE + 1


class Geometry(NamedTuple):
    """The tables of one board; see ``engine.games.octi.board``."""

    next: Table  # 8 * square + direction: the next square, or -1
    home: Table  # per square: 1 + the side whose home it is, or 0
    homes: Table  # all home squares, rising
    rank: Table  # per mask: its place among all masks in the order of their letters
    mask: Table  # per rank: the mask, the inverse of ``rank``
    keys: Table  # arbitrary numbers below 2**56; see ``KEYS_OF_PRONGS``


class Board(NamedTuple):
    """The state of a position, changed in place by ``play``.

    ``square`` and ``prongs`` are kept per pod; ``number`` of pods and ``side`` (-1 for none) per
    square. During a turn: ``movers``, their ``ends`` and ``hops`` (MOST_HOPS for each: the
    direction, plus 8 for a jump, STOPPED after the last), ``jumped`` per square (stamps),
    ``taken`` per pod. Moving pods stay on the board until the turn is complete. ``history`` holds
    the keys of the positions that may still recur; ``list`` is scratch space.
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
    """The options used by the rules, as integers (``wrap`` is part of the geometry)."""

    bases: int


def kind_of(geo: Geometry, board: Board, pod: int) -> int:
    return board.square[pod] * 256 + geo.rank[board.prongs[pod]]


def find(geo: Geometry, board: Board, kind: int) -> int:
    """Return the first pod of a kind, of either side, or -1."""
    square, prongs = kind >> 8, geo.mask[kind & 255]
    for pod in range(PODS):
        if board.square[pod] == square and board.prongs[pod] == prongs:
            return pod
    return -1


def insert(geo: Geometry, board: Board, pod: int, count: int) -> None:
    """Insert a pod into the first ``count`` entries of ``board.list``, sorted by kind."""
    at, kind = count, kind_of(geo, board, pod)
    while at > 0 and kind_of(geo, board, board.list[at - 1]) > kind:
        board.list[at] = board.list[at - 1]
        at -= 1
    board.list[at] = pod


def pods_on(geo: Geometry, board: Board, square: int) -> int:
    """List the pods that stay on a square, sorted by prongs, and return their number."""
    count = 0
    for pod in range(PODS):
        if board.square[pod] == square and not moves(board, pod):
            insert(geo, board, pod, count)
            count += 1
    return count


def pods_of(geo: Geometry, board: Board, side: int) -> int:
    """List a side's pods on the board, sorted by square and prongs; return their number."""
    count = 0
    for pod in range(EACH * side, EACH * side + EACH):
        if board.square[pod] < SQUARES:
            insert(geo, board, pod, count)
            count += 1
    return count


def moves(board: Board, pod: int) -> bool:
    """Return whether a pod is one of those that move in this turn."""
    found = False
    for i in range(board.info[MOVERS]):
        if board.movers[i] == pod:
            found = True
    return found


def stay(board: Board, square: int) -> int:
    """Return the number of pods on a square that do not move in this turn."""
    count = board.number[square]
    if square == board.info[SOURCE]:
        count -= board.info[MOVERS]
    return count


def pod_key(geo: Geometry, pod: int, square: int, prongs: int) -> int:
    return geo.keys[(pod // EACH * SQUARES + square) * 256 + prongs]


def put(geo: Geometry, board: Board, pod: int, square: int) -> None:
    """Place a pod that is off the board on a square."""
    board.square[pod] = square
    board.number[square] += 1
    board.side[square] = pod // EACH
    board.info[KEY] += pod_key(geo, pod, square, board.prongs[pod])


def lift(geo: Geometry, board: Board, pod: int, place: int) -> None:
    """Take a pod off the board, to RESERVE or POOL; it keeps its prongs."""
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
