"""The features of a position of Octi."""

from __future__ import annotations

from typing import Any

from boche.engine.games.octi import rules
from boche.engine.games.octi.features.view import *

SECTOR = 0
ROW = SECTOR + 2 * 45 * 32
NEAR = ROW + 2 * 9 * 256
UNDER = NEAR + 2 * 14 * 2 * 3
FOES = UNDER + 2 * 3 * 3 * 5 * 9
FRIENDS = FOES + 28 * 16
RACER = FRIENDS + 2 * 16 * 4
RACE_OF_BOTH = RACER + 2 * 24 * 3
HOME = RACE_OF_BOTH + 24 * 24
HOMES = HOME + 2 * 2 * 3 * 14
HAND = HOMES + 3 * 4 * 4
STORE = HAND + 2 * 32
POOL = STORE + 2 * 5 * 8
PRONGED = POOL + 2 * 8
HANGS = PRONGED + 2 * 32
STAGE = HANGS + 3 * 5 * 5
CHOSEN = STAGE + 5
MOVER = CHOSEN + 256
EXCHANGE = MOVER + 2 * 4 * 2 * 14
POSITION_FEATURES = EXCHANGE + 2 * 3 * 2 * 5 * 5
MOST_OF_POSITION = 4 * rules.PODS + 91 + 40 + 8 * rules.PODS


def of_position(state: Any, scratch: Any, out: Any) -> int:
    geo, board, info = state.geo, state.board, state.board.info
    mover, stage = info[rules.TURN], info[rules.STAGE]
    phase = 0 if stage == rules.START else 1 if stage <= rules.FRESHEN else 2
    count = 0
    for side in range(2):
        own, pods, total = mover ^ side, 0, 0
        for pod in range(rules.EACH * own, rules.EACH * own + rules.EACH):
            if scratch[PLACES + pod] >= 0:
                pods += 1
                total += PRONGS[scratch[HELD + pod]]
                count = pod_features(geo, scratch, pod, side, own, phase, out, count)
        count = side_features(geo, info, scratch, side, own, phase, out, count)
        out[count] = STORE + (side * 5 + min(info[rules.IN_RESERVE + own], 4)) * 8 + pods
        out[count + 1] = PRONGED + side * 32 + min(total, 31)
        count += 2
    count = pairs(geo, scratch, mover, out, count)
    count = exchanges(geo, scratch, mover, phase, out, count)
    out[count] = RACE_OF_BOTH + scratch[RACE] * 24 + scratch[RACE + 1]
    held, lost = homes_held(geo, scratch, mover, MINE), homes_held(geo, scratch, 1 - mover, THEIRS)
    out[count + 1] = HOMES + (phase * 4 + held) * 4 + lost
    hanging = 5 * min(scratch[HANGING], 4) + min(scratch[HANGING + 1], 4)
    out[count + 2] = HANGS + phase * 25 + hanging
    out[count + 3] = STAGE + stage
    count += 4
    if phase == 0:
        return count
    pod = info[rules.POD] if phase == 1 else board.movers[info[rules.MOVER]]
    square, mask = scratch[PLACES + pod], scratch[HELD + pod]
    if phase == 1:
        mirror = mirrored(mover, square, mask)
        out[count] = CHOSEN + TURNED[256 * (2 * (1 - mover) + mirror) + mask]
    else:
        hits = capture(geo, scratch, square, mask, -1)
        left = nearest(geo, STEPS_LEFT, mover, square, mask)
        onward = int(info[rules.HOPS] > 0)
        out[count] = MOVER + ((onward * 4 + hits) * 2 + stage - rules.HOP) * 14 + left
    return count + 1


def pod_features(
    geo: Any, scratch: Any, pod: int, side: int, own: int, phase: int, out: Any, count: int
) -> int:
    """Add the features of one pod; ``side`` is 0 for the mover's, ``own`` its colour."""
    square, mask = scratch[PLACES + pod], scratch[HELD + pod]
    way = 2 * (1 - own) + mirrored(own, square, mask)
    seen, at = TURNED[256 * way + mask], folded(own, square)
    first = TURNS + 3 * pod
    turns = min(scratch[first], scratch[first + 1], scratch[first + 2])
    steps = nearest(geo, STEPS_LEFT, own, square, mask)
    risk = min(scratch[THREATS + (1 - side) * rules.SQUARES + square], 2)
    prongs = min(PRONGS[mask], 4)
    out[count] = SECTOR + (side * 45 + at) * 32 + SECTORS[seen]
    out[count + 1] = ROW + (side * 9 + at % 9) * 256 + seen
    out[count + 2] = NEAR + ((side * 14 + turns) * 2 + int(steps > turns)) * 3 + risk
    out[count + 3] = UNDER + (((side * 3 + phase) * 3 + risk) * 5 + prongs) * 9 + at % 9
    return count + 4


def side_features(
    geo: Any, info: Any, scratch: Any, side: int, own: int, phase: int, out: Any, count: int
) -> int:
    """Add the features of a side's race and stores."""
    for number in range(3):
        here, least = scratch[CELLS + home_of(geo, own, number)], FAREST
        for pod in range(rules.EACH * own, rules.EACH * own + rules.EACH):
            if scratch[PLACES + pod] >= 0:
                least = min(least, scratch[TURNS + 3 * pod + number])
        # Seen from its own side what stands there is 0: nothing, 1: a pod of it, 2: the other's.
        here = here ^ 3 if side and here else here
        out[count] = HOME + ((side * 2 + int(number == 1)) * 3 + here) * 14 + least
        count += 1
    out[count] = RACER + (side * 24 + scratch[RACE + side]) * 3 + phase
    out[count + 1] = HAND + side * 32 + min(info[rules.IN_HAND + own], 31)
    out[count + 2] = POOL + side * 8 + info[rules.IN_POOL + own]
    return count + 3


def homes_held(geo: Any, scratch: Any, side: int, who: int) -> int:
    """Return how many of the opponent's homes a side occupies; ``who`` is MINE or THEIRS."""
    count = 0
    for number in range(3):
        count += int(scratch[CELLS + home_of(geo, side, number)] == who)
    return count


def pairs(geo: Any, scratch: Any, mover: int, out: Any, count: int) -> int:
    """Add a feature for each two pods at most three squares apart."""
    for one in range(rules.PODS):
        a = scratch[PLACES + one]
        if a < 0:
            continue
        for two in range(one + 1, rules.PODS):
            b = scratch[PLACES + two]
            if b < 0:
                continue
            x, y = b // 9 - a // 9, b % 9 - a % 9
            if max(abs(x), abs(y)) > 3:
                continue
            if x == 0 and y == 0:
                out[count] = FRIENDS + 64 * int(one // rules.EACH != mover)
                count += 1
                continue
            direction = TOWARD[3 * (1 + int(x > 0) - int(x < 0)) + 1 + int(y > 0) - int(y < 0)]
            forth = scratch[HELD + one] >> direction & 1
            back = scratch[HELD + two] >> (direction ^ 4) & 1
            if mover == rules.BLACK:
                y = -y
            if one // rules.EACH != two // rules.EACH:
                # The first one is Black's. A capture needs a free square behind.
                if forth == 1 and max(abs(x), abs(y)) == 1:
                    forth += int(cell(scratch, geo.next[8 * b + direction]) == FREE)
                if back == 1 and max(abs(x), abs(y)) == 1:
                    back += int(cell(scratch, geo.next[8 * a + (direction ^ 4)]) == FREE)
                if mover != rules.BLACK:
                    y, forth, back = -y, back, forth
                code = (abs(x) * 7 + y + 3) * 16 + forth * 4 + back
                out[count] = FOES + code
            else:
                side = int(one // rules.EACH != mover)
                if side:
                    y = -y
                if y < 0 or (y == 0 and back > forth):
                    y, forth, back = -y, back, forth
                out[count] = FRIENDS + ((side * 4 + abs(x)) * 4 + y) * 4 + forth * 2 + back
            count += 1
    return count


def exchanges(geo: Any, scratch: Any, mover: int, phase: int, out: Any, count: int) -> int:
    """Add a feature for each capture at hand: the prongs of both, and whether it costs the pod."""
    for pod in range(rules.PODS):
        square, mask = scratch[PLACES + pod], scratch[HELD + pod]
        side = int(pod // rules.EACH != mover)
        if square < 0:
            continue
        for direction in range(8):
            if not mask >> direction & 1:
                continue
            over = geo.next[8 * square + direction]
            if over < 0 or scratch[CELLS + over] != THEIRS - side:
                continue
            to = geo.next[8 * over + direction]
            if to >= 0 and scratch[CELLS + to] == FREE:
                back = int(scratch[THREATS + (1 - side) * rules.SQUARES + to] > 0)
                gain, loss = min(PRONGS[scratch[MASKS + over]], 4), min(PRONGS[mask], 4)
                out[count] = EXCHANGE + (((side * 3 + phase) * 2 + back) * 5 + gain) * 5 + loss
                count += 1
    return count
