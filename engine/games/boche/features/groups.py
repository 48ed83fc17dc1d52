"""The groups of a position, and those around each open column: what all moves share.

Only constants of the rules are used here, since no compiled rules reach this file.
"""

from __future__ import annotations

from typing import Any

from boche.engine.games.boche import rules

LARGEST = 6
COLUMNS = 21
PLACES = 17 * 17

# A group's ways out are a mask: a bit for each empty hole that it touches, then one for each side.
SIDES = COLUMNS
HOLES = (1 << SIDES) - 1

# Scratch memory: per place its group, a mark and its ways out; per group its size, its ways out,
# its colour, and whether the opponent can enclose it at once; a stack; per column the slots below;
# the number of groups, of columns where the opponent and where the mover can win, of empty holes.
MOST_GROUPS = 256
GROUP, MARK, WAYS = 0, PLACES, 2 * PLACES
SIZE = 3 * PLACES
OUT, COLOUR, DANGER = SIZE + MOST_GROUPS, SIZE + 2 * MOST_GROUPS, SIZE + 3 * MOST_GROUPS
STACK = SIZE + 4 * MOST_GROUPS
COLUMN, SLOTS = STACK + PLACES, 32
GROUPS = COLUMN + COLUMNS * SLOTS
THREATS, CHANCES, EMPTY = GROUPS + 1, GROUPS + 2, GROUPS + 3
SCRATCH = GROUPS + 4

# Slots of a column: the groups of its six places; the size and the ways out of the near ones and
# the far ones when joined; the faces; the distances from the sides, in the order of the hubs; for
# each hub what the move does; whether it meets or is a threat; the number of cells that it opens.
SIX, NEAR, FAR, LOOK, AT, RESULT = 0, 6, 8, 10, 11, 14
MEETS, THREAT, OPENS, KEPT = 18, 19, 20, 21

# The six places: near ones in the order of the hubs 1 to 3, then the far ones opposite to them,
# and the directions of the far ones.
RIMS = (4, 2, 6, 1, 5, 3)
TO_FAR = (0, 8, 4)
BARE = 8  # the faces of an empty hole

# What a move does.
NOTHING, WINS, LOSES = 0, 1, 2


def prepare(state: Any, scratch: Any) -> None:
    geo, board = state.geo, state.board
    find_ways(geo, board, scratch)
    groups = 0
    for place in range(geo.width * geo.width):
        if board.tops[place] > 0 and scratch[GROUP + place] < 0:
            flood(geo, board, scratch, place, groups, GROUP)
            scratch[COLOUR + groups] = (board.tops[place] + board.info[rules.BASE]) & 1
            scratch[DANGER + groups] = 0
            groups += 1
    scratch[GROUPS] = groups
    column = 0
    for c in range(geo.size):
        for r in range(geo.size - c):
            if board.slot[column] >= 0:
                at = COLUMN + column * SLOTS
                scratch[at + AT] = c
                scratch[at + AT + 1] = geo.size - 1 - c - r - board.heights[column]
                scratch[at + AT + 2] = r
                scratch[at + OPENS] = count_opened(geo, board, column)
                groups = divide(geo, board, scratch, column, groups)
                judge(scratch, at, column if board.heights[column] == 0 else SIDES + 3, state)
            column += 1
    foresee(state, scratch)


def find_ways(geo: Any, board: Any, scratch: Any) -> None:
    """Find the ways out of each place; reset the groups; count the empty holes."""
    for place in range(geo.width * geo.width):
        scratch[GROUP + place] = -1
        scratch[MARK + place] = -1
        scratch[WAYS + place] = geo.sides[place] << SIDES
    empty = 0
    for column in range(geo.columns):
        if board.heights[column] == 0:
            empty += 1
            for i in range(1, 7):
                scratch[WAYS + geo.centre[column] + geo.ring[i]] |= 1 << column
    scratch[EMPTY] = empty


def flood(geo: Any, board: Any, scratch: Any, start: int, group: int, marks: int) -> None:
    """Mark the group at a place by its number; find its size and its ways out."""
    links = board.links
    scratch[STACK] = start
    scratch[marks + start] = group
    size, waiting, ways = 0, 1, 0
    while waiting > 0:
        waiting -= 1
        at = scratch[STACK + waiting]
        size += 1
        ways |= scratch[WAYS + at]
        mask = links[at]
        while mask > 0:
            bit = mask & -mask
            mask ^= bit
            to = at + geo.hop[bit * rules.WINDOWS >> 12 & 15]
            if scratch[marks + to] != group:
                scratch[marks + to] = group
                scratch[STACK + waiting] = to
                waiting += 1
    scratch[SIZE + group] = size
    scratch[OUT + group] = ways


def count_opened(geo: Any, board: Any, column: int) -> int:
    """Return the number of cells that a cube on the column opens."""
    board.heights[column] += 1
    count = 0
    for i in range(3):
        other = geo.left[column] if i == 0 else geo.below[column] if i == 1 else column
        if i == 2 or (other != column and board.slot[other] < 0):
            right, above = board.heights[geo.right[other]], board.heights[geo.above[other]]
            level = board.heights[other]
            count += level < geo.full[other] and right >= level and above >= level
    board.heights[column] -= 1
    return count


def divide(geo: Any, board: Any, scratch: Any, column: int, groups: int) -> int:
    """Find the groups of a column's six places without the links within the hexagon.

    Groups that are not those of the board get new numbers. Return how many numbers are taken.
    """
    at, first, links = COLUMN + column * SLOTS, groups, board.links
    level = board.heights[column]
    centre = geo.centre[column] + level * geo.step[2]
    look = BARE
    lost_near, lost_far, tipped = -1, -1, -1
    if level > 0:
        look, joined = 0, 0
        for i in range(3):
            if links[centre] >> TO_FAR[i] & 1:
                look |= 1 << i
                joined += 1
            else:
                lost_near = scratch[GROUP + centre + geo.ring[RIMS[(i + 1) % 3]]]
        if joined == 1:
            # The far place loses the centre and nothing else.
            tipped = scratch[GROUP + centre]
            scratch[SIZE + groups] = scratch[SIZE + tipped] - 1
            scratch[OUT + groups] = scratch[OUT + tipped]
            groups += 1
        elif joined > 1:
            lost_far = scratch[GROUP + centre]
        for i in range(1, 7):
            place = centre + geo.ring[i]
            scratch[at + KEPT + i] = links[place]
            links[place] &= geo.keep[i]
    scratch[at + LOOK] = look
    for i in range(6):
        place = centre + geo.ring[RIMS[i]]
        group = scratch[GROUP + place]
        if group == tipped:
            group = first
        elif group in (lost_near, lost_far):
            group = scratch[MARK + place]
            if group < first:
                group = groups
                flood(geo, board, scratch, place, group, MARK)
                groups += 1
        scratch[at + SIX + i] = group
    if level > 0:
        for i in range(1, 7):
            links[centre + geo.ring[i]] = scratch[at + KEPT + i]
    return groups


def judge(scratch: Any, at: int, hole: int, state: Any) -> None:
    """Join the near and the far places of a column; find the colours that each move encloses.

    ``hole`` is the bit of the way out that the cube fills. Bit 1 is for the near places' colour,
    bit 2 for the other one.
    """
    kill, others = state.variant.kill, ~(1 << hole)
    for part in range(2):
        size, ways = 1 - part, 0
        for i in range(3 * part, 3 * part + 3):
            group = scratch[at + SIX + i]
            ways |= scratch[OUT + group] & others
            fresh = True
            for j in range(3 * part, i):
                fresh = fresh and scratch[at + SIX + j] != group
            size += scratch[SIZE + group] if fresh else 0
        scratch[at + NEAR + 2 * part] = size
        scratch[at + NEAR + 2 * part + 1] = ways
    alone = 0
    for i in range(6):
        group = scratch[at + SIX + i]
        if scratch[OUT + group] & others == 0 and kill > 0:
            if scratch[SIZE + group] >= kill:
                alone |= 1 << i
            elif i < 3 and scratch[SIZE + group] == kill - 1:
                alone |= 64 << i
    for hub in range(4):
        found = 0
        if hub == 0:
            shut = scratch[at + NEAR + 1] == 0 and scratch[at + NEAR] >= kill > 0
            found = (1 if shut else 0) | (2 if alone & 56 else 0)
        else:
            shut = scratch[at + FAR + 1] == 0 and scratch[at + FAR] >= kill > 0
            found = (1 if alone & (7 | 32 << hub) else 0) | (2 if shut else 0)
        scratch[at + RESULT + hub] = found


def is_mine(state: Any, level: int) -> int:
    """Return 1 if the uppermost corners of a level's cubes will have the mover's colour."""
    info = state.board.info
    if info[rules.CUBES] == 0:
        return 0
    return 1 if (level + 3 + info[rules.BASE]) & 1 == info[rules.TURN] else 0


def foresee(state: Any, scratch: Any) -> None:
    """Turn the colours enclosed into results; find the threats and the groups in danger."""
    geo, board, threats, chances = state.geo, state.board, 0, 0
    for column in range(geo.columns):
        if board.slot[column] < 0:
            continue
        at = COLUMN + column * SLOTS
        level = board.heights[column]
        own = 1 if is_mine(state, level) else 2
        threat, chance = 0, 0
        for hub in range(4):
            found, result = scratch[at + RESULT + hub], NOTHING
            if found == 3 - own:
                result, chance = WINS, 1
            elif found > 0:
                result = LOSES
                if found == own:
                    threat = 1
            scratch[at + RESULT + hub] = result
        scratch[at + THREAT] = threat
        threats += threat
        chances += chance
        if threat:
            centre = geo.centre[column] + level * geo.step[2]
            for i in range(3 * (own - 1), 3 * own):
                scratch[DANGER + scratch[GROUP + centre + geo.ring[RIMS[i]]]] = 1
    scratch[THREATS], scratch[CHANCES] = threats, chances
    for column in range(geo.columns):
        if board.slot[column] >= 0:
            meets = 0
            centre = geo.centre[column] + board.heights[column] * geo.step[2]
            for i in range(1, 7):
                meets |= scratch[DANGER + scratch[GROUP + centre + geo.ring[i]]]
            scratch[COLUMN + column * SLOTS + MEETS] = meets
