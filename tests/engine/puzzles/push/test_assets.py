"""Some of the shipped puzzles, proven again."""

from __future__ import annotations

import pytest

from boche.engine.puzzles import puzzles
from boche.engine.puzzles.checking import check_puzzle
from tests.engine.puzzles.test_assets import WITH_PUZZLES


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_a_puzzle_is_proven_again(name: str) -> None:
    """Prove one of the shortest; ``tests.soak.puzzles`` proves all."""
    shortest = min(puzzles(name), key=lambda puzzle: (len(puzzle.node.line_from()), puzzle.id))
    assert check_puzzle(shortest, plain_moves=500).problems == ()
