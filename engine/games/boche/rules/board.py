"""The board of Boche: its arrays, and their changes when a cube is placed."""

from __future__ import annotations

from typing import NamedTuple

# Type of the arrays in interpreted code; in compiled code they are numpy arrays of int64.
Ints = list[int]
Table = tuple[int, ...]

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
"""A de Bruijn word: all windows of four bits differ, so that they identify a power of two."""


class Geometry(NamedTuple):
    """The tables of one board size; see ``engine.games.boche.board``. Columns are numbered."""

    size: int
    width: int
    columns: int
    centre: Table  # place of the column's cell at level 0
    full: Table  # number of cells in the column
    right: Table  # the columns of the two other supports, (c+1, r) and (c, r+1)
    above: Table
    left: Table  # the columns whose nests rest on this one, (c-1, r) and (c, r-1)
    below: Table  # in these four the column itself if there is none
    near: Table  # six board-level neighbours of each hole, or -1
    sides: Table  # per place: 1, 2, 4 for the sides x, y, z of the board it lies on
    border: Table  # the places that lie on side x
    step: Table  # twelve offsets, one per direction
    hop: Table  # the offset of direction d at (WINDOWS << d) >> 12 & 15, different for each d
    ring: Table  # offsets of a hexagon's seven places: the centre, then directions 0, 2, ... 10
    keep: Table  # for each of the seven, the mask of the directions that leave the hexagon
    bands: Table  # for each hub (rotation & 3) and each of the seven, the links of a new cube
    parts: Table  # for each hub four masks of the seven that the new links join, as ``parts_of``
    start: Table  # the first of the seven places in each of these parts


class Board(NamedTuple):
    """The state of a position, changed in place by ``play``.

    ``heights`` is per column; ``rotations`` is per cell (column * size + level), -1 if empty;
    ``links`` is per place, a mask of directions; ``holes`` is per place, the number of empty holes
    that it touches, with the outside of the board as one that is never filled; ``tops`` is per
    place, x + y + z of the surface corner there; ``open`` lists the open columns, and ``slot`` has
    their index in it or -1; ``mark`` and ``stack`` are scratch.
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
    """The options that affect the rules, as integers."""

    kill: int
    fill_board: int
    adjacent: int
    immediate_win: int
    join_any: int


def colour_at(board: Board, place: int) -> int:
    """Return the colour of the surface corner at ``place``; there must be a cube on the board."""
    return (board.tops[place] + board.info[BASE]) & 1


def is_open(geo: Geometry, board: Board, column: int) -> bool:
    """Return whether the column's next cell exists and has its supports."""
    heights, h = board.heights, board.heights[column]
    right, above = heights[geo.right[column]], heights[geo.above[column]]
    return (h < geo.full[column]) & (right >= h) & (above >= h)  # faster than three branches


def set_open(geo: Geometry, board: Board, column: int) -> None:
    """Update the column's entry in the set of open columns."""
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
    """Update the set of open columns after a change of the column's height."""
    set_open(geo, board, column)
    set_open(geo, board, geo.left[column])
    set_open(geo, board, geo.below[column])


def reface(geo: Geometry, links: Ints, centre: int, rotation: int) -> int:
    """Replace the surface around ``centre`` by a new cube's three upper faces.

    All links inside the hexagon vanish with the three faces (or the hole) that the cube covers.
    Return the mask of the seven places that lost a link.
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
    """Count the hole below a column's first cube as filled, at its seven places."""
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
