"""The rules of Octi: plain functions over small integer arrays, and nothing else.

This file is the one source of the rules. Interpreted, over lists, it serves the table; compiled
by ``engine.compiled`` from this same source, over numpy arrays, it serves search and bulk replay.
So it keeps to what both understand: integers, indexing, loops; and it imports nothing that runs.

A turn is made in *steps*: first what to do and with which pod, then the pods that go along, then
for each of them hop by hop, with a choice of captures behind each jump. ``generate`` lists the
steps there are, ``play`` makes one. Squares are numbered ``9 * (x - 1) + y - 1``, directions 0 to
7 clockwise from north, and a pod's prongs are a mask of directions. Pods of one *kind* (square
and prongs) are the same for the rules; a kind's number is ``256 * square + rank``, where the rank
orders masks as their letters do in a dictionary.
"""

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
    """The tables of one board; see ``engine.octi.tables``."""

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


# -- pods and squares


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


# -- what a pod may do


def can_step(geo: Geometry, board: Board, square: int, direction: int) -> bool:
    """Whether a pod of the side to move may step from a square: to an empty or friendly one."""
    to = geo.next[8 * square + direction]
    return to >= 0 and board.side[to] != 1 - board.info[TURN]


def can_jump(geo: Geometry, board: Board, square: int, direction: int) -> bool:
    """Whether the pod that moves may jump: over a square with pods that stay, to an empty one."""
    over = geo.next[8 * square + direction]
    if over < 0 or stay(board, over) == 0 or board.jumped[over] == board.info[STAMP]:
        return False
    to = geo.next[8 * over + direction]
    return to >= 0 and stay(board, to) == 0


def can_go(geo: Geometry, board: Board, pod: int) -> bool:
    """Whether a pod that stands may move. The others of its square make no difference to that."""
    square, prongs = board.square[pod], board.prongs[pod]
    for direction in range(8):
        if prongs >> direction & 1 and (
            can_step(geo, board, square, direction) or can_jump(geo, board, square, direction)
        ):
            return True
    return False


def can_jump_on(geo: Geometry, board: Board) -> bool:
    """Whether the pod that has just jumped may jump again."""
    prongs = board.prongs[board.movers[board.info[MOVER]]]
    for direction in range(8):
        if prongs >> direction & 1 and can_jump(geo, board, board.info[AT], direction):
            return True
    return False


def has_prong_steps(board: Board, pod: int) -> bool:
    """Whether a prong may be added to a pod or turned in it."""
    if board.prongs[pod] == FULL:
        return False
    return board.prongs[pod] > 0 or board.info[IN_HAND + board.info[TURN]] > 0


def returns(geo: Geometry, board: Board, square: int) -> bool:
    """Whether a captured pod may come back on a home square."""
    side = board.info[TURN]
    if board.info[IN_POOL + side] == 0 or board.side[square] != side:
        return False
    return homes_taken(geo, board, side) > 0


def can_bring(geo: Geometry, board: Board, square: int) -> bool:
    """Whether the side to move may bring a pod on a home square."""
    side = board.info[TURN]
    own = geo.home[square] == 1 + side and board.side[square] != 1 - side
    return (own and board.info[IN_RESERVE + side] > 0) or returns(geo, board, square)


def has_move(geo: Geometry, board: Board) -> bool:
    """Whether the side to move has any move, at the beginning of a turn."""
    first = EACH * board.info[TURN]
    for pod in range(first, first + EACH):
        if board.square[pod] < SQUARES and (has_prong_steps(board, pod) or can_go(geo, board, pod)):
            return True
    found = False
    for i in range(len(geo.homes)):
        if can_bring(geo, board, geo.homes[i]):
            found = True
    return found


# -- which steps there are


def generate(geo: Geometry, board: Board, variant: Variant, steps: Ints) -> int:
    """Write the steps that an unfinished game takes now to ``steps``; return their number.

    Order: as the types are numbered, then by what they hold; but that one more pod may move
    comes last. A stage that is reached has one step at least, and each leads to a whole turn.
    """
    stage = board.info[STAGE]
    if stage == START:
        return generate_start(geo, board, steps)
    if stage == PRONG:
        return generate_prong(board, steps)
    if stage == FRESHEN:
        return generate_old(board, steps)
    if stage == HOP:
        return generate_hops(geo, board, steps)
    return generate_captures(geo, board, steps)


def generate_start(geo: Geometry, board: Board, steps: Ints) -> int:
    pods, count = pods_of(geo, board, board.info[TURN]), 0
    for i in range(pods):
        kind = kind_of(geo, board, board.list[i])
        again = i > 0 and kind_of(geo, board, board.list[i - 1]) == kind
        if not again and has_prong_steps(board, board.list[i]):
            steps[count] = PRONGS_OF << 16 | kind
            count += 1
    for i in range(len(geo.homes)):
        if can_bring(geo, board, geo.homes[i]):
            steps[count] = BRING << 16 | geo.homes[i]
            count += 1
    for i in range(pods):
        kind = kind_of(geo, board, board.list[i])
        again = i > 0 and kind_of(geo, board, board.list[i - 1]) == kind
        if not again and can_go(geo, board, board.list[i]):
            steps[count] = MOVE_OF << 16 | kind
            count += 1
    return count


def generate_prong(board: Board, steps: Ints) -> int:
    prongs, count = board.prongs[board.info[POD]], 0
    if board.info[IN_HAND + board.info[TURN]] > 0:
        for direction in range(8):
            if not prongs >> direction & 1:
                steps[count] = ADD << 16 | direction
                count += 1
    if prongs > 0:
        for direction in range(8):
            if not prongs >> direction & 1:
                steps[count] = FRESH << 16 | direction
                count += 1
    return count


def generate_old(board: Board, steps: Ints) -> int:
    prongs, count = board.prongs[board.info[POD]], 0
    for direction in range(8):
        if prongs >> direction & 1:
            steps[count] = OLD << 16 | direction
            count += 1
    return count


def least_hop(board: Board) -> int:
    """What the pod that moves must do at least, so that equal pods take their ways in order."""
    info = board.info
    if info[TIED] == 0:
        return STOPPED
    return board.hops[(info[MOVER] - 1) * MOST_HOPS + info[HOPS]]


def generate_hops(geo: Geometry, board: Board, steps: Ints) -> int:
    info, count = board.info, 0
    prongs, least = board.prongs[board.movers[info[MOVER]]], least_hop(board)
    if info[HOPS] > 0 and least == STOPPED:
        steps[count] = STOP << 16
        count += 1
    for direction in range(max(least, 0), 8 if info[HOPS] == 0 else 0):
        if prongs >> direction & 1 and can_step(geo, board, info[AT], direction):
            steps[count] = STEP << 16 | direction
            count += 1
    for direction in range(max(least - 8, 0), 8):
        if prongs >> direction & 1 and can_jump(geo, board, info[AT], direction):
            steps[count] = JUMP << 16 | direction
            count += 1
    if info[HOPS] == 0 and info[MOVER] == 0:
        count = generate_more(geo, board, steps, count)
    return count


def generate_more(geo: Geometry, board: Board, steps: Ints, count: int) -> int:
    """Add the pods that may go along: of no lower rank than the last chosen, each kind once."""
    last = geo.rank[board.prongs[board.movers[board.info[MOVERS] - 1]]]
    pods, before = pods_on(geo, board, board.info[SOURCE]), -1
    for i in range(pods):
        rank = geo.rank[board.prongs[board.list[i]]]
        if rank >= last and rank != before and can_go(geo, board, board.list[i]):
            steps[count] = ALSO << 16 | rank
            count += 1
        before = rank
    return count


def generate_captures(geo: Geometry, board: Board, steps: Ints) -> int:
    pods, count = pods_on(geo, board, board.info[OVER]), 0
    for chosen in range(1 << pods):
        if is_choice(board, chosen, pods):
            steps[count] = TAKE << 16 | chosen
            count += 1
    return count


def is_choice(board: Board, chosen: int, pods: int) -> bool:
    """Whether of equal pods, side by side in ``board.list``, the first ones are chosen."""
    for i in range(1, pods):
        if (
            chosen >> i & 1
            and not chosen >> (i - 1) & 1
            and board.prongs[board.list[i]] == board.prongs[board.list[i - 1]]
        ):
            return False
    return True


# -- making steps


def play(geo: Geometry, board: Board, variant: Variant, step: int) -> int:
    """Make a step that ``generate`` lists; return UNDECIDED, kind + winner, or REPETITION."""
    kind, what, info = step >> 16, step & WHAT, board.info
    if kind == PRONGS_OF:
        info[POD] = find(geo, board, what)
        info[STAGE] = PRONG
    elif kind == BRING:
        bring(geo, board, what)
        return end_turn(geo, board, variant)
    elif kind == MOVE_OF:
        choose_first(geo, board, what)
    elif kind == ADD:
        set_prongs(geo, board, info[POD], board.prongs[info[POD]] | 1 << what)
        change_hand(geo, board, info[TURN], -1)
        return end_turn(geo, board, variant)
    elif kind == FRESH:
        info[NEW] = what
        info[STAGE] = FRESHEN
    elif kind == OLD:
        set_prongs(geo, board, info[POD], board.prongs[info[POD]] ^ (1 << what | 1 << info[NEW]))
        return end_turn(geo, board, variant)
    else:
        return play_on(geo, board, variant, kind, what)
    return UNDECIDED


def play_on(geo: Geometry, board: Board, variant: Variant, kind: int, what: int) -> int:
    """Make a step of a turn in which pods move."""
    info = board.info
    if kind == ALSO:
        choose_more(geo, board, what)
        return UNDECIDED
    if kind == JUMP:
        if jump(geo, board, what):
            return UNDECIDED
    elif kind == TAKE:
        take(geo, board, what)
    else:
        hop(board, what if kind == STEP else STOPPED)
        if kind == STEP:
            info[AT] = geo.next[8 * info[AT] + what]
        return end_mover(geo, board, variant)
    if can_jump_on(geo, board):
        info[STAGE] = HOP
        return UNDECIDED
    hop(board, STOPPED)
    return end_mover(geo, board, variant)


def bring(geo: Geometry, board: Board, square: int) -> None:
    """Bring a pod on, a captured one where both fit."""
    info, side = board.info, board.info[TURN]
    place = POOL if returns(geo, board, square) else RESERVE
    for pod in range(EACH * side, EACH * side + EACH):
        if board.square[pod] == place:
            put(geo, board, pod, square)
            break
    if place == POOL:
        info[IN_POOL + side] -= 1
        return
    at = KEYS_OF_RESERVE + (EACH + 1) * side + info[IN_RESERVE + side]
    info[KEY] += geo.keys[at - 1] - geo.keys[at]
    info[IN_RESERVE + side] -= 1
    info[SEEN] = 0  # a reserve never grows again, so no earlier position can come back


def choose_first(geo: Geometry, board: Board, kind: int) -> None:
    """Begin a turn in which pods move with the first of them."""
    info = board.info
    board.movers[0] = find(geo, board, kind)
    info[SOURCE], info[MOVERS], info[MOVER] = kind >> 8, 1, 0
    info[AT], info[HOPS], info[TIED] = kind >> 8, 0, 0
    info[STAMP] += 1
    info[FIRST_STAMP] = info[STAMP]
    info[STAGE] = HOP
    for pod in range(PODS):
        board.taken[pod] = 0


def choose_more(geo: Geometry, board: Board, rank: int) -> None:
    """Let one more pod of the square move."""
    pods = pods_on(geo, board, board.info[SOURCE])
    for i in range(pods):
        if geo.rank[board.prongs[board.list[i]]] == rank:
            board.movers[board.info[MOVERS]] = board.list[i]
            board.info[MOVERS] += 1
            return


def hop(board: Board, code: int) -> None:
    """Note what the pod that moves does: a direction, 8 more for a jump, or STOPPED."""
    info = board.info
    if info[TIED] and code != least_hop(board):
        info[TIED] = 0
    board.hops[info[MOVER] * MOST_HOPS + info[HOPS]] = code
    info[HOPS] += 1


def jump(geo: Geometry, board: Board, direction: int) -> bool:
    """Jump; return whether it is now to be chosen what to capture.

    That is asked once in a turn for each square jumped over, whoever jumps it again.
    """
    info = board.info
    hop(board, 8 + direction)
    over = geo.next[8 * info[AT] + direction]
    settled = board.jumped[over] >= info[FIRST_STAMP]
    board.jumped[over] = info[STAMP]
    info[OVER], info[AT] = over, geo.next[8 * over + direction]
    if not settled:
        info[STAGE] = CAPTURE
    return not settled


def take(geo: Geometry, board: Board, chosen: int) -> None:
    """Mark the chosen pods of the square jumped over as captured."""
    pods = pods_on(geo, board, board.info[OVER])
    for i in range(pods):
        if chosen >> i & 1:
            board.taken[board.list[i]] = 1


def end_mover(geo: Geometry, board: Board, variant: Variant) -> int:
    """The pod that moves has arrived: on to the next one, or to the end of the turn."""
    info = board.info
    mover = info[MOVER]
    if info[HOPS] < MOST_HOPS:
        board.hops[mover * MOST_HOPS + info[HOPS]] = STOPPED
    board.ends[mover] = info[AT]
    info[MOVER] = mover + 1
    if mover + 1 == info[MOVERS]:
        settle(geo, board)
        return end_turn(geo, board, variant)
    info[AT], info[HOPS], info[STAGE] = info[SOURCE], 0, HOP
    info[STAMP] += 1
    one, two = board.movers[mover], board.movers[mover + 1]
    info[TIED] = 1 if board.prongs[one] == board.prongs[two] else 0
    return UNDECIDED


def settle(geo: Geometry, board: Board) -> None:
    """Let all who move arrive at once, and take the captured pods off."""
    info, side = board.info, board.info[TURN]
    for i in range(info[MOVERS]):
        lift(geo, board, board.movers[i], RESERVE)
    for pod in range(PODS):
        if board.taken[pod]:
            lift(geo, board, pod, POOL)
            info[IN_POOL + pod // EACH] += 1
            gained, prongs = 0, board.prongs[pod]
            while prongs > 0:
                gained += prongs & 1
                prongs >>= 1
            change_hand(geo, board, side, gained)
            board.prongs[pod] = 0
    for i in range(info[MOVERS]):
        put(geo, board, board.movers[i], board.ends[i])


# -- the end


def homes_taken(geo: Geometry, board: Board, side: int) -> int:
    """How many of the enemy's home squares a side occupies."""
    count = 0
    for i in range(len(geo.homes)):
        if geo.home[geo.homes[i]] == 2 - side and board.side[geo.homes[i]] == side:
            count += 1
    return count


def times_seen(board: Board) -> int:
    """How often the position at the beginning of this turn has been there, this time counted."""
    count = 0
    for i in range(board.info[SEEN]):
        if board.history[i] == board.info[KEY]:
            count += 1
    return count


def remember(board: Board) -> None:
    """Add the position at the beginning of a turn to the history, if there is room."""
    if board.info[SEEN] < len(board.history):
        board.history[board.info[SEEN]] = board.info[KEY]
        board.info[SEEN] += 1


def end_turn(geo: Geometry, board: Board, variant: Variant) -> int:
    """Pass the turn and judge: a win, no move left, the same position for the third time."""
    info = board.info
    side = info[TURN]
    info[STAGE], info[MOVERS], info[SOURCE] = START, 0, -1
    info[STAMP] += 1
    info[TURN] = 1 - side
    info[PLY] += 1
    info[KEY] += geo.keys[KEY_OF_WHITE] if side == BLACK else -geo.keys[KEY_OF_WHITE]
    remember(board)
    if homes_taken(geo, board, side) >= variant.bases:
        return HOMES + side
    if times_seen(board) >= 3:
        return REPETITION
    return UNDECIDED if has_move(geo, board) else STUCK + side
