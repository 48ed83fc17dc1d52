"""Solution of small boards of Boche: the winner after each opening, with and without the swap."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from boche.engine.game import Game, OptionValue
from boche.engine.games.boche.board import column_numbers, holes_of
from boche.engine.games.boche.geometry import LETTERS, Cell, cell_count, column_height
from boche.engine.games.boche.notation import SWAP, Move
from boche.engine.games.boche.position import Position, other
from boche.engine.games.boche.rules import SWAPPED
from boche.engine.games.boche.solver import BOOKED, CODES, COMPLETE, INFO_SLOTS, SEEN, UNKNOWN, WON
from boche.engine.games.boche.symmetry import SYMMETRIES
from boche.engine.native.arrays import as_arrays
from boche.engine.native.kernels import extra_kernels

END_RULES: Mapping[str, dict[str, bool]] = {
    "enclosure": {},
    "full board": {"fill_board": True},
    "enclosure, path by face": {"immediate_win": True},
    "enclosure, any path": {"immediate_win": True, "join_any": True},
    "path by face": {"immediate_win": True, "fill_board": True},
    "any path": {"immediate_win": True, "fill_board": True, "join_any": True},
}
"""Rules for the end of a game, by name, with the options that select them."""

LARGEST = 4
"""Largest size: 4 takes minutes and a table of 2 to the power of 28; size 5 takes far too long."""


Bytes = np.ndarray[tuple[int], np.dtype[np.uint8]]

EARLY_BITS = 22
"""Size of the table for few cubes: size 4 has 2.4 million positions with up to ``FEW``."""

CHUNK = 1 << 12
"""Moves searched by one call of compiled code: some thousandths of a second."""


@dataclass(frozen=True)
class Opening:
    """First moves that are equivalent by symmetry, and the colour that wins after them.

    ``winner`` assumes that nobody swaps; if it is ``light``, the second player should swap.
    """

    moves: tuple[Move, ...]
    winner: str


class Solver:
    """A solver for one board size and one set of options, which stores the positions seen.

    When the table is full, it forgets those with more than ``FEW`` cubes.
    """

    def __init__(self, options: Mapping[str, OptionValue], table_bits: int = 22) -> None:
        """Allocate a table of 2 to the power of ``table_bits``. Raises ``ValueError``."""
        if int(options["size"]) > LARGEST:
            raise ValueError(f"size {options['size']} is too large to solve (up to {LARGEST})")
        self.start = Position(options)
        size = int(options["size"])
        cells = cell_count(size)
        columns = len(holes_of(size))
        most = 8 * columns + 1
        self.kernels = extra_kernels(Position.game, "solver")
        self.images = _images(size, self.kernels.Images)
        self.search = self.kernels.Search(
            table=np.zeros(1 << table_bits, np.int64),
            early=np.zeros(1 << EARLY_BITS, np.int64),
            marks=np.zeros(0, np.uint8),
            bits=np.zeros(0, np.uint8),
            info=np.zeros(INFO_SLOTS, np.int64),
            most=most,
            moves=np.zeros(most * (cells + 1), np.int64),
            **{name: np.zeros(cells + 1, np.int64) for name in ("number", "next", "keys")},
            saved=np.zeros(7 * (cells + 1), np.int64),
            credit=np.zeros(16 * columns * size, np.int64),
            codes=np.zeros(cells, np.int64),
        )

    @property
    def positions(self) -> int:
        """Number of positions stored so far; those forgotten and met again count again."""
        return int(self.search.info[SEEN])

    @property
    def complete(self) -> int:
        """Number of cubes up to which the book knows all positions."""
        return int(self.search.info[COMPLETE])

    def use_book(self, complete: int, cubes: int, marks: Bytes, bits: Bytes) -> None:
        """Use a book of lost positions with up to ``cubes`` cubes (``engine.games.boche.book``).

        Positions with up to ``complete`` cubes that are not in it are won.
        """
        self.search = self.search._replace(marks=marks, bits=bits)
        self.search.info[COMPLETE], self.search.info[BOOKED] = complete, cubes

    def warm_up(self) -> None:
        """Load or compile what an attempt needs, so that this takes none of its time."""
        after = self.start.play(self.start.legal_moves()[0])
        if after.outcome is None:
            arrays = self.arrays(after)
            self.kernels.begin(*arrays)
            self.kernels.go_on(*arrays, 0)
            self.known(after)

    def arrays(self, position: Position) -> tuple[Any, ...]:
        """Return a position in which nobody may swap as arguments of the compiled functions."""
        rules = self.kernels.rules
        board = as_arrays(position.board, rules.Board)
        board.info[SWAPPED] = 1
        geometry = as_arrays(position.geometry, rules.Geometry)
        variant = rules.Variant(*position.variant)
        return geometry, board, variant, self.images, self.search

    def attempt(self, position: Position) -> Iterator[str | None]:
        """Yield None as long as a position is not solved, then the colour that wins.

        It assumes that nobody swaps. There are some thousandths of a second between two values, and
        no other position must be asked about between them. Raises ``ValueError`` for a position
        without cubes.
        """
        if position.outcome is not None:
            yield str(position.outcome.winner)
            return
        if not position.cubes:
            raise ValueError("there is no cube yet; ask for the openings")
        arrays = self.arrays(position)
        value = self.kernels.begin(*arrays)
        while value == UNKNOWN:
            yield None
            value = self.kernels.go_on(*arrays, CHUNK)
        yield position.turn if value == WON else other(position.turn)

    def winner(self, position: Position) -> str:
        """Return the colour that wins if nobody swaps; the position must have a cube or be over."""
        return next(winner for winner in self.attempt(position) if winner is not None)

    def winning_moves(self, position: Position) -> list[Move]:
        """Return the placements that are known to win for the side to move."""
        return [
            move
            for move in position.legal_moves()
            if move != SWAP and self.known(position.play(move)) == position.turn
        ]

    def known(self, position: Position) -> str | None:
        """Return who wins if nobody swaps, if the position is over, in the table or in the book."""
        if position.outcome is not None:
            return position.outcome.winner
        geometry, board, _, images, search = self.arrays(position)
        key = self.kernels.canonical(geometry, board, images, search.codes)
        value = self.kernels.look_up(board, search, key)
        if value == UNKNOWN:
            return None
        return position.turn if value == WON else other(position.turn)

    def classes(self) -> list[tuple[Move, ...]]:
        """Return all first moves, grouped by symmetry."""
        groups: dict[bytes, list[Move]] = {}
        for move in self.start.legal_moves():
            after = self.start.play(move)
            groups.setdefault(after.canonical()[0], []).append(move)
        return [tuple(moves) for moves in groups.values()]

    def openings(self) -> Iterator[Opening]:
        """Yield all first moves, grouped by symmetry."""
        for moves in self.classes():
            yield Opening(moves, self.winner(self.start.play(moves[0])))


def compiled_calls(game: Game) -> Iterator[tuple[Any, ...]]:
    """Yield the compiled functions that a solver calls, with arguments as they are passed."""
    solver = Solver(start_of(2, "enclosure"), 4)
    after = solver.start.play(solver.start.legal_moves()[0])
    arrays = geometry, board, _, images, search = solver.arrays(after)
    yield solver.kernels.begin, *arrays
    yield solver.kernels.go_on, *arrays, 0
    yield solver.kernels.canonical, geometry, board, images, search.codes
    yield solver.kernels.look_up, board, search, 0


def start_of(size: int, end_rule: str) -> dict[str, OptionValue]:
    """Return the complete options for a size and one of ``END_RULES``."""
    return Position.game.complete({"size": size, **END_RULES[end_rule]})


def _images(size: int, kind: type) -> Any:
    """Build the ``engine.games.boche.solver.Images`` of a board size."""
    numbers = column_numbers(size)
    cells = {
        numbers[c, r] * size + k: Cell(c, r, k)
        for c, r in numbers
        for k in range(column_height(size, c, r))
    }
    slots = {cell: slot for slot, cell in cells.items()}
    drawn = random.Random(size)
    word: dict[tuple[int, int, bool], int] = defaultdict(lambda: drawn.getrandbits(61))
    words = np.zeros((6, len(numbers) * size, CODES), np.int64)
    for number, symmetry in enumerate(s for s in SYMMETRIES if not s.exchange):
        for slot, cell in cells.items():
            moved = slots[symmetry.cell(cell, size)]
            for letter, axis in product(LETTERS, range(3)):
                to = symmetry.axes[axis]
                turned = symmetry.rotation(letter)
                seen = word[moved, to, _joins_light(turned, to)]
                for mask in range(8):
                    if mask >> axis & 1:
                        words[number, slot, 8 * LETTERS.index(letter) + mask] ^= seen
    return kind(words=np.append(words.ravel(), drawn.getrandbits(61)))


def _joins_light(rotation: str, axis: int) -> bool:
    """Return whether the upper face across an axis (x, y, z: 0, 1, 2) joins light corners."""
    number = LETTERS.index(rotation)
    joined = number & 3 == 0 or number & 3 == (1, 3, 2)[axis]
    return joined == (number >= 4)
