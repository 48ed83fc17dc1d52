"""Functions to lay tiles, join regions and determine the result in Che."""

from __future__ import annotations

from boche.engine.games.che.rules.board import *
from boche.engine.games.che.rules.tiles import side, tiles_wanted, top_left_colour

# -- laying a tile


def find(board: Board, corner: int) -> int:
    """Return the root of a corner's region."""
    parent = board.parent
    while parent[corner] != NO_ROOT:
        corner = parent[corner]
    return corner


def reach(geo: Geometry, board: Board, one: int, two: int, cell: int) -> tuple[int, int, int, int]:
    """Return the west, east, south, north of two regions' dominant tiles and a new tile."""
    x, y = cell % geo.width, cell // geo.width
    west, east, south, north = x, x, y, y
    for i in range(2):
        root = one if i == 0 else two
        if board.bands[root] > 0:
            west, east = min(west, board.west[root]), max(east, board.east[root])
            south, north = min(south, board.south[root]), max(north, board.north[root])
    return west, east, south, north


def spread(geo: Geometry, board: Board, one: int, two: int, cell: int) -> int:
    """Return the larger of width and height, in dominant tiles, of the bounds from ``reach``."""
    west, east, south, north = reach(geo, board, one, two, cell)
    return max(east - west, north - south) + 1


def joined_size(board: Board, one: int, two: int) -> int:
    """Return the number of dominant tiles of the region formed by a band between two roots."""
    return board.bands[one] + 1 + (0 if one == two else board.bands[two])


def news(geo: Geometry, board: Board, variant: Variant, cell: int, kind: int) -> int:
    """Return the bits that laying a tile would add to ``info[FLAGS]``."""
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
    """Join the regions at the two corners of the band, and count the tile for the result."""
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
    """Put a tile on a cell and update the set of open cells."""
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
    """Lay a tile and flag what it closes or makes too large, without judging the result."""
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
    """Return a mask of the colours (1 light, 2 dark) that closed or too large regions make win.

    Without the group options, the owner of a closed region wins. With them, the owner of a closed
    region or of one that is too large loses.
    """
    closed = flags & 3
    if variant.group_area == 0 and variant.group_extent == 0:
        return closed
    lost = closed | flags >> 2
    return (lost & 1) << 1 | lost >> 1


def judge(variant: Variant, flags: int, tiles: int, light: int, dark: int, mover: int) -> int:
    """Return the result of a whole move; ``light`` and ``dark`` are the largest regions' sizes."""
    won = winners(variant, flags)
    if won > 0:
        winner = 1 - mover if won == 3 else won >> 1
        return (CLOSURE if flags & 3 else LIMIT) + winner
    if tiles != variant.num_tiles:
        return UNDECIDED
    return DRAW if light == dark else LARGEST + (LIGHT if light > dark else DARK)


def completes(board: Board, variant: Variant) -> bool:
    """Return whether the next tile completes the move."""
    return board.info[LAID] + 1 == tiles_wanted(board, variant)


def play_tile(geo: Geometry, board: Board, variant: Variant, tile: int) -> int:
    """Lay a tile that fits and return the result if it completes the move, else UNDECIDED."""
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
    """Return what ``play_tile`` would return, without changing the board."""
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
    """Play a legal whole move and return its result; each tile must touch one already laid."""
    result = play_tile(geo, board, variant, one)
    return result if two == NO_CELL else play_tile(geo, board, variant, two)
