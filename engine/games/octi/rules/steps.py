"""Legality and generation of the steps that a player of Octi may make."""

from __future__ import annotations

from boche.engine.games.octi.rules.board import *

# -- legality


def can_step(geo: Geometry, board: Board, square: int, direction: int) -> bool:
    """Return whether a pod of the side to move may step to an empty or friendly square."""
    to = geo.next[8 * square + direction]
    return to >= 0 and board.side[to] != 1 - board.info[TURN]


def can_jump(geo: Geometry, board: Board, square: int, direction: int) -> bool:
    """Return whether the moving pod may jump over a square with pods that stay to an empty one."""
    over = geo.next[8 * square + direction]
    if over < 0 or stay(board, over) == 0 or board.jumped[over] == board.info[STAMP]:
        return False
    to = geo.next[8 * over + direction]
    return to >= 0 and stay(board, to) == 0


def can_go(geo: Geometry, board: Board, pod: int) -> bool:
    """Return whether a pod at rest may move. Other pods on its square make no difference."""
    square, prongs = board.square[pod], board.prongs[pod]
    for direction in range(8):
        if prongs >> direction & 1 and (
            can_step(geo, board, square, direction) or can_jump(geo, board, square, direction)
        ):
            return True
    return False


def can_jump_on(geo: Geometry, board: Board) -> bool:
    """Return whether the pod that has just jumped may jump again."""
    prongs = board.prongs[board.movers[board.info[MOVER]]]
    for direction in range(8):
        if prongs >> direction & 1 and can_jump(geo, board, board.info[AT], direction):
            return True
    return False


def has_prong_steps(board: Board, pod: int) -> bool:
    """Return whether a prong of a pod may be added or turned."""
    if board.prongs[pod] == FULL:
        return False
    return board.prongs[pod] > 0 or board.info[IN_HAND + board.info[TURN]] > 0


def returns(geo: Geometry, board: Board, square: int) -> bool:
    """Return whether a captured pod may come back on a home square."""
    side = board.info[TURN]
    if board.info[IN_POOL + side] == 0 or board.side[square] != side:
        return False
    return homes_taken(geo, board, side) > 0


def can_bring(geo: Geometry, board: Board, square: int) -> bool:
    """Return whether the side to move may bring on a pod on a home square."""
    side = board.info[TURN]
    own = geo.home[square] == 1 + side and board.side[square] != 1 - side
    return (own and board.info[IN_RESERVE + side] > 0) or returns(geo, board, square)


def has_move(geo: Geometry, board: Board) -> bool:
    """Return whether the side to move has any move, at the beginning of a turn."""
    first = EACH * board.info[TURN]
    for pod in range(first, first + EACH):
        if board.square[pod] < SQUARES and (has_prong_steps(board, pod) or can_go(geo, board, pod)):
            return True
    found = False
    for i in range(len(geo.homes)):
        if can_bring(geo, board, geo.homes[i]):
            found = True
    return found


def homes_taken(geo: Geometry, board: Board, side: int) -> int:
    """Return the number of the opponent's home squares that a side occupies."""
    count = 0
    for i in range(len(geo.homes)):
        if geo.home[geo.homes[i]] == 2 - side and board.side[geo.homes[i]] == side:
            count += 1
    return count


# -- generating steps


def generate(geo: Geometry, board: Board, variant: Variant, steps: Ints) -> int:
    """Write the possible steps of an unfinished game to ``steps``, and return their number.

    They are ordered by type, then by content, except that ALSO comes last. Every stage reached has
    at least one step, and every step leads to a whole turn.
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
    """Return the lowest hop code for the moving pod, so that equal pods take paths in order."""
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
    """Add steps for further pods of no lower rank than the last chosen, once for each kind."""
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
    """Return whether, of equal pods (adjacent in ``board.list``), the first ones are chosen."""
    for i in range(1, pods):
        if (
            chosen >> i & 1
            and not chosen >> (i - 1) & 1
            and board.prongs[board.list[i]] == board.prongs[board.list[i - 1]]
        ):
            return False
    return True
