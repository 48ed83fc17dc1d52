"""The features of a step of a turn of Octi."""

from __future__ import annotations

from typing import Any

from boche.engine.games.octi import rules
from boche.engine.games.octi.features.view import *

# For each type of step a block of each of these.
KINDS = 11
DIRECTED = 0
AT_SQUARE = DIRECTED + KINDS * 256 * 9
TO_SQUARE = AT_SQUARE + KINDS * 45 * 9
RISK = TO_SQUARE + KINDS * 45 * 5
WAY = RISK + KINDS * 3 * 3 * 4 * 4
NEXT = WAY + KINDS * 14 * 14
TENSION = NEXT + KINDS * 4 * 4 * 4 * 3
RACES = TENSION + KINDS * 3 * 3 * 2 * 4
NEED = RACES + KINDS * 24 * 24
OVER = NEED + KINDS * 14 * 2 * 3
MOVE_FEATURES = OVER + KINDS * 2 * 3 * 3 * 5
MOST_OF_MOVE = 10


def of_move(state: Any, move: int, scratch: Any, out: Any) -> int:
    geo, board, info = state.geo, state.board, state.board.info
    kind, what, side = move >> 16, move & rules.WHAT, info[rules.TURN]
    # The pod and its prongs before and after, where it stands and comes to, the direction, and
    # the number of pods jumped over and of those that are captured.
    pod, mask, direction, over, some, all_of = -1, 0, 8, -1, 0, 0
    if kind == rules.BRING:
        square = what
    elif kind == rules.PRONGS_OF or kind == rules.MOVE_OF:
        square, mask = what >> 8, geo.mask[what & 255]
    elif kind == rules.ALSO:
        square, mask = info[rules.SOURCE], geo.mask[what]
    elif kind <= rules.OLD:
        pod, direction = info[rules.POD], what
        square = scratch[PLACES + pod]
    else:
        pod = board.movers[info[rules.MOVER]]
        square = info[rules.AT]
        if kind == rules.STEP or kind == rules.JUMP:
            direction = what
    if pod >= 0:
        mask = scratch[HELD + pod]
    after, to, gained = mask, square, 0
    if kind == rules.ADD or kind == rules.FRESH:
        after = mask | 1 << direction
    elif kind == rules.OLD:
        after = mask & ~(1 << direction)
    elif kind == rules.STEP or kind == rules.JUMP:
        to = geo.next[8 * square + direction]
        if kind == rules.JUMP:
            over, to = to, geo.next[8 * to + direction]
            gained = PRONGS[scratch[MASKS + over]]
            all_of = board.number[over]
    elif kind == rules.TAKE:
        over, chosen = info[rules.OVER], what
        all_of = board.number[over]
        while chosen > 0:
            some += chosen & 1
            chosen >>= 1
        for i in range(rules.PODS):
            if board.square[i] == over:
                gained += PRONGS[board.prongs[i]]

    flip, mirror = 1 - side, mirrored(side, square, mask)
    way = 2 * flip + mirror
    seen, toward = TURNED[256 * way + mask], 8
    first, second, prongs = 3, 3, 0
    if direction < 8:
        toward = turned_direction(direction, flip, mirror)
        if square // 9 == 4 and TURNED[512 * flip + mask] == TURNED[512 * flip + 256 + mask]:
            toward = min(toward, 8 - toward & 7)
        ahead = geo.next[8 * square + direction]
        first = cell(scratch, ahead)
        if ahead >= 0:
            second = cell(scratch, geo.next[8 * ahead + direction])
            prongs = min(PRONGS[scratch[MASKS + ahead]], 3)
    before_risk = min(scratch[THREATS + rules.SQUARES + square], 2)
    risk = scratch[THREATS + rules.SQUARES + to]
    if kind == rules.STEP or kind == rules.JUMP:
        # What stands ahead may jump back to where the pod came from, or over what it captured.
        ahead = geo.next[8 * to + direction]
        if ahead >= 0 and scratch[CELLS + ahead] == THEIRS:
            risk += scratch[MASKS + ahead] >> (direction ^ 4) & 1
    risk = min(risk, 2)
    hits = capture(geo, scratch, to, after, square)
    count = min(PRONGS[mask], 3)
    before = nearest(geo, STEPS_LEFT, side, square, mask)
    behind = nearest(geo, STEPS_LEFT, side, to, after)
    turns = nearest(geo, TURNS_LEFT, side, square, mask)
    mine, theirs = min(scratch[HANGING], 2), min(scratch[HANGING + 1], 2)
    special = int(geo.home[to] == 2 - side) + 2 * int(geo.home[square] == 2 - side)
    onward = int(info[rules.STAGE] >= rules.HOP and info[rules.HOPS] > 0)
    hand = min(info[rules.IN_HAND + side], 3) + 1 >> 1

    out[0] = DIRECTED + (kind * 256 + seen) * 9 + toward
    out[1] = AT_SQUARE + (kind * 45 + folded(side, square)) * 9 + toward
    out[2] = TO_SQUARE + (kind * 45 + folded(side, to)) * 5 + min(PRONGS[after], 4)
    out[3] = RISK + (((kind * 3 + before_risk) * 3 + risk) * 4 + hits) * 4 + count
    out[4] = WAY + (kind * 14 + before) * 14 + behind
    out[5] = NEXT + (((kind * 4 + first) * 4 + second) * 4 + prongs) * 3 + before_risk
    out[6] = TENSION + (((kind * 3 + mine) * 3 + theirs) * 2 + onward) * 4 + special
    out[7] = RACES + (kind * 24 + scratch[RACE]) * 24 + scratch[RACE + 1]
    out[8] = NEED + ((kind * 14 + turns) * 2 + int(before > turns)) * 3 + hand
    if over < 0:
        return 9
    foe = int(board.side[over] != side)
    taken = (min(some, 2) * 3 + min(all_of, 2)) * 5 + min(gained, 4)
    out[9] = OVER + (kind * 2 + foe) * 45 + taken
    return 10
