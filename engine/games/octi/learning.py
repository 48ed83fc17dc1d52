"""Octi for programs that learn: the functions of ``engine.learning.interface``.

An action is one step of a turn; the steps of each type have a block of numbers. A
pod is named by its square and the number of pods there that come before it, in the order of their
prongs; equal pods have the same number.
"""

from __future__ import annotations

from typing import Any

from boche.engine.games.octi import rules

# The first action of each type of step; ADD to JUMP share ``STEPS``, with eight each.
MOVE_OF = rules.EACH * rules.SQUARES
BRING = 2 * MOVE_OF
STEPS = BRING + rules.SQUARES
ALSO = STEPS + 8 * (rules.ALSO - rules.ADD)
TAKE = ALSO + rules.EACH
ACTIONS = TAKE + (1 << rules.EACH)

# Planes, see ``encoding.PLANES``.
PODS, PRONGS, HOMES, CHOSEN, PATH, TAKEN = 0, 2, 18, 20, 21, 22
STORES, STAGES, NEW, MINE = 23, 29, 34, 42
PLANES = 43


POD = 1.0 / rules.EACH  # what a pod counts, so that no value is above 1


def action(state: Any, move: int) -> int:
    kind, what, info = move >> 16, move & rules.WHAT, state.board.info
    if kind == rules.PRONGS_OF:
        return rules.EACH * (what >> 8) + place_among(state, what >> 8, what & 255)
    if kind == rules.MOVE_OF:
        return MOVE_OF + rules.EACH * (what >> 8) + place_among(state, what >> 8, what & 255)
    if kind == rules.BRING:
        return BRING + what
    if kind == rules.ALSO:
        return ALSO + place_among(state, info[rules.SOURCE], what)
    if kind == rules.TAKE:
        return TAKE + what
    return STEPS + 8 * (kind - rules.ADD) + what


def place_among(state: Any, square: int, rank: int) -> int:
    """Return the number of pods on a square that come before those of a rank."""
    geo, board, count = state.geo, state.board, 0
    if board.number[square] == 1:
        return 0
    for pod in range(rules.PODS):
        if board.square[pod] == square and geo.rank[board.prongs[pod]] < rank:
            count += 1
    return count


def cut_off(state: Any) -> bool:
    """Return whether the position has not occurred three times."""
    return rules.times_seen(state.board) < 3


def observe(state: Any, seat: int, out: Any) -> None:
    """Write the planes that ``encoding.PLANES`` describes."""
    geo, board, info = state.geo, state.board, state.board.info
    for pod in range(rules.PODS):
        square, side = board.square[pod], pod // rules.EACH ^ seat
        if square < rules.SQUARES:
            row, column = square % 9, square // 9
            out[PODS + side, row, column] += POD
            for direction in range(8):
                if board.prongs[pod] >> direction & 1:
                    out[PRONGS + 8 * side + direction, row, column] += POD
            if info[rules.STAGE] >= rules.HOP and board.taken[pod]:
                out[TAKEN, row, column] += POD
    for i in range(len(geo.homes)):
        home = geo.homes[i]
        out[HOMES + ((geo.home[home] - 1) ^ seat), home % 9, home // 9] = 1.0
    observe_turn(board, info, out)
    for side in range(2):
        owner = side ^ seat
        out[STORES + side] = info[rules.IN_RESERVE + owner] / rules.EACH
        out[STORES + 2 + side] = info[rules.IN_POOL + owner] / rules.EACH
        out[STORES + 4 + side] = info[rules.IN_HAND + owner] / rules.PRONGS
    if info[rules.TURN] == seat:
        out[MINE] = 1.0


def observe_turn(board: rules.Board, info: rules.Ints, out: Any) -> None:
    """Write the part of the turn that has been made."""
    stage = info[rules.STAGE]
    out[STAGES + stage] = 1.0
    if stage == rules.PRONG or stage == rules.FRESHEN:
        square = board.square[info[rules.POD]]
        out[CHOSEN, square % 9, square // 9] = POD
        if stage == rules.FRESHEN:
            out[NEW + info[rules.NEW]] = 1.0
    elif stage != rules.START:
        source, at = info[rules.SOURCE], info[rules.AT]
        out[CHOSEN, source % 9, source // 9] = (info[rules.MOVERS] - info[rules.MOVER]) * POD
        out[PATH, at % 9, at // 9] = 1.0


def pack(state: Any, data: Any) -> int:
    return rules.pack(state.board, data)


def unpack(state: Any, start: Any, data: Any, seen: int) -> bool:
    rules.unpack(state.board, data, seen)
    return True


def advance(state: Any, move: int) -> int:
    return rules.play(state.geo, state.board, state.variant, move)


def piece_on_the_move(state: Any) -> int:
    info = state.board.info
    return 1 + int(info[rules.MOVER]) if info[rules.STAGE] != rules.START else 0
