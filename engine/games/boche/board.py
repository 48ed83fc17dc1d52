"""Tables for a board size, and empty boards, for ``engine.games.boche.rules``."""

from __future__ import annotations

from functools import cache

from boche.engine.games.boche.geometry import Cell, Corner, column_height
from boche.engine.games.boche.rules import INFO_SLOTS, WINDOWS, Board, Geometry

# The six holes next to a hole (c, r) at board level.
NEIGHBOURS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


@cache
def holes_of(size: int) -> tuple[tuple[int, int], ...]:
    """Return the (c, r) of every column in the order of their numbers: by c, then r."""
    return tuple((c, r) for c in range(size) for r in range(size - c))


@cache
def column_numbers(size: int) -> dict[tuple[int, int], int]:
    return {hole: i for i, hole in enumerate(holes_of(size))}


def width_of(size: int) -> int:
    # Places span 2 * size + 1 in each coordinate; the margin keeps the neighbours' neighbours of
    # every corner inside the arrays.
    return 2 * size + 5


def place_of(corner: Corner, size: int) -> int:
    """Return the place of a lattice corner in the arrays of that size."""
    x, y, z = corner
    return (z - x + 3) * width_of(size) + (z - y + 3)


def steps_of(width: int) -> list[int]:
    short = [width, width + 1, 1, -width, -width - 1, -1]
    return [s for d in range(6) for s in (short[d], short[d] + short[(d + 1) % 6])]


# The faces of a cube seen from above: the direction of each short diagonal from the centre, by
# the hub (rotation & 3) that joins it: b, f on +x; c, g on +z; d, h on +y.
SHORT_DIAGONALS = {1: 6, 2: 2, 3: 10}


def bands_of(hub: int) -> list[int]:
    """Return the links of a new cube, for the centre and the six places around it.

    A short diagonal joins corners of the uppermost colour; the long one, across it, joins those of
    the other. Hub 0 (a, e) joins the short diagonals of all three faces, any other only its own.
    """
    links = [0] * 7
    for face, out in SHORT_DIAGONALS.items():
        rim = 1 + out // 2
        if hub in (0, face):
            links[0] |= 1 << out
            links[rim] |= 1 << (out + 6) % 12
        else:
            before, after = rim - 1, 1 + rim % 6
            links[before] |= 1 << (out + 3) % 12
            links[after] |= 1 << (out + 9) % 12
    return links


def parts_of(hub: int) -> list[int]:
    """Return four masks of a hexagon's places, grouped as a new cube's links join them.

    The largest comes first; if another one contains the centre, it comes last. The search for
    enclosed groups relies on that (``enclosed_colours``).
    """
    ring = [0, *steps_of(100)[::2]]
    joined = [1 << i for i in range(7)]
    for i, links in enumerate(bands_of(hub)):
        for direction, step in enumerate(steps_of(100)):
            if links >> direction & 1:
                whole = joined[i] | joined[ring.index(ring[i] + step)]
                joined = [whole if whole >> j & 1 else joined[j] for j in range(7)]
    return sorted(set(joined), key=lambda part: (part.bit_count() < 3, part & 1, part))


def keep_of(rim: int) -> int:
    """Return the mask of directions out of a hexagon from its place in (even) direction ``rim``."""
    inward = [(rim + turn) % 12 for turn in range(4, 9)]
    return sum(1 << d for d in range(12) if d not in inward)


def outline(size: int) -> dict[Corner, int]:
    """Return the corners of holes that lie on a side of the board, with masks of their sides."""
    found: dict[Corner, int] = {}
    for c, r in holes_of(size):
        for corner in hole_corners(c, r):
            x, y, z = corner
            mask = (x == 1) | (y == 1) << 1 | (z == size) << 2
            if mask:
                found[corner] = mask
    return found


def hole_corners(c: int, r: int) -> list[Corner]:
    """Return the six corners on the rim of a hole: those of its cell with x + y + z of 1 or 2."""
    px, py, pz = Cell(c, r, 0).corner
    offsets = [(a, b, d) for a in (0, 1) for b in (0, 1) for d in (0, 1) if 0 < a + b + d < 3]
    return [(px + a, py + b, pz + d) for a, b, d in offsets]


@cache
def geometry_of(size: int) -> Geometry:
    """Return the tables of a board with ``size`` holes per side."""
    holes, number, width = holes_of(size), column_numbers(size), width_of(size)
    steps = steps_of(width)
    hops = {(WINDOWS << direction) >> 12 & 15: step for direction, step in enumerate(steps)}
    sides = [0] * (width * width)
    for corner, mask in outline(size).items():
        sides[place_of(corner, size)] = mask
    return Geometry(
        size=size,
        width=width,
        columns=len(holes),
        centre=tuple(place_of(Cell(c, r, 0).corner, size) for c, r in holes),
        full=tuple(column_height(size, c, r) for c, r in holes),
        right=tuple(number.get((c + 1, r), i) for i, (c, r) in enumerate(holes)),
        above=tuple(number.get((c, r + 1), i) for i, (c, r) in enumerate(holes)),
        left=tuple(number.get((c - 1, r), i) for i, (c, r) in enumerate(holes)),
        below=tuple(number.get((c, r - 1), i) for i, (c, r) in enumerate(holes)),
        near=tuple(number.get((c + a, r + b), -1) for c, r in holes for a, b in NEIGHBOURS),
        sides=tuple(sides),
        border=tuple(place for place, mask in enumerate(sides) if mask & 1),
        step=tuple(steps),
        hop=tuple(hops.get(window, 0) for window in range(16)),
        ring=(0, *steps[::2]),
        keep=(0, *(keep_of(rim) for rim in range(0, 12, 2))),
        bands=tuple(mask for hub in range(4) for mask in bands_of(hub)),
        parts=tuple(part for hub in range(4) for part in parts_of(hub)),
        start=tuple(
            [(part & -part).bit_length() - 1 for hub in range(4) for part in parts_of(hub)]
        ),
    )


def empty_board(size: int) -> Board:
    """Return a board without cubes, as lists."""
    return copy_board(_empty_board(size))


@cache
def _empty_board(size: int) -> Board:
    holes, places = holes_of(size), width_of(size) ** 2
    touching, tops = [0] * places, [0] * places
    for c, r in holes:
        touching[place_of(Cell(c, r, 0).corner, size)] += 1
        for corner in hole_corners(c, r):
            touching[place_of(corner, size)] += 1
            tops[place_of(corner, size)] = sum(corner)
    for corner in outline(size):
        touching[place_of(corner, size)] += 1  # the outside
    info = [0] * INFO_SLOTS
    info[4] = len(holes)
    return Board(
        heights=[0] * len(holes),
        rotations=[-1] * (len(holes) * size),
        links=[0] * places,
        holes=touching,
        tops=tops,
        open=list(range(len(holes))),
        slot=list(range(len(holes))),
        info=info,
        mark=[0] * places,
        # A path search may push each part of a corner once, and a corner has up to three.
        stack=[0] * (3 * places),
    )


def copy_board(board: Board) -> Board:
    """Return a copy of a board, including its scratch arrays."""
    return Board(*map(list.copy, board))
