"""Y for the tree search, the part that is not compiled: states from positions, moves as numbers."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from boche_y.board import Cell, cell_at, images, place_of
from boche_y.position import Position
from engine.jit.compile import as_arrays


def make_state(position: Position, kernels: ModuleType) -> Any:
    """The position as a ``State`` of its own, for the compiled functions ``kernels``."""
    return kernels.State(board=as_arrays(position._board, kernels.rules.Board))


def most_moves(position: Position) -> int:
    """No position has more legal moves than this."""
    return position.size * (position.size + 1) // 2 + 1


def longest(position: Position) -> int:
    """No game has more moves than this, the swap counted."""
    return most_moves(position)


def key_count(position: Position) -> int:
    """The keys run from 0 to this, which is not one of them."""
    return len(position._board.cells)


def number_of(position: Position, move: Any) -> int:
    """The number that the rules have for a move."""
    return place_of(position.parse(str(move)), position.size)


def move_of(position: Position, number: int) -> Cell:
    """The move that has that number."""
    return cell_at(number, position.size)


def way(before: Position, after: Position) -> list[Cell]:
    """The moves from one position to another, one or two later, if it is clear what they were."""
    new = [cell for cell in after.stones if cell not in before.stones]
    new.sort(key=lambda cell: after.stones[cell] != before.turn)
    return new if after.swapped == before.swapped else []


def classes(position: Position) -> dict[int, int]:
    """Each legal move's number, with that of the first one that is the same by symmetry."""
    size, stones = position.size, position.stones
    turned = [{images(c, size)[i]: stones[c] for c in stones} for i in range(6)]
    same = [i for i in range(6) if turned[i] == stones]
    found = {}
    for move in position.legal_moves():
        where = [images(move, size)[i] for i in same]
        found[place_of(move, size)] = min(place_of(cell, size) for cell in where)
    return found
