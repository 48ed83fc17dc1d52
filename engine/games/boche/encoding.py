"""The uncompiled part of Boche's search code: states from positions."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from boche.engine.games.boche.board import column_numbers, outline
from boche.engine.games.boche.features import LARGEST
from boche.engine.games.boche.geometry import AXES, Axis, Cell, Corner, Cube, cell_count
from boche.engine.games.boche.notation import SWAP, Move
from boche.engine.games.boche.position import Position
from boche.engine.games.boche.symmetry import SYMMETRIES
from boche.engine.native.arrays import as_arrays
from boche.engine.search.encoding import ActionSpace, Encoding

_HUBS: dict[Axis, int] = {"x": 1, "z": 2, "y": 3}


def make_state(position: Position, kernels: ModuleType) -> Any:
    """Return the position as a new ``State`` for the compiled functions ``kernels``."""
    rules = kernels.rules
    return kernels.State(
        geo=as_arrays(position.geometry, rules.Geometry),
        board=as_arrays(position.board, rules.Board),
        variant=rules.Variant(*position.variant),
        flanks=flanks_of(position.size, kernels.Flanks),
    )


def most_moves(position: Position) -> int:
    """Return an upper bound for the legal moves of a position."""
    return 8 * len(column_numbers(position.size)) + 1


def longest(position: Position) -> int:
    """Return an upper bound for the moves of a game, including the swap."""
    return cell_count(position.size) + 1


def key_count(position: Position) -> int:
    """Return the number of keys, which run from 0."""
    return 8 * len(column_numbers(position.size)) * position.size


def flanks_of(size: int, kind: type) -> Any:
    faces = outer_faces(size)
    numbers: dict[Corner, int] = {}
    ends = [[numbers.setdefault(c, len(numbers)) for c in even_corners(*f)] for f in faces]
    sides = outline(size)
    columns = column_numbers(size)
    lists = {
        "column": [columns[cell.c, cell.r] for cell, _ in faces],
        "level": [cell.k for cell, _ in faces],
        "hub": [_HUBS[axis] for _, axis in faces],
        "even": [cell.k % 2 for cell, _ in faces],
        "one": [one for one, _ in ends],
        "two": [two for _, two in ends],
    }
    arrays = {name: np.array(values, np.uint16) for name, values in lists.items()}
    on_side = [sides.get(corner, 0) >> side & 1 for corner in numbers for side in range(3)]
    return kind(
        **arrays,
        sides=np.array([2**64 - 1 if on else 0 for on in on_side], np.uint64),
        joins=np.zeros(len(faces), np.uint64),
        reach=np.zeros(len(on_side), np.uint64),
    )


@cache
def outer_faces(size: int) -> tuple[tuple[Cell, Axis], ...]:
    """Return the visible faces of a full pyramid from left to right; the topmost cube's last.

    Propagation over them in this order, back and forth, takes the fewest rounds.
    """
    cells = [
        Cell(c, r, k) for k in range(size) for c in range(size - k) for r in range(size - k - c)
    ]
    inside = set(cells)
    faces = [(cell, a) for cell in cells for a in AXES if cell.above(a) not in inside]

    def rank(face: tuple[Cell, Axis]) -> tuple[bool, int]:
        return face[0].k == size - 1, sum(z - x for x, _, z in even_corners(*face))

    return tuple(sorted(faces, key=rank))


def even_corners(cell: Cell, axis: Axis) -> tuple[Corner, Corner]:
    """Return the two corners of an upper face whose x + y + z is even."""
    x, y, z = cell.corner
    offsets = [(a, b, d) for a in (0, 1) for b in (0, 1) for d in (0, 1)]
    face = [o for o in offsets if o[AXES.index(axis)] == 1]
    even = [o for o in face if (x + y + z + sum(o)) % 2 == 0]
    one, two = ((x + a, y + b, z + d) for a, b, d in even)
    return one, two


# -- moves


def games_at_once(position: Position) -> int:
    """Return the number of random games in one call of ``playout``."""
    options = position.options
    return 64 if options["fill_board"] and not options["immediate_win"] else 1


def moves_between(before: Position, after: Position) -> list[Move]:
    """Return the moves from one position to another, or none if they are ambiguous."""
    if after.swapped and not before.swapped:
        return [SWAP] if len(after.cubes) == len(before.cubes) else []
    old = set(before.cubes)
    new = sorted((cube for cube in after.cubes if cube not in old), key=lambda cube: cube.cell.k)
    if len(after.cubes) - len(before.cubes) != len(new) or len(new) > 2:
        return []
    if len(new) == 2 and is_free(before, new[1]):
        return []  # either may have come first, and the search may know only one order
    return [Move(cube.rotation, cube.cell.c, cube.cell.r) for cube in new]


def is_free(position: Position, cube: Cube) -> bool:
    """Return whether a cube could be placed now."""
    return Move(cube.rotation, cube.cell.c, cube.cell.r) in position.legal_moves()


def classes(position: Position) -> dict[int, int]:
    """Map each legal move's number to that of the first move equivalent by symmetry."""
    moves = position.legal_moves()
    numbers = [position.number_of(move) for move in moves]
    if not _is_symmetric(position):
        return dict(zip(numbers, numbers, strict=True))
    first: dict[bytes, int] = {}
    found = {}
    for move, number in zip(moves, numbers, strict=True):
        after = position.play(move)
        found[number] = first.setdefault(after.canonical()[0], number)
    return found


def _is_symmetric(position: Position) -> bool:
    ways = [s for s in SYMMETRIES[1:] if not s.exchange]
    return any(position.transform(symmetry).cubes == position.cubes for symmetry in ways)


# -- actions and observations


def planes(position: Position) -> list[str]:
    """Return what each plane shows; rows are the numbers of the holes, columns their letters."""
    cubes = [
        f"cubes at level {level} turned like {' or '.join(letters)}"
        for level in range(position.size)
        for letters in ("ae", "bf", "cg", "dh")
    ]
    return [
        *cubes,
        "everywhere 1 if the uppermost corners of cubes at even levels have my colour",
        "everywhere 1 if the swap is possible",
        "everywhere 1 if it is my turn",
    ]


ACTIONS = ActionSpace(
    count=most_moves,
    planes=planes,
    area=lambda position: (position.size, position.size),
    numbers="int16",
    wide=("info", "mark"),  # they count searches, in one game after the other
)

LEARNED = {"prior": 1.0, "explore": 0.0, "trust": 0.5, "expand": 3}
"""Settings of the tree search that play best with learned weights; see ``SearchParams``."""


TRAINED_KILL = 4
"""The value of the option ``kill`` for which there are learned weights."""


def weights(position: Position) -> str:
    """Return the name of the learned weights for a position's options, or ''."""
    known = position.size == LARGEST and position.options["kill"] == TRAINED_KILL
    others = position.game.changed(position.options).keys() - {"size", "kill", "join_any"}
    return "boche" if known and not others else ""


ENCODING = Encoding(
    longest, most_moves, key_count, make_state, classes=classes, moves_between=moves_between,
    games_at_once=games_at_once, actions=ACTIONS, learned=LEARNED, weights=weights,
)  # fmt: skip
