"""What Octi's learned weights look at: pods, prongs, captures at hand and the way to the homes.

See ``engine.search.features``. All is seen from the side to move, and left and right are the same.
In the middle of a turn the pods that moved stand where they have come to, and those captured are
gone.

- A move (one step of a turn): its type with, in turn, the pod's prongs and the direction, the
  square, the pods that could capture it before and after, what it could capture, the way to the
  opponent's homes before and after, what stands next in its direction, and the race of both sides.
- A position: each pod's square and prongs, its way to a home and whether it is under attack; pairs
  of pods near each other; both sides' race to all three homes; pods and prongs left; the stage of
  the turn.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from boche.engine.games.octi import rules

# -- tables

WIDE = 17
"""Columns and rows of differences between two squares: -8 to 8."""

FAR, FAREST, RESERVED = 12, 13, 6
"""The longest way that is told apart, the number for none, and that of a pod in reserve."""


def _turned() -> Any:
    """Return a mask for each way to look at it (2 * from Black's side + mirrored) and mask."""
    found = np.zeros((2, 2, 256), np.int64)
    for direction in range(8):
        bit = np.arange(256) >> direction & 1
        for flip in range(2):
            for mirror in range(2):
                found[flip, mirror] |= bit << turned_direction(direction, flip, mirror)
    return found.ravel()


def _steps_left() -> Any:
    """Return the steps for a difference of squares with the prongs of a mask, on an empty board."""
    least = np.full((256, WIDE, WIDE), FAREST, np.int64)
    least[:, 8, 8] = 0
    masks = np.arange(256)
    for _ in range(FAR):
        wider = np.pad(least, ((0, 0), (1, 1), (1, 1)), constant_values=FAREST)
        for direction in range(8):
            # From a difference the step in a direction leads to the difference less the step.
            x, y = 1 - STEPS[direction][0], 1 - STEPS[direction][1]
            after = wider[:, x : x + WIDE, y : y + WIDE] + 1
            has = (masks >> direction & 1 == 1)[:, None, None]
            least = np.where(has, np.minimum(least, after), least)
    return np.minimum(least, FAREST)


def _turns_left() -> Any:
    """Return the same if prongs may be added, a turn for each."""
    least = _steps_left()
    for direction in range(8):
        without = np.flatnonzero(np.arange(256) >> direction & 1 == 0)
        least[without] = np.minimum(least[without], least[without | 1 << direction] + 1)
    return np.minimum(least, FAREST)


STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


def turned_direction(direction: int, flip: int, mirror: int) -> int:
    """Return a direction as seen from the other side of the board, in a mirror, or both."""
    if flip:
        direction = 4 - direction & 7
    return 8 - direction & 7 if mirror else direction


TURNED = _turned()
STEPS_LEFT, TURNS_LEFT = _steps_left().ravel().astype(np.int8), _turns_left().ravel().astype(np.int8)
PRONGS = np.array([mask.bit_count() for mask in range(256)])
# The three prongs ahead, and whether there are some to the sides and back.
SECTORS = np.array(
    [
        (mask & 3) | (mask >> 7 & 1) << 2 | (mask & 0x44 > 0) << 3 | (mask & 0x38 > 0) << 4
        for mask in range(256)
    ]
)  # fmt: skip
TOWARD = np.array([5, 6, 7, 4, 0, 0, 3, 2, 1])  # by 3 * (1 + x) + 1 + y, the signs

# -- scratch memory: by square, who stands there (FREE, MINE, THEIRS), the prongs there, and how
# many captures of both sides could take what stands there; by pod its square, or -1, and prongs.
FREE, MINE, THEIRS = 0, 1, 2
CELLS = 0
MASKS = CELLS + rules.SQUARES
THREATS = MASKS + rules.SQUARES  # by MINE, then by THEIRS
PLACES = THREATS + 2 * rules.SQUARES
HELD = PLACES + rules.PODS
BEST = HELD + rules.PODS  # see ``race``
TURNS = BEST + 8
RACE = TURNS + 3 * rules.PODS  # of MINE, of THEIRS
HANGING = RACE + 2  # squares of MINE, of THEIRS that can be captured
SCRATCH = HANGING + 2

# -- features of moves: for each type of step a block of each of these.
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

# -- features of positions.
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
POSITION_FEATURES = MOVER + 2 * 4 * 2 * 14
MOST_OF_POSITION = 4 * rules.PODS + 91 + 40


def place(board: Any, pod: int) -> int:
    """Return the square of a pod, in the middle of a turn as if it were done; or -1."""
    square, info = board.square[pod], board.info
    if square >= rules.SQUARES:
        return -1
    if info[rules.STAGE] >= rules.HOP:
        if board.taken[pod]:
            return -1
        for i in range(info[rules.MOVER] + 1):
            if board.movers[i] == pod:
                return int(board.ends[i] if i < info[rules.MOVER] else info[rules.AT])
    return int(square)


def prepare(state: Any, scratch: Any) -> None:
    geo, board, info = state.geo, state.board, state.board.info
    mover = info[rules.TURN]
    for i in range(PLACES):
        scratch[i] = 0
    for pod in range(rules.PODS):
        square, mask = place(board, pod), board.prongs[pod]
        if info[rules.STAGE] == rules.FRESHEN and pod == info[rules.POD]:
            mask |= 1 << info[rules.NEW]
        scratch[PLACES + pod], scratch[HELD + pod] = square, mask
        if square >= 0:
            scratch[CELLS + square] = MINE if pod // rules.EACH == mover else THEIRS
            scratch[MASKS + square] |= mask
    scratch[HANGING] = scratch[HANGING + 1] = 0
    for pod in range(rules.PODS):
        square, side = scratch[PLACES + pod], int(pod // rules.EACH != mover)
        if square >= 0:
            threaten(geo, scratch, square, scratch[HELD + pod], side)
    for side in range(2):
        scratch[RACE + side] = race(geo, scratch, info, mover ^ side)


def threaten(geo: Any, scratch: Any, square: int, mask: int, side: int) -> None:
    """Count the captures that a pod threatens; a square of the opponent counts as hanging once."""
    for direction in range(8):
        if mask >> direction & 1:
            over = geo.next[8 * square + direction]
            if over < 0:
                continue
            to = geo.next[8 * over + direction]
            if to >= 0 and scratch[CELLS + to] == FREE:
                at = THREATS + side * rules.SQUARES + over
                if scratch[at] == 0 and scratch[CELLS + over] == THEIRS - side:
                    scratch[HANGING + 1 - side] += 1
                scratch[at] += 1


def apart(square: int, home: int) -> int:
    """Return the index of the difference of two squares in the tables."""
    return (home // 9 - square // 9 + 8) * WIDE + home % 9 - square % 9 + 8


def home_of(geo: Any, side: int, number: int) -> int:
    """Return one of the three homes, numbered from 0, that a side wants to reach."""
    return geo.homes[2 * number + side]


def race(geo: Any, scratch: Any, info: Any, side: int) -> int:
    """Return the least sum of turns in which three pods of a side reach the opponent's homes.

    Nothing stands in their way, and there are no jumps; 23 stands for more turns. ``TURNS`` gets
    the turns of each pod to each home.
    """
    for i in range(1, 8):
        scratch[BEST + i] = 99
    scratch[BEST] = 0
    for i in range(rules.EACH + min(info[rules.IN_RESERVE + side], 3)):
        pod = rules.EACH * side + i
        a, b, c = RESERVED, RESERVED, RESERVED
        if i < rules.EACH:
            square, first = scratch[PLACES + pod], scratch[HELD + pod] * WIDE * WIDE
            if square < 0:
                continue
            a = int(TURNS_LEFT[first + apart(square, home_of(geo, side, 0))])
            b = int(TURNS_LEFT[first + apart(square, home_of(geo, side, 1))])
            c = int(TURNS_LEFT[first + apart(square, home_of(geo, side, 2))])
            scratch[TURNS + 3 * pod] = a
            scratch[TURNS + 3 * pod + 1] = b
            scratch[TURNS + 3 * pod + 2] = c
        for homes in range(7, 0, -1):
            least = scratch[BEST + homes]
            if homes & 1:
                least = min(least, scratch[BEST + homes - 1] + a)
            if homes & 2:
                least = min(least, scratch[BEST + homes - 2] + b)
            if homes & 4:
                least = min(least, scratch[BEST + homes - 4] + c)
            scratch[BEST + homes] = least
    return min(scratch[BEST + 7], 23)


def nearest(geo: Any, table: Any, side: int, square: int, mask: int) -> int:
    """Return the least entry of a table for a pod and the opponent's homes."""
    least, first = FAREST, mask * WIDE * WIDE
    for number in range(3):
        least = min(least, int(table[first + apart(square, home_of(geo, side, number))]))
    return least


def folded(side: int, square: int) -> int:
    """Return the square from a side's view in the left half of the board: 9 * column + row."""
    column, row = square // 9, square % 9
    return 9 * min(column, 8 - column) + (8 - row if side == rules.BLACK else row)


def mirrored(side: int, square: int, mask: int) -> int:
    """Return 1 if a pod is to be seen in a mirror, so that both halves of the board are one."""
    if square // 9 != 4:
        return int(square // 9 > 4)
    flip = 512 * (1 - side)
    return int(TURNED[flip + 256 + mask] < TURNED[flip + mask])


def capture(geo: Any, scratch: Any, square: int, mask: int, free: int) -> int:
    """Return 1 + the most prongs (in pairs, up to 2) that a pod there could capture, or 0.

    ``free`` is a square that counts as empty.
    """
    most = 0
    for direction in range(8):
        if mask >> direction & 1:
            over = geo.next[8 * square + direction]
            if over >= 0 and scratch[CELLS + over] == THEIRS:
                to = geo.next[8 * over + direction]
                if to >= 0 and (scratch[CELLS + to] == FREE or to == free):
                    most = max(most, 1 + min(PRONGS[scratch[MASKS + over]] // 2, 2))
    return most


def cell(scratch: Any, square: int) -> int:
    return scratch[CELLS + square] if square >= 0 else 3


# -- moves


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
    out[9] = OVER + (((kind * 2 + foe) * 3 + min(some, 2)) * 3 + min(all_of, 2)) * 5 + min(gained, 4)
    return 10


# -- positions


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
    out[count] = RACE_OF_BOTH + scratch[RACE] * 24 + scratch[RACE + 1]
    held, lost = homes_held(geo, scratch, mover, MINE), homes_held(geo, scratch, 1 - mover, THEIRS)
    out[count + 1] = HOMES + (phase * 4 + held) * 4 + lost
    out[count + 2] = HANGS + (phase * 5 + min(scratch[HANGING], 4)) * 5 + min(scratch[HANGING + 1], 4)
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
