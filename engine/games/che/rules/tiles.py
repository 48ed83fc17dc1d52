"""Legality and generation of the tiles that a player of Che may lay."""

from __future__ import annotations

from boche.engine.games.che.rules.board import *


def corner_colour(board: Board, corner: int) -> int:
    """Return the colour of a corner; the board must have at least one tile."""
    return (corner & 1) ^ board.info[BASE]


def top_left_colour(kind: int) -> int:
    """Return the colour of a tile's top left corner: light for fl and br, dark for fr and bl."""
    return (kind >> 1) ^ (kind & 1)


def front_kind(geo: Geometry, board: Board, cell: int) -> int:
    """Return the kind with a light band that fits a cell; 3 minus it is the dark one."""
    return corner_colour(board, cell + geo.width)


def fits(geo: Geometry, board: Board, cell: int, kind: int) -> bool:
    """Return whether a tile's corners match the colours of the grid."""
    if board.info[TILES] == 0:
        return True
    return top_left_colour(kind) == front_kind(geo, board, cell)


def touches(geo: Geometry, one: int, two: int) -> bool:
    """Return whether two cells share an edge."""
    apart = one - two if one > two else two - one
    return apart == 1 or apart == geo.width


def check_tile(geo: Geometry, board: Board, cell: int, kind: int, beside: int) -> int:
    """Return why a tile may not be laid, or LEGAL.

    ``beside`` is the cell of another tile laid in the same move, or NO_CELL.
    """
    if board.info[TILES] == 0:
        return LEGAL if cell == geo.origin else NOT_FIRST
    if board.kinds[cell] != EMPTY:
        return TAKEN
    if board.slot[cell] < 0 and (beside == NO_CELL or not touches(geo, cell, beside)):
        return LONELY
    return LEGAL if fits(geo, board, cell, kind) else MISMATCH


def tiles_wanted(board: Board, variant: Variant) -> int:
    """Return the number of tiles in the current move: 1 in the first and maybe the last, else 2."""
    return wanted_after(board.info[TILES] - board.info[LAID], variant)


def wanted_after(tiles: int, variant: Variant) -> int:
    """Return the number of tiles in the move that begins after so many tiles."""
    return 1 if tiles == 0 or tiles + 1 == variant.num_tiles else 2


def check(geo: Geometry, board: Board, variant: Variant, one: int, two: int) -> int:
    """Return why the whole move of ``one`` and ``two`` is illegal, or LEGAL.

    A tile is ``cell * 4 + kind``; ``two`` is NO_CELL in a move of one tile.
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
    """Write the tiles that can be laid next to ``tiles``, without repeats; return their number.

    They are ordered by cell as in ``open``, with the light band before the dark one.
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
    """Return whether the tile on ``latest`` is the only one that an open cell touches."""
    if not touches(geo, cell, latest):
        return False
    return neighbours(geo, board, cell) == 1


def neighbours(geo: Geometry, board: Board, cell: int) -> int:
    """Return the number of tiles on the four cells next to a cell."""
    count, kinds = 0, board.kinds
    for i in range(4):
        kind = kinds[cell + side(geo, i)]
        if kind != EMPTY and kind != RIM:
            count += 1
    return count


def side(geo: Geometry, i: int) -> int:
    """Return the offset of the neighbour on side ``i``: east, north, west, south."""
    step = geo.width if i & 1 else 1
    return step if i < 2 else -step


def generate_rest(geo: Geometry, board: Board, tiles: Ints) -> int:
    """Write the second tiles of a move to ``tiles`` and return their number.

    Each pair of tiles comes in one order only: if either could be laid first, the one on the lower
    cell is. There is always at least one second tile, except at the rim of a window. The tiles are
    ordered as in ``generate_tiles``.
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
    """Write the whole moves of an unfinished game, with no move begun; return their number.

    Each pair of tiles comes once, in either order. ``twos`` is NO_CELL in moves of one tile. With
    ``m`` open cells there are at most ``2 * m * (m + 5)`` moves, or 4 at the start.
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
    """Write the four moves that fill two cells, and return the new count."""
    for i in range(4):
        first, second = front_kind(geo, board, one), front_kind(geo, board, two)
        ones[count] = one * 4 + (3 - first if i & 2 else first)
        twos[count] = two * 4 + (3 - second if i & 1 else second)
        count += 1
    return count
