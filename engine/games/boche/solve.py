"""Solution of small boards of Boche: the winner after each opening, with and without the swap."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from boche.engine.game import OptionValue
from boche.engine.games.boche.board import column_numbers, holes_of
from boche.engine.games.boche.geometry import LETTERS, Cell
from boche.engine.games.boche.notation import Move
from boche.engine.games.boche.position import Position
from boche.engine.games.boche.solver import CODES, LOST
from boche.engine.games.boche.symmetry import SYMMETRIES
from boche.engine.jit.compile import as_arrays
from boche.engine.jit.kernels import extra_kernels

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


@dataclass(frozen=True)
class Opening:
    """First moves that are equivalent by symmetry, and the colour that wins after them.

    ``winner`` assumes that nobody swaps; if it is ``light``, the second player should swap.
    """

    moves: tuple[Move, ...]
    winner: str


class Solver:
    """A solver for one board size and one set of options, which stores all positions seen."""

    def __init__(self, options: Mapping[str, OptionValue], table_bits: int = 22) -> None:
        """Allocate a table of 2 to the power of ``table_bits``. Raises ``ValueError``."""
        if int(options["size"]) > LARGEST:
            raise ValueError(f"size {options['size']} is too large to solve (up to {LARGEST})")
        self._start = Position(options)
        size = int(options["size"])
        cells = size * (size + 1) * (size + 2) // 6
        most = 8 * len(holes_of(size)) + 1
        self._kernels = extra_kernels(Position.game, "solver")
        self._images = _images(size, self._kernels.Images)
        self._search = self._kernels.Search(
            table=np.zeros(1 << table_bits, np.int64),
            seen=np.zeros(1, np.int64),
            most=most,
            moves=np.zeros(most * (cells + 1), np.int64),
            **{name: np.zeros(cells + 1, np.int64) for name in ("number", "next", "keys")},
            saved=np.zeros(7 * (cells + 1), np.int64),
            credit=np.zeros(2 * most, np.int64),
            codes=np.zeros(cells, np.int64),
        )

    @property
    def positions(self) -> int:
        """Number of different positions seen so far."""
        return int(self._search.seen[0])

    def winner(self, position: Position) -> str:
        """Return the colour that wins if nobody swaps; the position must have a cube or be over."""
        if position.outcome is not None:
            return str(position.outcome.winner)
        if not position.cubes:
            raise ValueError("there is no cube yet; ask for the openings")
        rules = self._kernels.rules
        board = as_arrays(position.board, rules.Board)
        board.info[3] = 1  # the swap is gone
        geometry = as_arrays(position.geometry, rules.Geometry)
        variant = rules.Variant(*position.variant)
        value = self._kernels.solve(geometry, board, variant, self._images, self._search)
        mover = position.turn
        return ("dark" if mover == "light" else "light") if value == LOST else mover

    def openings(self) -> Iterator[Opening]:
        """Yield all first moves, grouped by symmetry."""
        groups: dict[bytes, list[Move]] = {}
        for move in self._start.legal_moves():
            after = self._start.play(move)
            groups.setdefault(after.canonical()[0], []).append(move)
        for moves in groups.values():
            yield Opening(tuple(moves), self.winner(self._start.play(moves[0])))


def start_of(size: int, end_rule: str) -> dict[str, OptionValue]:
    """Return the complete options for a size and one of ``END_RULES``."""
    return Position.game.complete({"size": size, **END_RULES[end_rule]})


def _images(size: int, kind: type) -> Any:
    """Build the ``engine.games.boche.solver.Images`` of a board size."""
    numbers = column_numbers(size)
    cells = {
        numbers[c, r] * size + k: Cell(c, r, k) for c, r in numbers for k in range(size - c - r)
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
