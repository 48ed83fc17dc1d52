"""What the features of Octi have in common: the board as seen by the side to move."""

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
STEPS_LEFT = _steps_left().ravel().astype(np.int8)
TURNS_LEFT = _turns_left().ravel().astype(np.int8)
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
    home: int = geo.homes[2 * number + side]
    return home


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
    return int(min(scratch[BEST + 7], 23))


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
    return int(scratch[CELLS + square]) if square >= 0 else 3
