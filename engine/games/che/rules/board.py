"""The board of Che: the contents of its arrays, and functions to clear and copy them."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class Ints(Protocol):
    """Integers indexed by integers: a list, a sparse store or a numpy array of int64."""

    def __getitem__(self, at: int, /) -> int: ...
    def __setitem__(self, at: int, value: int, /) -> None: ...


LIGHT, DARK = 0, 1

# Tile kinds. The band's colour is ``kind >> 1``; ``kind & 1`` is 0 for a band from the top left to
# the bottom right, 1 for one from the bottom left to the top right.
FL, FR, BL, BR = 0, 1, 2, 3

# Values in ``Board.kinds`` besides a tile's kind plus 1: no tile, and the rim of a window.
EMPTY, RIM = 0, 9

# Results of ``check_tile`` and ``check``; ``check`` adds SECOND if the second tile is at fault.
LEGAL, NOT_FIRST, TAKEN, LONELY, MISMATCH, SAME, TOO_FEW, TOO_MANY = 0, 1, 2, 3, 4, 5, 6, 7
SECOND = 8

# Results of ``play_tile``: the game goes on, ``kind + winner``, or a draw.
UNDECIDED, CLOSURE, LIMIT, LARGEST, DRAW = -1, 0, 2, 4, 6

# Slots of ``Board.info``. LAID: tiles already laid in the current move. BEST, BEST + 1: sizes of
# the largest regions of light and of dark.
TILES, BASE, TURN, LAID, PLIES, OPEN, FLAGS, BEST = 0, 1, 2, 3, 4, 5, 6, 7
INFO_SLOTS = 9

# Bits of ``info[FLAGS]``, shifted by the colour: it has a closed region; one that is too large.
CLOSED, LARGE = 1, 4

NO_CELL, NO_ROOT = -1, -1
FULL_RING = 4  # empty cells around a corner that touches no tile


class Geometry(NamedTuple):
    """Numbering of cells: ``width`` is odd, ``origin`` is the number of the cell 0,0."""

    width: int
    origin: int


class Board(NamedTuple):
    """The state of a position, changed in place by ``play_tile``.

    By cell: ``kinds``; ``slot``, its index in ``open`` or -1. ``open`` lists the empty cells next
    to a tile, ``placed`` the cells with tiles in the order they were laid. By corner: ``parent``,
    NO_ROOT for a root. For roots only: ``free``, the empty cells around the region's corners (a
    cell counts once per corner); ``bands``, the number of its dominant tiles; and the columns
    (``west`` to ``east``) and rows (``south`` to ``north``) that these span, kept only with
    ``group_extent`` and valid only if there are any.
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
    """The options as integers; 0 means off, or for ``num_tiles`` unlimited."""

    num_tiles: int
    group_area: int
    group_extent: int


def band_end(geo: Geometry, cell: int, kind: int, i: int) -> int:
    """Return corner ``i`` of a tile: 0 and 1 are linked by the band, 2 and 3 are the others."""
    down = (kind & 1 == 0) == (i < 2)  # the diagonal from the top left to the bottom right
    if i & 1 == 0:
        return cell + geo.width if down else cell
    return cell + 1 if down else cell + geo.width + 1


def clear(geo: Geometry, board: Board) -> None:
    """Remove all tiles, visiting only the entries that they touched."""
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
    """Copy ``source`` to ``to``; both must have the same geometry."""
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
