"""Octi: crowded positions with many stacks, and their lists of moves."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from boche.engine.games.octi.position import Position
from tests.engine.games.octi.slow_rules import crowded

FEW = 2500  # positions with more moves than this are left to the tests of counting


@given(st.integers(0, 10**6))
@settings(max_examples=10)
def test_steps_can_be_taken_up_anywhere(seed: int) -> None:
    """Check that a text of steps means the same to a position that has not offered it before."""
    rng, taken = random.Random(seed), ""
    position = Position.set_up(*crowded(seed))
    while steps := position.steps(taken):
        fresh = Position.set_up(*crowded(seed))
        assert [step.text for step in fresh.steps(taken)] == [step.text for step in steps]
        step = rng.choice(steps)
        if step.move is not None:
            assert step.move in [position.parse(step.text)]
            break
        taken = step.text
