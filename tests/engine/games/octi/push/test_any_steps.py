"""The steps of any move."""

from __future__ import annotations

import random

import pytest

from boche.engine.errors import BocheError
from boche.engine.games.octi import GAME
from boche.engine.games.octi import encoding as octi_encoding
from boche.engine.games.octi.encoding import searchable
from boche.engine.games.octi.position import Position
from tests.engine.games.octi.slow_rules import crowded


def test_the_steps_of_any_move_are_found() -> None:
    for seed in range(12):
        position, rng = Position.set_up(*crowded(seed)), random.Random(seed)
        for _ in range(25):
            move = rng.choice(position.legal_moves())
            at = searchable(position)
            steps = octi_encoding.steps_of(position, str(move))
            for step in steps[:-1]:
                assert at.completed(step) is None
                at = at.play(step)
            assert at.completed(steps[-1]) == move
    with pytest.raises(BocheError):
        octi_encoding.steps_of(GAME.new(), "37-38")
