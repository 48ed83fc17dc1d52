"""The rules of Che: plain functions over integers and indexed stores of them, and nothing else.

This file is the one source of the rules. Interpreted, over sparse stores that have no edge
(``engine.che.tables``), it serves the table; compiled by ``engine.compiled`` from this same
source, over numpy arrays that cover a window of the board, it serves search and bulk play. So it
keeps to what both understand: integers, indexing, loops; and it imports nothing that runs.

A cell is ``origin + y * width + x``. Its lower left corner has the same number; the other corners
are ``cell + 1``, ``cell + width`` and ``cell + width + 1``. The width is odd, so that the lowest
bit of a corner's number alternates over the grid as the colours do.

A region is a tree of corners (union-find by size, no compression): its root counts, over all of
its corners, the empty cells around each. It is closed when that count is 0.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol


class Ints(Protocol):
    """Integers by integers: lists, sparse stores, numpy arrays of int64."""

    def __getitem__(self, at: int, /) -> int: ...
    def __setitem__(self, at: int, value: int, /) -> None: ...


LIGHT, DARK = 0, 1

# Tile kinds: the band's colour is ``kind >> 1``; ``kind & 1`` is 0 for a band from the top left to
# the bottom right, 1 for one from the bottom left to the top right.
FL, FR, BL, BR = 0, 1, 2, 3

# In ``Board.kinds``: nothing, a tile's kind plus 1, or the rim of a window.
EMPTY, RIM = 0, 9

# Results of ``check_tile``. ``check`` adds SECOND where it speaks of the second tile.
LEGAL, NOT_FIRST, TAKEN, LONELY, MISMATCH, SAME, TOO_FEW, TOO_MANY = 0, 1, 2, 3, 4, 5, 6, 7
SECOND = 8

# Results of ``play_tile``: the game goes on, ``kind + winner``, or a draw.
UNDECIDED, CLOSURE, LIMIT, LARGEST, DRAW = -1, 0, 2, 4, 6

# Slots of ``Board.info``. LAID: tiles of the move that is being made. BEST, BEST + 1: the size of
# the largest region of light and of dark.
TILES, BASE, TURN, LAID, PLIES, OPEN, FLAGS, BEST = 0, 1, 2, 3, 4, 5, 6, 7
INFO_SLOTS = 9

# Bits of ``info[FLAGS]``, shifted by the colour: some region of it is closed; is too large.
CLOSED, LARGE = 1, 4

NO_CELL, NO_ROOT = -1, -1
FULL_RING = 4  # empty cells around a corner that no tile has


class Geometry(NamedTuple):
    """How cells are numbered: ``width`` is odd, ``origin`` the number of the cell 0,0."""

    width: int
    origin: int


class Board(NamedTuple):
    """The state of a position, changed in place by ``play_tile``.

    By cell: ``kinds``; ``slot``, its index in ``open`` or -1. ``open`` lists the empty cells next
    to a tile, ``placed`` the cells with tiles as they came. By corner: ``parent``, NO_ROOT for a
    root; of roots ``free``, the empty cells around the region's corners (a cell counts for each
    corner), ``bands``, its dominant tiles, and the columns and rows these reach, ``west`` to
    ``east`` and ``south`` to ``north`` (kept only with ``group_extent``, valid if it has bands).
    """

    kinds: Ints
    slot: Ints
    open: Ints
    placed: Ints
    parent: Ints
    free: Ints
    bands: Ints
    west: Ints
    east: Ints
    south: Ints
    north: Ints
    info: Ints


class Variant(NamedTuple):
    """The options as integers; 0 is off, for ``num_tiles``: as many as are wanted."""

    num_tiles: int
    group_area: int
    group_extent: int


# -- which tile fits where


def corner_colour(board: Board, corner: int) -> int:
    """The colour of a corner; needs at least one tile."""
    return (corner & 1) ^ board.info[BASE]


def top_left_colour(kind: int) -> int:
    """The colour of a tile's top left corner: light for fl and br, dark for fr and bl."""
    return (kind >> 1) ^ (kind & 1)


def front_kind(geo: Geometry, board: Board, cell: int) -> int:
    """The kind with a light band that fits a cell; 3 minus it is the one with a dark band."""
    return corner_colour(board, cell + geo.width)


def fits(geo: Geometry, board: Board, cell: int, kind: int) -> bool:
    """Whether a tile's corners have the colours of the grid."""
    if board.info[TILES] == 0:
        return True
    return top_left_colour(kind) == front_kind(geo, board, cell)


def touches(geo: Geometry, one: int, two: int) -> bool:
    """Whether two cells have an edge in common."""
    apart = one - two if one > two else two - one
    return apart == 1 or apart == geo.width


def check_tile(geo: Geometry, board: Board, cell: int, kind: int, beside: int) -> int:
    """Why a tile may not be laid, or LEGAL.

    ``beside`` is the cell of a tile that the same move lays, or NO_CELL.
    """
    if board.info[TILES] == 0:
        return LEGAL if cell == geo.origin else NOT_FIRST
    if board.kinds[cell] != EMPTY:
        return TAKEN
    if board.slot[cell] < 0 and (beside == NO_CELL or not touches(geo, cell, beside)):
        return LONELY
    return LEGAL if fits(geo, board, cell, kind) else MISMATCH


def tiles_wanted(board: Board, variant: Variant) -> int:
    """How many tiles the move now begun has: one for the first and, maybe, the last; else two."""
    tiles = board.info[TILES] - board.info[LAID]
    return 1 if tiles == 0 or tiles + 1 == variant.num_tiles else 2


def check(geo: Geometry, board: Board, variant: Variant, one: int, two: int) -> int:
    """Why the whole move ``one`` and ``two`` is not legal, or LEGAL.

    A tile is ``cell * 4 + kind``; ``two`` is NO_CELL for a move of one tile.
    """
    wanted = tiles_wanted(board, variant)
    if two == NO_CELL:
        if wanted == 2:
            return TOO_FEW
        return check_tile(geo, board, one >> 2, one & 3, NO_CELL)
    if wanted == 1:
        return TOO_MANY
    if one >> 2 == two >> 2:
        return SAME
    first = check_tile(geo, board, one >> 2, one & 3, two >> 2)
    if first != LEGAL:
        return first
    if board.slot[one >> 2] < 0 and board.slot[two >> 2] < 0:
        return LONELY
    second = check_tile(geo, board, two >> 2, two & 3, one >> 2)
    return LEGAL if second == LEGAL else second + SECOND


def generate_tiles(geo: Geometry, board: Board, tiles: Ints) -> int:
    """Write the tiles that can be laid next to ``tiles`` (none comes twice); return their number.

    Order: the cells as they stand in ``open``, the light band before the dark one.
    """
    if board.info[TILES] == 0:
        for kind in range(4):
            tiles[kind] = geo.origin * 4 + kind
        return 4
    count = 0
    for i in range(board.info[OPEN]):
        cell = board.open[i]
        front = front_kind(geo, board, cell)
        tiles[count] = cell * 4 + front
        tiles[count + 1] = cell * 4 + 3 - front
        count += 2
    return count


def is_new(geo: Geometry, board: Board, cell: int, latest: int) -> bool:
    """Whether an open cell touches no other tile than the one on ``latest``."""
    if not touches(geo, cell, latest):
        return False
    return neighbours(geo, board, cell) == 1


def neighbours(geo: Geometry, board: Board, cell: int) -> int:
    """How many of the four cells next to a cell hold tiles."""
    count, kinds = 0, board.kinds
    for i in range(4):
        kind = kinds[cell + side(geo, i)]
        if kind != EMPTY and kind != RIM:
            count += 1
    return count


def side(geo: Geometry, i: int) -> int:
    """How far the neighbour on side ``i`` is: east, north, west, south."""
    step = geo.width if i & 1 else 1
    return step if i < 2 else -step


def generate_rest(geo: Geometry, board: Board, tiles: Ints) -> int:
    """Like ``generate_tiles``, for the second tile of a move, each pair in one order only.

    Two tiles that could be laid in either order come with the lower cell first. There is always
    at least one second tile, but at the rim of a window.
    """
    latest, count = board.placed[board.info[TILES] - 1], 0
    for i in range(board.info[OPEN]):
        cell = board.open[i]
        if cell < latest and not is_new(geo, board, cell, latest):
            continue
        front = front_kind(geo, board, cell)
        tiles[count] = cell * 4 + front
        tiles[count + 1] = cell * 4 + 3 - front
        count += 2
    return count


def generate(geo: Geometry, board: Board, variant: Variant, ones: Ints, twos: Ints) -> int:
    """Write the whole moves of an unfinished game between two moves; return their number.

    Each pair comes once, in either order of its tiles. ``twos`` is NO_CELL in moves of one tile.
    With ``m`` open cells there are at most ``2 * m * (m + 5)`` moves, but 4 at the start.
    """
    if tiles_wanted(board, variant) == 1:
        count = generate_tiles(geo, board, ones)
        for i in range(count):
            twos[i] = NO_CELL
        return count
    count = 0
    for i in range(board.info[OPEN]):
        cell = board.open[i]
        for j in range(i + 1, board.info[OPEN]):
            count = add_pairs(geo, board, cell, board.open[j], ones, twos, count)
        for j in range(4):
            near = cell + side(geo, j)
            if board.kinds[near] == EMPTY and board.slot[near] < 0:
                count = add_pairs(geo, board, cell, near, ones, twos, count)
    return count


def add_pairs(
    geo: Geometry, board: Board, one: int, two: int, ones: Ints, twos: Ints, count: int
) -> int:
    """Write the four moves that fill two cells; return the new count."""
    for i in range(4):
        first, second = front_kind(geo, board, one), front_kind(geo, board, two)
        ones[count] = one * 4 + (3 - first if i & 2 else first)
        twos[count] = two * 4 + (3 - second if i & 1 else second)
        count += 1
    return count


# -- laying a tile


def find(board: Board, corner: int) -> int:
    """The root of a corner's region."""
    parent = board.parent
    while parent[corner] != NO_ROOT:
        corner = parent[corner]
    return corner


def band_end(geo: Geometry, cell: int, kind: int, i: int) -> int:
    """Corner ``i`` of a tile: 0 and 1 are linked by the band, 2 and 3 are the other two."""
    down = (kind & 1 == 0) == (i < 2)  # the diagonal from the top left to the bottom right
    if i & 1 == 0:
        return cell + geo.width if down else cell
    return cell + 1 if down else cell + geo.width + 1


def reach(geo: Geometry, board: Board, one: int, two: int, cell: int) -> tuple[int, int, int, int]:
    """West, east, south, north of the dominant tiles of two regions and a new one on a cell."""
    x, y = cell % geo.width, cell // geo.width
    west, east, south, north = x, x, y, y
    for i in range(2):
        root = one if i == 0 else two
        if board.bands[root] > 0:
            west, east = min(west, board.west[root]), max(east, board.east[root])
            south, north = min(south, board.south[root]), max(north, board.north[root])
    return west, east, south, north


def spread(geo: Geometry, board: Board, one: int, two: int, cell: int) -> int:
    """The larger of width and height, in dominant tiles, of what ``reach`` tells of."""
    west, east, south, north = reach(geo, board, one, two, cell)
    return max(east - west, north - south) + 1


def joined_size(board: Board, one: int, two: int) -> int:
    """The dominant tiles of the region that a band between two roots makes."""
    return board.bands[one] + 1 + (0 if one == two else board.bands[two])


def news(geo: Geometry, board: Board, variant: Variant, cell: int, kind: int) -> int:
    """The bits that laying a tile would add to ``info[FLAGS]``."""
    colour, free = kind >> 1, board.free
    one, two = find(board, band_end(geo, cell, kind, 0)), find(board, band_end(geo, cell, kind, 1))
    left = free[one] - 2 if one == two else free[one] + free[two] - 2
    flags = CLOSED << colour if left == 0 else 0
    size = joined_size(board, one, two)
    if variant.group_area > 0 and size >= variant.group_area:
        flags |= LARGE << colour
    if variant.group_extent > 0 and spread(geo, board, one, two, cell) >= variant.group_extent:
        flags |= LARGE << colour
    one, two = find(board, band_end(geo, cell, kind, 2)), find(board, band_end(geo, cell, kind, 3))
    shut = free[one] == 2 if one == two else free[one] == 1 or free[two] == 1
    return flags | (CLOSED << 1 - colour if shut else 0)


def join(geo: Geometry, board: Board, variant: Variant, cell: int, kind: int) -> None:
    """Link the two corners of the band, and count the tile for their region."""
    one, two = find(board, band_end(geo, cell, kind, 0)), find(board, band_end(geo, cell, kind, 1))
    size = joined_size(board, one, two)
    root, other = (one, two) if board.bands[one] >= board.bands[two] else (two, one)
    if variant.group_extent > 0:
        west, east, south, north = reach(geo, board, one, two, cell)
        board.west[root], board.east[root] = west, east
        board.south[root], board.north[root] = south, north
    if root != other:
        board.parent[other] = root
        board.free[root] += board.free[other]
    board.bands[root] = size
    slot = BEST + (kind >> 1)
    board.info[slot] = max(board.info[slot], size)


def fill(geo: Geometry, board: Board, cell: int, kind: int) -> None:
    """Put a tile on a cell and bring the set of open cells up to date."""
    info = board.info
    board.kinds[cell] = kind + 1
    board.placed[info[TILES]] = cell
    info[TILES] += 1
    at = board.slot[cell]
    if at >= 0:
        info[OPEN] -= 1
        last = board.open[info[OPEN]]
        board.open[at] = last
        board.slot[last] = at
        board.slot[cell] = -1
    for i in range(4):
        near = cell + side(geo, i)
        if board.kinds[near] == EMPTY and board.slot[near] < 0:
            board.slot[near] = info[OPEN]
            board.open[info[OPEN]] = near
            info[OPEN] += 1


def lay(geo: Geometry, board: Board, variant: Variant, cell: int, kind: int) -> None:
    """Lay a tile, and note what it closes or makes too large; judges nothing."""
    info = board.info
    if info[TILES] == 0:
        info[BASE] = top_left_colour(kind) ^ ((cell + geo.width) & 1)
    info[FLAGS] |= news(geo, board, variant, cell, kind)
    for i in range(4):
        board.free[find(board, band_end(geo, cell, kind, i))] -= 1
    join(geo, board, variant, cell, kind)
    fill(geo, board, cell, kind)


# -- the end


def winners(variant: Variant, flags: int) -> int:
    """The colours (bit 1 light, bit 2 dark) that what is closed or too large makes win.

    Without the group options the owner of a closed region wins; with them the owner of a closed or
    of a too large region loses.
    """
    closed = flags & 3
    if variant.group_area == 0 and variant.group_extent == 0:
        return closed
    lost = closed | flags >> 2
    return (lost & 1) << 1 | lost >> 1


def judge(variant: Variant, flags: int, tiles: int, light: int, dark: int, mover: int) -> int:
    """The result of a whole move: ``light`` and ``dark`` are the sizes of the largest regions."""
    won = winners(variant, flags)
    if won > 0:
        winner = 1 - mover if won == 3 else won >> 1
        return (CLOSURE if flags & 3 else LIMIT) + winner
    if tiles != variant.num_tiles:
        return UNDECIDED
    return DRAW if light == dark else LARGEST + (LIGHT if light > dark else DARK)


def completes(board: Board, variant: Variant) -> bool:
    """Whether the next tile completes the move."""
    return board.info[LAID] + 1 == tiles_wanted(board, variant)


def play_tile(geo: Geometry, board: Board, variant: Variant, tile: int) -> int:
    """Lay a tile that fits; return the result if it completes the move, else UNDECIDED."""
    info = board.info
    last = completes(board, variant)
    lay(geo, board, variant, tile >> 2, tile & 3)
    if not last:
        info[LAID] += 1
        return UNDECIDED
    mover = info[TURN]
    info[LAID] = 0
    info[TURN] = 1 - mover
    info[PLIES] += 1
    return judge(variant, info[FLAGS], info[TILES], info[BEST], info[BEST + 1], mover)


def probe_tile(geo: Geometry, board: Board, variant: Variant, tile: int) -> int:
    """What ``play_tile`` would return; nothing changes."""
    if not completes(board, variant):
        return UNDECIDED
    info, cell, kind = board.info, tile >> 2, tile & 3
    flags = info[FLAGS] | news(geo, board, variant, cell, kind)
    one, two = find(board, band_end(geo, cell, kind, 0)), find(board, band_end(geo, cell, kind, 1))
    size = joined_size(board, one, two)
    light = max(info[BEST], size if kind >> 1 == LIGHT else 0)
    dark = max(info[BEST + 1], size if kind >> 1 == DARK else 0)
    return judge(variant, flags, info[TILES] + 1, light, dark, info[TURN])


def play(geo: Geometry, board: Board, variant: Variant, one: int, two: int) -> int:
    """Play a legal whole move, its tiles in an order in which each touches one that lies."""
    result = play_tile(geo, board, variant, one)
    return result if two == NO_CELL else play_tile(geo, board, variant, two)


# -- copying


def clear(geo: Geometry, board: Board) -> None:
    """Take all tiles off; only what they touched is looked at."""
    info = board.info
    for i in range(info[OPEN]):
        board.slot[board.open[i]] = -1
    for i in range(info[TILES]):
        cell = board.placed[i]
        board.kinds[cell] = EMPTY
        for j in range(4):
            corner = band_end(geo, cell, FL, j)
            board.parent[corner] = NO_ROOT
            board.free[corner] = FULL_RING
            board.bands[corner] = 0
    for i in range(INFO_SLOTS):
        info[i] = 0


def copy(geo: Geometry, variant: Variant, to: Board, source: Board) -> None:
    """Make ``to`` what ``source`` is; both belong to the same geometry."""
    clear(geo, to)
    for i in range(source.info[OPEN]):
        cell = source.open[i]
        to.open[i] = cell
        to.slot[cell] = i
    for i in range(source.info[TILES]):
        cell = source.placed[i]
        to.placed[i] = cell
        to.kinds[cell] = source.kinds[cell]
        for j in range(4):
            copy_corner(variant, to, source, band_end(geo, cell, FL, j))
    for i in range(INFO_SLOTS):
        to.info[i] = source.info[i]


def copy_corner(variant: Variant, to: Board, source: Board, corner: int) -> None:
    to.parent[corner] = source.parent[corner]
    to.free[corner] = source.free[corner]
    to.bands[corner] = source.bands[corner]
    if variant.group_extent > 0:
        to.west[corner], to.east[corner] = source.west[corner], source.east[corner]
        to.south[corner], to.north[corner] = source.south[corner], source.north[corner]
