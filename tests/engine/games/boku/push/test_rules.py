"""Moves counted by compiled code."""

from __future__ import annotations

PERFT = (80, 6320, 492960, 37958508)
"""Perft counts.

The fourth is 80 * 79 * 78 * 77 and one more for each immediate sandwich: 4 orders of play on each
of the 147 lines of four cells.
"""


def check_perft(depth: int) -> None:
    import numpy as np

    from boche.engine.games.boku.board import empty_board
    from boche.engine.native.arrays import as_arrays
    from tests.engine.compiled import compiled_module

    rules = compiled_module("boche.engine.games.boku.rules")
    boards = [as_arrays(empty_board(), rules.Board) for _ in range(depth + 1)]
    lists = [np.zeros(rules.MOST_MOVES, np.int64) for _ in range(depth + 1)]

    def count(depth: int) -> int:
        number = rules.generate(boards[depth], lists[depth])
        if depth == 1:
            return int(number)
        total = 0
        for move in lists[depth][:number].tolist():
            for to, source in zip(boards[depth - 1], boards[depth], strict=True):
                to[:] = source
            assert rules.play(boards[depth - 1], move) == rules.UNDECIDED
            total += count(depth - 1)
        return total

    assert count(depth) == PERFT[depth - 1]


def test_perft_compiled() -> None:
    check_perft(3)
