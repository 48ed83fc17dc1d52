"""What Che's learned weights look at: the tiles around a cell, and how close regions are to closed.

A region is as many tiles away from being closed as it has *openings*: empty cells around its
corners. A tile on an opening fills it; if its band joins the region to another one, the two have
the openings of both. Corners that touch no tile are no region here.

- A move: the openings of the regions at the cell's corners, before and after; how well a region
  that loses an opening can still be joined to another; the two rings of cells around it; where the
  latest tiles lie from there; sizes compared to the largest regions.
- A position: each region, and the regions at each open cell, in the same terms; sizes.

All is the same for the board's mirror images and rotations, and for exchanged colours.
"""

from __future__ import annotations

from typing import Any

from boche.engine.games.che import rules

# A region: its root, its openings, a list of them that is complete up to a length, its dominant
# tiles, and the openings it can have once joined to another region: the most, at which cell, and
# the most anywhere else.
ROOT, OPENINGS, LISTED, LIST, SIZE, JOIN, JOIN_CELL, NEXT = 0, 1, 2, 3, 7, 8, 9, 10
LIST_LENGTH = 4
REGION_SLOTS = 11

# An open cell: the regions at its corners, first the mover's; then for the mover's corners and
# those of the opponent: the kind of pair, and the openings of the two as one, without this cell.
CORNERS, PAIR, JOINED, NEAR, FAR = 0, 4, 6, 8, 9
CELL_SLOTS = 10

MOST_OPEN = 4 * 48  # open cells, and regions: 48 tiles far apart, as none of a game are
WINDOW = 131 * 131  # cells of the search's window, and so corners

COUNT = 0
REGIONS = 1
CELLS = REGIONS + REGION_SLOTS * (MOST_OPEN + 1)
INDEX = CELLS + CELL_SLOTS * MOST_OPEN  # by root: the number of its region, or 0
SCRATCH = INDEX + WINDOW

FRESH = 5  # class of a corner without a region; the others are of 1 to 5 or more openings
CLASSES = 6
PAIRS = CLASSES * (CLASSES + 1) // 2 + CLASSES
MOST_JOINED = 7
JOINS = MOST_JOINED + 1

SIGNATURE = 0
MERGE = SIGNATURE + PAIRS * PAIRS * 4
CUT = MERGE + JOINS * PAIRS * 4
NEAR_RING = CUT + 5 * JOINS * 4 * CLASSES
FAR_RING = NEAR_RING + 3**8 * 4
FAR_RINGS = 1 << 16
LATEST = FAR_RING + FAR_RINGS
PLACES = 50
SIZES = LATEST + PLACES * 16
MARGIN, PHASES = 5, 6
MARGINS = 2 * MARGIN + 1
MOVE_FEATURES = SIZES + MARGINS * MARGINS * PHASES * 2
MOST_OF_MOVE = 12

SPOT = 0
REGION = SPOT + PAIRS * PAIRS * 2
BULKS, DEPTHS = 4, 7
NUMBER = REGION + 2 * DEPTHS * JOINS * BULKS * 2
NUMBERS = 6
LEAD = NUMBER + 2 * 3 * NUMBERS * 2
LEADS = 17
LARGEST = LEAD + LEADS * 8 * 2
POSITION_FEATURES = LARGEST + 2 * 24
MOST_OF_POSITION = 2 * MOST_OPEN + 48


def prepare(state: Any, scratch: Any) -> None:
    geo, board, info = state.geo, state.board, state.board.info
    forget(scratch)
    if info[rules.TILES] == 0:
        return
    for i in range(info[rules.OPEN]):
        note_cell(geo, board, scratch, board.open[i], CELLS + i * CELL_SLOTS)
    for i in range(1, scratch[COUNT] + 1):
        at = REGIONS + i * REGION_SLOTS
        if scratch[at + LISTED] <= LIST_LENGTH:
            scratch[at + OPENINGS] = scratch[at + LISTED]
        else:
            scratch[at + OPENINGS] = max(scratch[at + OPENINGS], LIST_LENGTH + 1)
    for i in range(info[rules.OPEN]):
        at, cell = CELLS + i * CELL_SLOTS, board.open[i]
        for owner in range(2):
            one, two = scratch[at + 2 * owner], scratch[at + 2 * owner + 1]
            joined = openings_together(scratch, one, two)
            scratch[at + JOINED + owner] = joined
            scratch[at + PAIR + owner] = pair_of(scratch, one, two)
            if one != two:
                note_join(scratch, one, joined, cell)
                note_join(scratch, two, joined, cell)


def forget(scratch: Any) -> None:
    """Clear what an earlier position left behind."""
    for i in range(1, scratch[COUNT] + 1):
        scratch[INDEX + scratch[REGIONS + i * REGION_SLOTS + ROOT]] = 0
    scratch[COUNT] = 0


def note_cell(geo: Any, board: Any, scratch: Any, cell: int, at: int) -> None:
    """Write down an open cell's surroundings and add it to the regions at its corners."""
    width = geo.width
    mine = rules.corner_colour(board, cell) == board.info[rules.TURN]
    # The mover's corners are those at the lower left and upper right, or the mirror image.
    right = 1 if mine else -1
    start = cell if mine else cell + 1
    scratch[at] = note_corner(geo, board, scratch, start, cell, -right, -width)
    scratch[at + 1] = note_corner(geo, board, scratch, start + right + width, cell, right, width)
    scratch[at + 2] = note_corner(geo, board, scratch, start + right, cell, right, -width)
    scratch[at + 3] = note_corner(geo, board, scratch, start + width, cell, -right, width)
    for owner in range(2):
        one = scratch[at + 2 * owner]
        if one > 0 and one == scratch[at + 2 * owner + 1]:
            scratch[REGIONS + one * REGION_SLOTS + OPENINGS] -= 1
    scratch[at + NEAR] = -1  # not written yet; see ``rings``


def note_corner(
    geo: Any, board: Any, scratch: Any, corner: int, cell: int, along: int, up: int
) -> int:
    """Return the number of a corner's region, 0 for none; add to its openings.

    ``along`` and ``up`` lead from the cell to its neighbours at that corner.
    """
    root = rules.find(board, corner)
    if board.free[root] == rules.FULL_RING and board.bands[root] == 0:
        return 0
    number = scratch[INDEX + root]
    if number == 0:
        number = scratch[COUNT] + 1
        scratch[COUNT] = number
        scratch[INDEX + root] = number
        at = REGIONS + number * REGION_SLOTS
        scratch[at + ROOT] = root
        scratch[at + OPENINGS] = board.free[root]
        scratch[at + LISTED] = 0
        scratch[at + SIZE] = board.bands[root]
        scratch[at + JOIN] = 0
        scratch[at + JOIN_CELL] = 0
        scratch[at + NEXT] = 0
    at = REGIONS + number * REGION_SLOTS
    add_opening(scratch, at, cell)
    # A cell that touches a tile by the corner alone is an opening too.
    one, two = cell + along, cell + up
    if board.kinds[one] == rules.EMPTY and board.slot[one] < 0:
        add_opening(scratch, at, one)
    if board.kinds[two] == rules.EMPTY and board.slot[two] < 0:
        add_opening(scratch, at, two)
    return int(number)


def add_opening(scratch: Any, at: int, cell: int) -> None:
    """Add a cell to a region's list of openings if it is not there; count one too many."""
    count = scratch[at + LISTED]
    for i in range(min(count, LIST_LENGTH)):
        if scratch[at + LIST + i] == cell:
            return
    if count < LIST_LENGTH:
        scratch[at + LIST + count] = cell
    scratch[at + LISTED] = min(count + 1, LIST_LENGTH + 1)


def rings(geo: Any, board: Any, scratch: Any, cell: int, at: int) -> None:
    """Write codes of the two rings of cells around a cell, equal for mirror images."""
    kinds, turn, width = board.kinds, board.info[rules.TURN], geo.width
    right = 1 if rules.corner_colour(board, cell) == turn else -1
    one, two, three, four = 0, 0, 0, 0
    for y in range(-2, 3):
        for x in range(-2, 3):
            kind = kinds[cell + right * x + width * y]
            if kind == rules.EMPTY or kind == rules.RIM:
                continue
            tile = 1 if (kind - 1) >> 1 == turn else 2
            one |= tile << 2 * place(x, y)
            two |= tile << 2 * place(-x, -y)
            three |= tile << 2 * place(y, x)
            four |= tile << 2 * place(-y, -x)
    # The low 16 bits are those of the inner ring.
    inner = min(min(one & 0xFFFF, two & 0xFFFF), min(three & 0xFFFF, four & 0xFFFF))
    code = 0
    for i in range(8):
        code = 3 * code + (inner >> 2 * i & 3)
    scratch[at + NEAR] = code
    both = min(min(one, two), min(three, four))
    mixed = (both & 0xFFFFFF) * 1540483477 + (both >> 24) * 461845907
    scratch[at + FAR] = (mixed >> 15 ^ mixed >> 31) & FAR_RINGS - 1


def place(x: int, y: int) -> int:
    """Return the number of a cell in the rings, those of the inner ring first: 0 to 7."""
    if -1 <= x <= 1 and -1 <= y <= 1:
        code = (y + 1) * 3 + x + 1
        return code if code < 4 else code - 1
    if y == -2:
        return 10 + x
    if y == 2:
        return 15 + x
    return 18 + 2 * (y + 1) + (1 if x > 0 else 0)


def kind_of(scratch: Any, region: int) -> int:
    """Return a region's class."""
    if region == 0:
        return FRESH
    openings = scratch[REGIONS + region * REGION_SLOTS + OPENINGS]
    return int(min(max(openings, 1), 5)) - 1


def pair_of(scratch: Any, one: int, two: int) -> int:
    """Return the number of two regions' classes, in either order, or of a region met twice."""
    kind, other = kind_of(scratch, one), kind_of(scratch, two)
    if one == two and one > 0:
        return CLASSES * (CLASSES + 1) // 2 + kind
    low, high = min(kind, other), max(kind, other)
    return high * (high + 1) // 2 + low


def openings_together(scratch: Any, one: int, two: int) -> int:
    """Return the openings of two regions joined by a tile on one of them."""
    first, second = REGIONS + one * REGION_SLOTS, REGIONS + two * REGION_SLOTS
    if one == two:
        return int(min(scratch[first + OPENINGS] - 1, MOST_JOINED)) if one > 0 else 6
    if one == 0 or two == 0:
        return int(min(scratch[(first if two == 0 else second) + OPENINGS] + 2, MOST_JOINED))
    count = scratch[first + OPENINGS] + scratch[second + OPENINGS] - 2
    if max(scratch[first + LISTED], scratch[second + LISTED]) <= LIST_LENGTH:
        for i in range(scratch[first + LISTED]):
            for j in range(scratch[second + LISTED]):
                if scratch[first + LIST + i] == scratch[second + LIST + j]:
                    count -= 1
        count += 1  # the cell itself was counted out above
    return int(min(max(count, 0), MOST_JOINED))


def note_join(scratch: Any, region: int, joined: int, cell: int) -> None:
    """Note that a region may be joined to another one at a cell."""
    at = REGIONS + region * REGION_SLOTS
    if region == 0:
        return
    if joined > scratch[at + JOIN]:
        scratch[at + NEXT] = scratch[at + JOIN]
        scratch[at + JOIN] = joined
        scratch[at + JOIN_CELL] = cell
    elif joined > scratch[at + NEXT]:
        scratch[at + NEXT] = joined


def of_move(state: Any, move: int, scratch: Any, out: Any) -> int:
    board, info = state.board, state.board.info
    cell = move >> 2
    if info[rules.TILES] == 0:
        return 0
    at = CELLS + board.slot[cell] * CELL_SLOTS
    if scratch[at + NEAR] < 0:
        rings(state.geo, board, scratch, cell, at)
    last = rules.completes(board, state.variant)
    owner = 0 if (move & 3) >> 1 == info[rules.TURN] else 1
    form = 2 * owner + last
    own, other = scratch[at + PAIR + owner], scratch[at + PAIR + 1 - owner]
    joined = scratch[at + JOINED + owner]
    out[0] = SIGNATURE + (own * PAIRS + other) * 4 + form
    out[1] = MERGE + (joined * PAIRS + own) * 4 + form
    out[2] = NEAR_RING + scratch[at + NEAR] * 4 + form
    out[3] = FAR_RING + (scratch[at + FAR] + 0x4E35 * form) % FAR_RINGS
    count = 4
    one, two = scratch[at + 2 - 2 * owner], scratch[at + 3 - 2 * owner]
    for i in range(2):
        region = one if i == 0 else two
        if region > 0 and (i == 0 or one != two):
            out[count] = CUT + cut(scratch, region, cell, own, joined) * 4 + form
            count += 1
    out[count] = SIZES + margins(state, scratch, at, owner) * 2 + owner
    count += 1
    return latest(state, cell, form, out, count)


def cut(scratch: Any, region: int, cell: int, own: int, joined: int) -> int:
    """Return a number for how a region is left that loses an opening: 5 * JOINS * CLASSES."""
    at = REGIONS + region * REGION_SLOTS
    left = min(max(scratch[at + OPENINGS] - 1, 0), 4)
    join = scratch[at + NEXT] if scratch[at + JOIN_CELL] == cell else scratch[at + JOIN]
    return int((left * JOINS + max(join - 1, 0)) * CLASSES + min(joined, CLASSES - 1))


def margins(state: Any, scratch: Any, at: int, owner: int) -> int:
    """Return a number for the sizes that a tile makes and prevents, by the tiles left."""
    info = state.board.info
    left = state.variant.num_tiles - info[rules.TILES]
    colour = info[rules.TURN] ^ owner
    made = size_of(scratch, at + 2 * owner) - info[rules.BEST + colour]
    barred = size_of(scratch, at + 2 - 2 * owner) - info[rules.BEST + 1 - colour]
    made, barred = min(max(made, -MARGIN), MARGIN), min(max(barred, -MARGIN), MARGIN)
    return int(((made + MARGIN) * MARGINS + barred + MARGIN) * PHASES + phase(left))


def phase(left: int) -> int:
    """Return the phase of the game, by the tiles left."""
    if left > 12:
        return 5 if left > 24 else 4
    if left > 4:
        return 3 if left > 7 else 2
    return 1 if left > 2 else 0


def size_of(scratch: Any, at: int) -> int:
    """Return the dominant tiles of a region made of those at two corners, with the new tile."""
    one, two = scratch[at], scratch[at + 1]
    size = 1
    if one > 0:
        size += scratch[REGIONS + one * REGION_SLOTS + SIZE]
    if two > 0 and two != one:
        size += scratch[REGIONS + two * REGION_SLOTS + SIZE]
    return int(size)


def latest(state: Any, cell: int, form: int, out: Any, count: int) -> int:
    """Add where the tiles of the opponent's last move lie, and the first one of this move."""
    geo, board, info = state.geo, state.board, state.board.info
    laid, tiles = info[rules.LAID], info[rules.TILES]
    mine = rules.corner_colour(board, cell) == info[rules.TURN]
    for i in range(laid + 2):
        if i >= tiles:
            break
        tile = board.placed[tiles - 1 - i]
        x, y = tile % geo.width - cell % geo.width, tile // geo.width - cell // geo.width
        if not mine:
            x = -x
        code = PLACES - 1
        if -3 <= x <= 3 and -3 <= y <= 3:
            code = min(min(7 * y + x, -7 * y - x), min(7 * x + y, -7 * x - y)) + 24
        colour = 1 if (board.kinds[tile] - 1) >> 1 == info[rules.TURN] else 0
        own = 1 if i < laid else 0
        out[count] = LATEST + (code * 2 + colour) * 8 + own * 4 + form
        count += 1
    return count


def of_position(state: Any, scratch: Any, out: Any) -> int:
    board, info = state.board, state.board.info
    if info[rules.TILES] == 0:
        return 0
    last = 1 if rules.completes(board, state.variant) else 0
    count = 0
    for i in range(info[rules.OPEN]):
        at = CELLS + i * CELL_SLOTS
        out[count] = SPOT + (scratch[at + PAIR] * PAIRS + scratch[at + PAIR + 1]) * 2 + last
        count += 1
    numbers = 0  # for each owner and 1 to 3 openings, four bits
    for i in range(1, scratch[COUNT] + 1):
        at = REGIONS + i * REGION_SLOTS
        colour = rules.corner_colour(board, scratch[at + ROOT])
        owner = 0 if colour == info[rules.TURN] else 1
        openings, size = min(max(scratch[at + OPENINGS], 1), DEPTHS), scratch[at + SIZE]
        bulk = min(size, 2) if size < 4 else 3
        code = ((owner * DEPTHS + openings - 1) * JOINS + scratch[at + JOIN]) * BULKS + bulk
        out[count] = REGION + code * 2 + last
        count += 1
        if openings <= 3:
            kind = owner * 3 + openings - 1
            number = numbers >> 4 * kind & 15
            if number < NUMBERS:
                out[count] = NUMBER + (kind * NUMBERS + number) * 2 + last
                count += 1
                numbers += 1 << 4 * kind
    mine, theirs = info[rules.BEST + info[rules.TURN]], info[rules.BEST + 1 - info[rules.TURN]]
    lead = min(max(mine - theirs, -(LEADS // 2)), LEADS // 2) + LEADS // 2
    left = state.variant.num_tiles - info[rules.TILES]
    stage = min((left - 1) // 2, 3) if left <= 8 else min(4 + (left - 9) // 12, 7)
    out[count] = LEAD + (lead * 8 + stage) * 2 + last
    out[count + 1] = LARGEST + min(mine, 23)
    out[count + 2] = LARGEST + 24 + min(theirs, 23)
    return count + 3
