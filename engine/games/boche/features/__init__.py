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
from boche.engine.games.boche.features.groups import *
from boche.engine.games.boche.features.kinds import *

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

SEEN = 2 * STATES
HEXAGON = SEEN + 8
COVERED = HEXAGON + 4 * KINDS**3
PLACE = COVERED + COLUMNS + 1
POSITION_FEATURES = PLACE + 6 * ORBITS
MOST_OF_POSITION = 2 * 82 + 2 * COLUMNS + 2


# -- features of a move


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


def group_state(scratch: Any, group: int, more: int, others: int) -> int:
    return state_of(scratch[SIZE + group] + more, scratch[OUT + group] & others)


def group_class(scratch: Any, group: int, others: int) -> int:
    return class_of(scratch[SIZE + group], scratch[OUT + group] & others)


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
