"""Some of the shipped puzzles, proven again."""

from __future__ import annotations

from random import Random

import pytest

from boche.engine.puzzles import puzzles
from boche.engine.puzzles.checking import check_puzzle
from tests.engine.puzzles.test_assets import WITH_PUZZLES

PROVEN = 1
"""Puzzles of each game that every run proves again; ``tests.soak.puzzles`` proves all."""


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_some_puzzles_are_proven_again(name: str) -> None:
    chosen = Random(name).sample(list(puzzles(name)), min(PROVEN, len(puzzles(name))))
    for puzzle in chosen:
        check = check_puzzle(puzzle, plain_moves=1500)
        assert check.problems == ()
