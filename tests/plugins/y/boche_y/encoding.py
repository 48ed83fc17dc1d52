"""Y for the tree search, the part that is not compiled: lengths, symmetries, actions."""

from itertools import permutations

from boche.engine.search.encoding import ActionSpace, Encoding
from boche_y import rules
from boche_y.board import SWAP, Cell
from boche_y.position import Position


def longest(position: Position) -> int:
    """Return the maximum number of moves of a game: all cells and the swap."""
    return position.size * (position.size + 1) // 2 + 1


def images(position: Position, move: Cell) -> list[int]:
    """Return the numbers of a move's images under the triangle's six symmetries; its own first."""
    if move == SWAP:
        return [position.number_of(SWAP)] * 6
    from_sides = (move.x, move.y, position.size - 1 - move.x - move.y)
    return [position.number_of(Cell(x, y)) for x, y, _ in permutations(from_sides)]


def classes(position: Position) -> dict[int, int]:
    """Return each legal move's number, with that of the first move equal to it by symmetry."""
    stones = [(images(position, cell), colour) for cell, colour in position.stones.items()]
    turned = [{(numbers[i], colour) for numbers, colour in stones} for i in range(6)]
    found = [images(position, move) for move in position.legal_moves()]
    return {n[0]: min(n[i] for i in range(6) if turned[i] == turned[0]) for n in found}


PLANES = (
    "my stones",
    "the opponent's stones",
    "everywhere 1 if the swap is possible",
    "everywhere 1 if it is my turn",
)

ACTIONS = ActionSpace(
    count=lambda position: len(position.board.cells),
    planes=lambda position: PLANES,
    area=lambda position: (position.size, position.size),
    changing=rules.Board._fields,
)

ENCODING = Encoding(longest, classes=classes, actions=ACTIONS)
