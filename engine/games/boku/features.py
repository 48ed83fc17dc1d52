"""What Boku's learned weights look at: lines of cells, see ``engine.search.features``.

- A move: on each of the three lines through its cell the four cells on either side, a summary of
  the three lines together, and the same for the cell of a marble that it takes.
- A position: all stretches of seven cells in a line of which the middle five lie on the board and
  are not all empty, the marbles left, and whether a cell may not be played.
"""

from __future__ import annotations

from typing import Any

from boche.engine.games.boku import rules

# What a cell holds, for the side to move.
FREE, MINE, THEIRS, OFF = 0, 1, 2, 3

HALVES = 256  # four cells
LINES = HALVES * HALVES
SUMMARIES = 16**3
SUMMARY = LINES
TAKEN = SUMMARY + SUMMARIES
TAKES = TAKEN + LINES
MOVE_FEATURES = TAKES + 1
MOST_OF_MOVE = 8

STRETCH = 7
STRETCHES = 4**STRETCH
LEFT = STRETCHES
BARRED = LEFT + 2 * (rules.MARBLES + 1)
POSITION_FEATURES = BARRED + 1
MOST_OF_POSITION = 3 * rules.PLACES

SCRATCH = rules.PLACES


def prepare(state: Any, scratch: Any) -> None:
    cells, mover = state.board.cells, state.board.info[rules.TURN]
    for place in range(rules.PLACES):
        cell = cells[place]
        if cell == rules.EMPTY:
            scratch[place] = FREE
        elif cell == rules.OUTSIDE:
            scratch[place] = OFF
        else:
            scratch[place] = MINE if cell == mover else THEIRS


def half(scratch: Any, place: int, step: int) -> int:
    """Return the four cells from a place on, the nearest one first."""
    code, shift, at = 0, 6, place
    while shift >= 0:
        at += step
        if scratch[at] == OFF:
            return code | ((1 << shift + 2) - 1)
        code |= scratch[at] << shift
        shift -= 2
    return code


def run(half_line: int, cell: int) -> int:
    """Return how many of the nearest cells hold the same marble, up to 3."""
    count = 0
    while count < 3 and half_line >> (6 - 2 * count) & 3 == cell:
        count += 1
    return count


def lines(scratch: Any, place: int, first: int, out: Any, count: int) -> int:
    """Add the three lines through a place; return a summary of them."""
    most, middle, least = 0, 0, 0
    for axis in range(3):
        step = rules.AXES[axis]
        one, two = half(scratch, place, step), half(scratch, place, -step)
        out[count + axis] = first + min(one, two) * HALVES + max(one, two)
        mine = min(run(one, MINE) + run(two, MINE), 3)
        theirs = min(run(one, THEIRS) + run(two, THEIRS), 3)
        kind = 4 * mine + theirs
        if kind > most:
            kind, most = most, kind
        if kind > middle:
            kind, middle = middle, kind
        least = max(least, kind)
    return (most * 16 + middle) * 16 + least


def of_move(state: Any, move: int, scratch: Any, out: Any) -> int:
    place, code = move >> 4, move & 15
    out[3] = SUMMARY + lines(scratch, place, 0, out, 0)
    if code == 0:
        return 4
    lines(scratch, place + rules.REACH[code], TAKEN, out, 4)
    out[7] = TAKES
    return 8


def of_position(state: Any, scratch: Any, out: Any) -> int:
    info, count = state.board.info, 0
    for axis in range(3):
        step = rules.AXES[axis]
        for place in range(step, rules.PLACES - step):
            if scratch[place] == OFF or scratch[place - step] != OFF:
                continue
            count = stretches(scratch, place, step, out, count)
    mover = info[rules.TURN]
    out[count] = LEFT + min(info[rules.LEFT + mover], rules.MARBLES)
    out[count + 1] = LEFT + rules.MARBLES + 1 + min(info[rules.LEFT + 1 - mover], rules.MARBLES)
    count += 2
    if info[rules.BARRED] > 0:
        out[count] = BARRED
        count += 1
    return count


def stretches(scratch: Any, place: int, step: int, out: Any, count: int) -> int:
    """Add the stretches of a line that begins at a place; return the new number of features."""
    ahead, back, length, at = OFF, OFF << 2 * (STRETCH - 1), 1, place
    while True:
        cell = scratch[at]
        ahead = (ahead << 2 | cell) & (STRETCHES - 1)
        back = back >> 2 | cell << 2 * (STRETCH - 1)
        length += 1
        if length >= STRETCH and ahead >> 2 & (HALVES * 4 - 1) != 0:
            out[count] = min(ahead, back)
            count += 1
        if cell == OFF:
            return count
        at += step
