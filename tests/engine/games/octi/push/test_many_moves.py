"""Moves of crowded positions, found by their number."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boche.engine.games.octi.position import Position
from tests.engine.games.octi.slow_rules import crowded
from tests.engine.games.octi.test_any_position import FEW


@given(st.integers(0, 10**6))
@settings(max_examples=15)
def test_moves_are_found_by_their_number(seed: int) -> None:
    moves = Position.set_up(*crowded(seed)).legal_moves()
    count = len(moves)
    picks = random.Random(seed).sample(range(min(count, 10**15)), min(20, count))
    position = Position.set_up(*crowded(seed))
    for index in picks:
        assert str(position.parse(str(moves[index]))) == str(moves[index])
        assert moves[index - count] == moves[index]
    if 0 < count <= FEW:
        assert list(moves) == [moves[i] for i in range(count)]
        assert moves[2:5] == tuple(moves)[2:5]
    with pytest.raises(IndexError):
        moves[count]


def test_a_stack_of_seven_can_be_asked_for_its_moves() -> None:
    """Check a stack with too many moves to list; their number and any of them are found at once."""
    prongs = ["abcdefgh", "abcdefg", "abcdef", "abcde", "abcd", "abc", "ab"]
    pods = [("black", 55, p) for p in prongs]
    pods += [("white", square, "") for square in (45, 46, 56, 66, 64, 54, 44)]
    position = Position.set_up({}, pods, {"black": (0, 0, 9), "white": (0, 0, 6)})
    moves = position.legal_moves()
    assert len(moves) > 10**9
    last = moves[len(moves) - 1]
    assert position.play(last).ply == 1
    assert str(position.parse(str(last))) == str(last)
    assert next(iter(moves)) == moves[0]
