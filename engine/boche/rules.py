"""The rules of Boche: plain functions over small integer arrays, and nothing else.

This file is the one source of the rules. Interpreted, over lists, it serves the table; compiled
by ``engine.compiled`` from this same source, over numpy arrays, it serves search and bulk replay.
So it keeps to what both understand: integers, indexing, loops; and it imports nothing that runs.

Seen from above the visible surface is a tiling by rhombi, and every corner on it has its own
place ``(i, j) = (z - x, z - y)``, stored as ``i * width + j`` plus an offset. A cell's lowest and
uppermost corner share one place, its *centre*; a placement changes only the hexagon around it.
Around a place there are twelve directions in steps of 30 degrees: even ones run along the edges
of the tiling, odd ones along the long diagonals of its rhombi. A band is a link in one of them.
"""

from __future__ import annotations

from typing import NamedTuple

# What the arrays are when interpreted; compiled, they are numpy arrays of int64.
Ints = list[int]

LIGHT, DARK = 0, 1

# Results of ``check``.
LEGAL, UNKNOWN, FULL, CLOSED, PARITY, LONELY, NO_SWAP = 0, 1, 2, 3, 4, 5, 6

# Results of ``play``: the game goes on, or ``kind + winner``.
UNDECIDED, ENCLOSURE, PATH = -1, 0, 2

# Slots of ``Board.info``.
CUBES, BASE, TURN, SWAPPED, OPEN, STAMP, CUT = 0, 1, 2, 3, 4, 5, 6
INFO_SLOTS = 7

ALL_SIDES = 7
ALL_PLACES = 127
NO_LIMIT = 1 << 30

WINDOWS = 0b0000_1001_1010_1111
"""Any four bits in a row of this word are others (de Bruijn): they tell a power of two."""


class Geometry(NamedTuple):
    """The tables of one board size; see ``engine.boche.tables``. Columns are numbered."""

    size: int
    width: int
    columns: int
    centre: Ints  # place of the column's cell at level 0
    full: Ints  # number of cells in the column
    right: Ints  # the columns of the two other supports, (c+1, r) and (c, r+1)
    above: Ints
    left: Ints  # the columns whose nests rest on this one, (c-1, r) and (c, r-1)
    below: Ints  # of these four the column itself where there is none
    near: Ints  # six board-level neighbours of each hole, or -1
    sides: Ints  # per place: 1, 2, 4 for the sides x, y, z of the board it lies on
    border: Ints  # the places that lie on side x
    step: Ints  # twelve offsets, one a direction
    hop: Ints  # the offset of direction d at (WINDOWS << d) >> 12 & 15, different for each d
    ring: Ints  # offsets of a hexagon's seven places: the centre, then directions 0, 2, ... 10
    keep: Ints  # for each of the seven, the mask of the directions that leave the hexagon
    bands: Ints  # for each hub (rotation & 3) and each of the seven, the links of a new cube
    parts: Ints  # for each hub four masks of the seven: what the new links join, the largest first
    start: Ints  # the first of the seven in each of these


class Board(NamedTuple):
    """The state of a position, changed in place by ``play``.

    ``heights`` per column; ``rotations`` per cell (column * size + level), -1 where empty;
    ``links`` per place, a mask of directions; ``holes`` per place, the empty holes it touches,
    the outside of the board counting as one that is never filled;
    ``tops`` per place, x + y + z of the surface corner there; ``open`` the open columns and
    ``slot`` their index in it or -1; ``mark`` and ``stack`` are scratch.
    """

    heights: Ints
    rotations: Ints
    links: Ints
    holes: Ints
    tops: Ints
    open: Ints
    slot: Ints
    info: Ints
    mark: Ints
    stack: Ints


class Variant(NamedTuple):
    """The options that the rules look at, as integers."""

    kill: int
    fill_board: int
    adjacent: int
    immediate_win: int
    join_any: int


def colour_at(board: Board, place: int) -> int:
    """The colour of the corner now on the surface at ``place``; needs at least one cube."""
    return (board.tops[place] + board.info[BASE]) & 1


def first_rotation(board: Board, level: int) -> int:
    """The first of the four rotations a level takes (0 or 4), or -1 while the board is empty."""
    if board.info[CUBES] == 0:
        return -1
    return 0 if (level + 3 + board.info[BASE]) & 1 == DARK else 4


def is_lonely(geo: Geometry, board: Board, column: int) -> bool:
    """Whether no hole next to this one is occupied."""
    for i in range(6 * column, 6 * column + 6):
        if geo.near[i] >= 0 and board.heights[geo.near[i]] > 0:
            return False
    return True


def is_open(geo: Geometry, board: Board, column: int) -> bool:
    """Whether the column's next cell exists and has its supports."""
    heights, h = board.heights, board.heights[column]
    right, above = heights[geo.right[column]], heights[geo.above[column]]
    return (h < geo.full[column]) & (right >= h) & (above >= h)  # quicker than three branches


def can_swap(board: Board) -> bool:
    return board.info[CUBES] == 1 and board.info[SWAPPED] == 0


def barred(geo: Geometry, board: Board, variant: Variant, column: int) -> bool:
    """Whether the ``adjacent`` option forbids this open column."""
    if variant.adjacent == 0 or board.heights[column] > 0 or board.info[CUBES] == 0:
        return False
    return is_lonely(geo, board, column)


def check(geo: Geometry, board: Board, variant: Variant, move: int) -> int:
    """Why ``move`` is not legal, or LEGAL. A move is column * 8 + rotation, or the swap."""
    if move == 8 * geo.columns:
        return LEGAL if can_swap(board) else NO_SWAP
    if move < 0 or move > 8 * geo.columns:
        return UNKNOWN
    column = move >> 3
    if not is_open(geo, board, column):
        return FULL if board.heights[column] >= geo.full[column] else CLOSED
    if barred(geo, board, variant, column):
        return LONELY
    first = first_rotation(board, board.heights[column])
    if first >= 0 and (move & 4) != first:
        return PARITY
    return LEGAL


def generate(geo: Geometry, board: Board, variant: Variant, moves: Ints) -> int:
    """Write the legal moves of an unfinished game to ``moves``; return their number.

    Order: by column letter, then row, then rotation letter; the swap last.
    """
    count = 0
    for column in range(geo.columns):
        if board.slot[column] >= 0 and not barred(geo, board, variant, column):
            first = first_rotation(board, board.heights[column])
            for rotation in range(max(first, 0), first + 4 if first >= 0 else 8):
                moves[count] = column * 8 + rotation
                count += 1
    if can_swap(board):
        moves[count] = 8 * geo.columns
        count += 1
    return count


def set_open(geo: Geometry, board: Board, column: int) -> None:
    """Bring the column's entry in the set of open columns up to date."""
    slot, info = board.slot[column], board.info
    wanted = is_open(geo, board, column)
    if wanted == (slot >= 0):
        return
    if wanted:
        board.slot[column] = info[OPEN]
        board.open[info[OPEN]] = column
        info[OPEN] += 1
    else:
        info[OPEN] -= 1
        last = board.open[info[OPEN]]
        board.open[slot] = last
        board.slot[last] = slot
        board.slot[column] = -1


def update_open(geo: Geometry, board: Board, column: int) -> None:
    """Bring the set of open columns up to date after a change of height."""
    set_open(geo, board, column)
    set_open(geo, board, geo.left[column])
    set_open(geo, board, geo.below[column])


def reface(geo: Geometry, links: Ints, centre: int, rotation: int) -> int:
    """Take what was around ``centre`` off the surface and show a new cube's three upper faces.

    All links within the hexagon go with the three faces (or the hole) that the cube covers.
    Return which of the seven places lost one (a mask).
    """
    first, cut = 7 * (rotation & 3), 0
    for i in range(7):
        place = centre + geo.ring[i]
        old = links[place]
        kept = old & geo.keep[i]
        links[place] = kept | geo.bands[first + i]
        cut |= (old != kept) << i
    return cut


def settle(geo: Geometry, board: Board, centre: int) -> None:
    """Count the hole under a first cube as filled, at its seven places."""
    for i in range(7):
        board.holes[centre + geo.ring[i]] -= 1


def place_cube(geo: Geometry, board: Board, column: int, rotation: int) -> int:
    """Put a cube on the column's open cell; return the place of its centre."""
    info, level = board.info, board.heights[column]
    centre = geo.centre[column] + level * geo.step[2]
    if info[CUBES] == 0:
        info[BASE] = 1 if rotation >= 4 else 0
    info[CUT] = reface(geo, board.links, centre, rotation)
    if level == 0:
        settle(geo, board, centre)
        info[CUT] = ALL_PLACES
    board.rotations[column * geo.size + level] = rotation
    board.tops[centre] += 3
    board.heights[column] = level + 1
    info[CUBES] += 1
    update_open(geo, board, column)
    return centre


def enclosed_size(geo: Geometry, board: Board, start: int, stamp: int, limit: int) -> int:
    """The blobs of the group at ``start`` if it is enclosed, else 0; marks them with ``stamp``.

    Stops at the first blob that has a way out, or that an earlier search of the same move has
    marked: that one found its way out and stopped, or has seen all of the group. A group of more
    than ``limit`` blobs is known not to be enclosed. The blob at ``start`` has no way out.
    """
    holes, links, mark, stack = board.holes, board.links, board.mark, board.stack
    earliest = stamp & ~63
    stack[0] = start
    mark[start] = stamp
    size, waiting = 0, 1
    while waiting > 0:
        waiting -= 1
        at = stack[waiting]
        size += 1
        if size > limit:
            return 0
        mask, out = links[at], 0
        while mask > 0:
            bit = mask & -mask
            mask ^= bit
            to = at + geo.hop[bit * WINDOWS >> 12 & 15]
            # No branch here: none could be foreseen.
            fresh = mark[to] != stamp
            out |= (holes[to] > 0) | (fresh & (mark[to] >= earliest))
            mark[to] = stamp
            stack[waiting] = to
            waiting += fresh
        if out:
            return 0
    return size


def most_enclosed(part: int, joined: int, cut: int, kill: int) -> int:
    """The most blobs that the group through a part of the hexagon can have if it is now enclosed.

    0 where it needs no look. ``joined`` is the mask of the part; the first part is the three
    places of one colour that the new bands join, with the centre if the hub is on top.
    Above the board level no hole is filled, so a group can only have lost its way out with a
    link (``cut``), or grown out of enclosed ones of less than ``kill``. What was linked to the
    first part stays so. The three other places of the rim are now apart, but for one that the
    centre joins if the hub is not on top.
    """
    if cut == ALL_PLACES:
        return NO_LIMIT
    if part == 0:
        return 3 * kill - 2
    if joined & cut & ~1:
        return NO_LIMIT
    return kill if joined & 1 else 0


def without_way_out(geo: Geometry, board: Board, centre: int) -> int:
    """Those of the hexagon's seven places that touch no empty hole nor the outside (a mask)."""
    found = 0
    for i in range(7):
        found |= (board.holes[centre + geo.ring[i]] == 0) << i
    return found


def enclosed_colours(geo: Geometry, board: Board, centre: int, hub: int, kill: int) -> int:
    """The colours (bit 1 light, bit 2 dark) of groups of ``kill`` blobs or more now enclosed.

    Only groups through the seven places of the hexagon just changed can have become so. Before
    the move there must have been none.
    """
    found, cut = 0, board.info[CUT]
    shut = without_way_out(geo, board, centre)
    board.info[STAMP] += 1
    stamp = board.info[STAMP] << 6
    for part in range(4):
        joined = geo.parts[4 * hub + part]
        if joined & shut != joined:
            continue
        at = centre + geo.ring[geo.start[4 * hub + part]]
        limit = most_enclosed(part, joined, cut, kill)
        if limit > 0 and enclosed_size(geo, board, at, stamp + part, limit) >= kill:
            found |= 1 << colour_at(board, at)
    return found


def is_barrier(geo: Geometry, board: Board, place: int, edge: int) -> bool:
    """Whether a ``join_face`` path may not cross edge 0..5 (direction 2 * edge) at ``place``.

    That is a valley between two cubes of one level: both sides rise from an edge that is really
    there; or an empty hole or the outside of the board, where no cube's face is.
    """
    tops, step = board.tops, geo.step
    here = tops[place]
    there = tops[place + step[2 * edge]]
    if there <= 0:
        return True
    if there != here - 1 and there != here + 1:
        return False
    before = tops[place + step[(2 * edge + 10) % 12]]
    after = tops[place + step[(2 * edge + 2) % 12]]
    return before > here and after > here


def part_of(geo: Geometry, board: Board, place: int, direction: int, join_any: int) -> int:
    """Which part of the corner at ``place`` the face of the link in ``direction`` belongs to.

    With ``join_any`` a corner is one part; else valleys and holes cut it into up to three.
    """
    if join_any:
        return 0
    sector = direction >> 1
    part, total = 0, 0
    for edge in range(1, 6):
        if is_barrier(geo, board, place, edge):
            total += 1
            if edge <= sector:
                part += 1
    return 0 if part == total and not is_barrier(geo, board, place, 0) else part


def linked_sides(geo: Geometry, board: Board, start: int, start_part: int, join_any: int) -> int:
    """The sides (a mask) reached from one part of the corner at ``start``; marks what it visits."""
    links, mark, stack = board.links, board.mark, board.stack
    stamp = board.info[STAMP] << 6
    if mark[start] < stamp:
        mark[start] = stamp
    mark[start] |= 1 << start_part
    stack[0] = start * 8 + start_part
    reached, waiting = 0, 1
    while waiting > 0:
        waiting -= 1
        at, part = stack[waiting] >> 3, stack[waiting] & 7
        reached |= geo.sides[at]
        for direction in range(12):
            if not links[at] >> direction & 1:
                continue
            if part_of(geo, board, at, direction, join_any) != part:
                continue
            to = at + geo.step[direction]
            arrival = part_of(geo, board, to, (direction + 6) % 12, join_any)
            if mark[to] < stamp:
                mark[to] = stamp
            if not mark[to] >> arrival & 1:
                mark[to] |= 1 << arrival
                stack[waiting] = to * 8 + arrival
                waiting += 1
    return reached


def path_owner(geo: Geometry, board: Board, join_any: int) -> int:
    """The colour whose path links all three sides, or -1."""
    board.info[STAMP] += 1
    stamp = board.info[STAMP] << 6
    for i in range(len(geo.border)):
        at = geo.border[i]
        for direction in range(12):
            if not board.links[at] >> direction & 1:
                continue
            part = part_of(geo, board, at, direction, join_any)
            if board.mark[at] >= stamp and board.mark[at] >> part & 1:
                continue
            if linked_sides(geo, board, at, part, join_any) == ALL_SIDES:
                return colour_at(board, at)
    return -1


def is_full(geo: Geometry, board: Board) -> bool:
    return board.info[OPEN] == 0


def judge(geo: Geometry, board: Board, variant: Variant, centre: int, hub: int, mover: int) -> int:
    """The result after ``mover`` placed a cube at ``centre``: UNDECIDED or kind + winner."""
    if variant.kill > 0 and variant.fill_board == 0:
        found = enclosed_colours(geo, board, centre, hub, variant.kill)
        if found == 3:
            return ENCLOSURE + 1 - mover
        if found > 0:
            return ENCLOSURE + (DARK if found == 1 << LIGHT else LIGHT)
    if variant.immediate_win > 0 or is_full(geo, board):
        owner = path_owner(geo, board, variant.join_any)
        if owner >= 0:
            return PATH + owner
    return UNDECIDED


def play(geo: Geometry, board: Board, variant: Variant, move: int) -> int:
    """Play a legal move on ``board``; return UNDECIDED or kind + winner."""
    info = board.info
    if move == 8 * geo.columns:
        info[SWAPPED] = 1
        return UNDECIDED
    mover = info[TURN]
    centre = place_cube(geo, board, move >> 3, move & 7)
    info[TURN] = 1 - mover
    return judge(geo, board, variant, centre, move & 3, mover)


def remember(geo: Geometry, board: Board, column: int, saved: Ints, at: int) -> None:
    """Keep in ``saved[at:at + 7]`` what ``take_back`` needs once a cube lies on the column."""
    centre = geo.centre[column] + board.heights[column] * geo.step[2]
    for i in range(7):
        saved[at + i] = board.links[centre + geo.ring[i]]


def take_back(geo: Geometry, board: Board, column: int, saved: Ints, at: int) -> None:
    """Undo ``place_cube``, the last one on the board; only the order in ``open`` may differ.

    What remains of a first cube is the base, which means nothing on an empty board.
    """
    level = board.heights[column] - 1
    centre = geo.centre[column] + level * geo.step[2]
    board.heights[column] = level
    board.rotations[column * geo.size + level] = -1
    board.tops[centre] -= 3
    board.info[CUBES] -= 1
    for i in range(7):
        board.links[centre + geo.ring[i]] = saved[at + i]
        if level == 0:
            board.holes[centre + geo.ring[i]] += 1
    update_open(geo, board, column)


def replay(geo: Geometry, board: Board, variant: Variant, moves: Ints, results: Ints) -> int:
    """Check and play ``moves``; return how many were legal and fell within the game.

    ``results`` holds two numbers: the result after the last one played, and, where the count is
    short, the ``check`` of the move that failed (LEGAL if the game was over before it).
    """
    results[0], results[1] = UNDECIDED, LEGAL
    for i in range(len(moves)):
        if results[0] != UNDECIDED:
            return i
        results[1] = check(geo, board, variant, moves[i])
        if results[1] != LEGAL:
            return i
        results[0] = play(geo, board, variant, moves[i])
    return len(moves)


def reset(board: Board, fresh: Board) -> None:
    """Make ``board`` what ``fresh`` is: array by array, so that nothing is allocated."""
    for i in range(len(board)):
        for j in range(len(board[i])):
            board[i][j] = fresh[i][j]


def replay_games(
    geo: Geometry,
    board: Board,
    fresh: Board,
    variant: Variant,
    moves: Ints,
    ends: Ints,
    results: Ints,
    counts: Ints,
) -> int:
    """Replay many games; game ``i`` is ``moves[ends[i - 1]:ends[i]]``. Return the legal moves.

    ``counts`` gets the legal moves of each game; ``results`` is that of ``replay``, of the last.
    """
    total, start = 0, 0
    for i in range(len(ends)):
        reset(board, fresh)
        game = moves[start : ends[i]]
        counts[i] = replay(geo, board, variant, game, results)
        total += counts[i]
        start = ends[i]
    return total
