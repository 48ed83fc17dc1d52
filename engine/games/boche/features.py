"""What Boche's learned weights look at: groups of corners; see ``engine.search.features``.

A placement changes one hexagon of the surface: its centre, three *near* places of the colour of the
new cube's uppermost corner, and three *far* ones of the other colour between them. The new cube
joins the near places by its centre and separates the far ones, or the other way round. Whatever
else joins these six lies outside the hexagon, and is the same for all rotations of the cube. So
``prepare`` finds, once per open column, the groups into which the six fall without the hexagon's
own links: their sizes, the empty holes that they touch and their sides of the board. From these
follow the groups after each move, and whether one of them is enclosed.

- A move: whether it wins or loses at once, or meets a threat; the faces that it covers; where it
  is; the groups that it joins and separates.
- A position: its groups, the hexagons of all open columns, the colours of all places, the threats.

Only for sizes up to ``LARGEST``, without ``fill_board``.
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

STATES = 128  # see ``state_of``
CLASSES = 21  # see ``class_of``
SAME = CLASSES - 1
TRIPLES = CLASSES**3
PATTERNS = 12  # see ``pattern_of``
SPOTS = LARGEST * 2 * 36

PATTERN = 36
SPOT = PATTERN + 2 * PATTERNS * LARGEST
PHASE = SPOT + 2 * SPOTS
OPENING = PHASE + 8 * (COLUMNS + 1)
JOINED = OPENING + 8 * PATTERNS
SINGLE = JOINED + 4 * STATES
TRIPLE = SINGLE + 6 * STATES
DONE = TRIPLE + 8 * TRIPLES
SWAP = DONE + 3
MOVE_FEATURES = SWAP + 1 + 2 * SPOTS
MOST_OF_MOVE = 12

KINDS = 13  # see ``kind_of``
ORBITS = 8 * 20
SEEN = 2 * STATES
HEXAGON = SEEN + 8
COVERED = HEXAGON + 4 * KINDS**3
PLACE = COVERED + COLUMNS + 1
POSITION_FEATURES = PLACE + 6 * ORBITS
MOST_OF_POSITION = 2 * 82 + 2 * COLUMNS + 2


# -- what all moves share


def prepare(state: Any, scratch: Any) -> None:
    geo, board = state.geo, state.board
    find_ways(geo, board, scratch)
    groups = 0
    for place in range(geo.width * geo.width):
        if board.tops[place] > 0 and scratch[GROUP + place] < 0:
            flood(geo, board, scratch, place, groups, GROUP)
            scratch[COLOUR + groups] = rules.colour_at(board, place)
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
                scratch[at + OPENS] = opened(geo, board, column)
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


def opened(geo: Any, board: Any, column: int) -> int:
    """Return the number of cells that a cube on the column opens."""
    board.heights[column] += 1
    count = 0
    for i in range(3):
        other = geo.left[column] if i == 0 else geo.below[column] if i == 1 else column
        if i == 2 or (other != column and board.slot[other] < 0):
            count += 1 if rules.is_open(geo, board, other) else 0
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


# -- small numbers for groups


def bits(mask: int) -> int:
    """Return the number of bits of a mask below 2 ** 24."""
    mask -= mask >> 1 & 0x555555
    mask = (mask & 0x333333) + (mask >> 2 & 0x333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F
    return (mask + (mask >> 8) + (mask >> 16)) & 31


def state_of(size: int, ways: int) -> int:
    """Return a number for a group: eight sizes, 0 to 3 sides, 0 to 3 or more empty holes."""
    if size > 4:
        size = 5 if size < 7 else 6 if size < 10 else 7 if size < 15 else 8
    return ((size - 1) * 4 + bits(ways >> SIDES)) * 4 + min(bits(ways & HOLES), 3)


def class_of(size: int, ways: int) -> int:
    """Return a number for a group, coarser than ``state_of``."""
    sides, holes = bits(ways >> SIDES), bits(ways & HOLES)
    if sides > 0:
        return 2 * (sides - 1) + (1 if size > 1 else 0)
    if holes < 2:
        return 6 + 4 * holes + min(size, 4) - 1
    return 14 + (3 if holes > 2 else 0) + (0 if size == 1 else 1 if size < 4 else 2)


def kind_of(size: int, ways: int) -> int:
    """Return a number for a group, coarser than ``class_of``."""
    sides, holes = bits(ways >> SIDES), bits(ways & HOLES)
    if sides > 0:
        return 0 if sides == 1 else 1
    if holes == 0:
        return 1 + min(size, 4)
    return 4 + 2 * min(holes, 3) + (1 if size > 3 else 0)


def group_state(scratch: Any, group: int, more: int, others: int) -> int:
    return state_of(scratch[SIZE + group] + more, scratch[OUT + group] & others)


def group_class(scratch: Any, group: int, others: int) -> int:
    return class_of(scratch[SIZE + group], scratch[OUT + group] & others)


def sorted_three(a: int, b: int, c: int, base: int) -> int:
    low, high = min(a, b, c), max(a, b, c)
    return (low * base + a + b + c - low - high) * base + high


# -- features of a move


def pattern_of(look: int, hub: int) -> int:
    """Return a number for the faces that a cube covers, the same for mirror images."""
    if look == BARE:
        return 10 if hub == 0 else 11
    if hub == 0:
        return bits(look)
    opposite = look >> (hub - 1) & 1
    return 4 + 3 * opposite + bits(look) - opposite


def spot_of(x: int, z: int, y: int, level: int, hub: int) -> int:
    """Return a number for a cell and a hub, by the distances from the sides."""
    if hub == 0:
        low, high = min(x, y, z), max(x, y, z)
        return level * 72 + low * 6 + x + y + z - low - high
    first = x if hub == 1 else z if hub == 2 else y
    return level * 72 + 36 + first * 6 + min(z if hub == 1 else x, y if hub < 3 else z)


def of_move(state: Any, move: int, scratch: Any, out: Any) -> int:
    geo, board = state.geo, state.board
    column, hub = move >> 3, move & 3
    if column == geo.columns:
        return of_swap(state, out)
    at, level = COLUMN + column * SLOTS, board.heights[column]
    mine = 1 if (rules.LIGHT if move & 4 else rules.DARK) == board.info[rules.TURN] else 0
    others = ~(1 << column) if level == 0 else -1
    pattern = pattern_of(scratch[at + LOOK], hub)
    urgent = scratch[at + RESULT + hub] * 3 + min(scratch[THREATS], 2)
    out[0] = (urgent * 2 + scratch[at + THREAT]) * 2 + scratch[at + MEETS]
    out[1] = PATTERN + (pattern * LARGEST + level) * 2 + mine
    spot = spot_of(scratch[at + AT], scratch[at + AT + 1], scratch[at + AT + 2], level, hub)
    out[2] = SPOT + 2 * spot + mine
    kind = (2 if level > 0 else 0) + (1 if hub == 0 else 0)
    out[3] = PHASE + (scratch[EMPTY] * 4 + kind) * 2 + mine
    out[4] = OPENING + (scratch[at + OPENS] * PATTERNS + pattern) * 2 + mine
    # The part that is joined and the one that is separated; whose they are.
    joined, apart = (0, 3) if hub == 0 else (3, 0)
    whose, other = (mine, 1 - mine) if hub == 0 else (1 - mine, mine)
    top = 0 if hub == 0 else 1
    part = at + (NEAR if hub == 0 else FAR)
    out[5] = JOINED + (2 * top + whose) * STATES + state_of(scratch[part], scratch[part + 1])
    a, b, c = scratch[at + joined], scratch[at + joined + 1], scratch[at + joined + 2]
    one = group_class(scratch, a, others)
    two = SAME if b == a else group_class(scratch, b, others)
    three = SAME if c in (a, b) else group_class(scratch, c, others)
    out[6] = TRIPLE + (2 * top + whose) * TRIPLES + sorted_three(one, two, three, CLASSES)
    first = hub - 1 if hub > 0 else 0
    a = scratch[at + apart + first]
    b, c = scratch[at + apart + (first + 1) % 3], scratch[at + apart + (first + 2) % 3]
    one = group_class(scratch, a, others)
    two = SAME if b == a else group_class(scratch, b, others)
    three = SAME if c in (a, b) else group_class(scratch, c, others)
    if hub == 0:
        code = sorted_three(one, two, three, CLASSES)
    else:
        code = (one * CLASSES + min(two, three)) * CLASSES + max(two, three)
    out[7] = TRIPLE + (4 + 2 * top + other) * TRIPLES + code
    out[8] = SINGLE + (2 * top + other) * STATES + group_state(scratch, a, top, others)
    out[9] = SINGLE + (4 * top + other) * STATES + group_state(scratch, b, 0, others)
    out[10] = SINGLE + (4 * top + other) * STATES + group_state(scratch, c, 0, others)
    out[11] = DONE + scratch[at + RESULT + hub]
    return 12


def of_swap(state: Any, out: Any) -> int:
    """Write the features of a swap: where the only cube is and how it is turned."""
    geo, board = state.geo, state.board
    mine = is_mine(state, 0)
    out[0] = SWAP
    column = 0
    for c in range(geo.size):
        for r in range(geo.size - c):
            if board.heights[column] > 0:
                links = board.links[geo.centre[column]]
                hub = 0
                if bits(links) == 1:
                    hub = 1 if links >> 6 & 1 else 2 if links >> 2 & 1 else 3
                spot = spot_of(c, geo.size - 1 - c - r, r, 0, hub)
                out[1] = SWAP + 1 + 2 * spot + mine
            column += 1
    return 2


# -- features of a position


def of_position(state: Any, scratch: Any, out: Any) -> int:
    geo, board, turn, count = state.geo, state.board, state.board.info[rules.TURN], 0
    for group in range(scratch[GROUPS]):
        size, ways = scratch[SIZE + group], scratch[OUT + group]
        if size > 1 or ways == 0:
            mine = 1 if scratch[COLOUR + group] == turn else 0
            out[count] = mine * STATES + state_of(size, ways)
            count += 1
    out[count] = SEEN + min(scratch[THREATS], 3) * 2 + min(scratch[CHANCES], 1)
    out[count + 1] = COVERED + scratch[EMPTY]
    count += 2
    for column in range(geo.columns):
        if board.slot[column] >= 0:
            count = hexagon(state, scratch, column, out, count)
    for place in range(geo.width * geo.width):
        group = scratch[GROUP + place]
        if group >= 0 and (scratch[SIZE + group] > 1 or scratch[OUT + group] == 0):
            mine = 1 if scratch[COLOUR + group] == turn else 0
            sides = min(bits(scratch[OUT + group] >> SIDES), 2)
            out[count] = PLACE + orbit_of(geo, place) * 6 + 2 * sides + mine
            count += 1
    return count


def hexagon(state: Any, scratch: Any, column: int, out: Any, count: int) -> int:
    """Add the groups of an open column's near and far places."""
    level, at = state.board.heights[column], COLUMN + column * SLOTS
    mine = is_mine(state, level)
    for part in range(2):
        a, b, c = scratch[at + 3 * part], scratch[at + 3 * part + 1], scratch[at + 3 * part + 2]
        one = kind_of(scratch[SIZE + a], scratch[OUT + a])
        two = kind_of(scratch[SIZE + b], scratch[OUT + b]) if b != a else KINDS - 1
        three = kind_of(scratch[SIZE + c], scratch[OUT + c])
        if c in (a, b):
            three = KINDS - 1
        whose = mine if part == 0 else 1 - mine
        code = sorted_three(one, two, three, KINDS)
        out[count] = HEXAGON + (2 * part + whose) * KINDS**3 + code
        count += 1
    return count


def orbit_of(geo: Any, place: int) -> int:
    """Return a number for a place by its distances from the sides, in thirds of a hole."""
    u, v = place // geo.width - 3, place % geo.width - 3
    x, y, z = 2 * u - v + 2, 2 * v - u + 2, 3 * (geo.size - 1) - u - v + 2
    low, high = min(x, y, z), max(x, y, z)
    return low * 20 + x + y + z - low - high
