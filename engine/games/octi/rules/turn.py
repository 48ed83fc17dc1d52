"""Functions to make the steps of a turn of Octi and determine its result."""

from __future__ import annotations

from boche.engine.games.octi.rules.board import *
from boche.engine.games.octi.rules.steps import (
    can_jump_on,
    has_move,
    homes_taken,
    least_hop,
    returns,
)


def play(geo: Geometry, board: Board, variant: Variant, step: int) -> int:
    """Make a step listed by ``generate``; return UNDECIDED, kind + winner, or REPETITION."""
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
    """Make a step of a turn in which pods move, and return the result as ``play`` does."""
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
    """Bring on a pod: a captured one if possible, else one from the reserve."""
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
    info[SEEN] = 0  # a reserve never grows again, so no earlier position can recur


def choose_first(geo: Geometry, board: Board, kind: int) -> None:
    """Begin a turn in which pods move by choosing the first one."""
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
    """Choose one more pod of the square to move."""
    pods = pods_on(geo, board, board.info[SOURCE])
    for i in range(pods):
        if geo.rank[board.prongs[board.list[i]]] == rank:
            board.movers[board.info[MOVERS]] = board.list[i]
            board.info[MOVERS] += 1
            return


def hop(board: Board, code: int) -> None:
    """Record a hop of the moving pod: a direction, plus 8 for a jump, or STOPPED."""
    info = board.info
    if info[TIED] and code != least_hop(board):
        info[TIED] = 0
    board.hops[info[MOVER] * MOST_HOPS + info[HOPS]] = code
    info[HOPS] += 1


def jump(geo: Geometry, board: Board, direction: int) -> bool:
    """Jump, and return whether a choice of captures comes next.

    It comes once in a turn for each square jumped over, even if other pods jump over it again.
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
    """Finish the moving pod's path, and go on to the next pod or to the end of the turn."""
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
    """Put all moving pods on their destinations at once, and remove the captured pods."""
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


def times_seen(board: Board) -> int:
    """Return how often the position at the start of this turn has occurred, including now."""
    count = 0
    for i in range(board.info[SEEN]):
        if board.history[i] == board.info[KEY]:
            count += 1
    return count


def remember(board: Board) -> None:
    """Add the position at the start of a turn to the history, if there is room."""
    if board.info[SEEN] < len(board.history):
        board.history[board.info[SEEN]] = board.info[KEY]
        board.info[SEEN] += 1


def end_turn(geo: Geometry, board: Board, variant: Variant) -> int:
    """Pass the turn and return the result: homes, no move left, third repetition or UNDECIDED."""
    info = board.info
    side = info[TURN]
    info[STAGE], info[MOVERS], info[SOURCE] = START, 0, -1
    info[STAMP] += 1
    info[TURN] = 1 - side
    info[PLY] += 1
    info[KEY] += geo.keys[KEY_OF_WHITE] if side == BLACK else -geo.keys[KEY_OF_WHITE]
    remember(board)
    return verdict(geo, board, variant, side)


def verdict(geo: Geometry, board: Board, variant: Variant, side: int) -> int:
    """Return the result after a turn of ``side``, as ``end_turn`` does."""
    if homes_taken(geo, board, side) >= variant.bases:
        return HOMES + side
    if times_seen(board) >= 3:
        return REPETITION
    return UNDECIDED if has_move(geo, board) else STUCK + side
