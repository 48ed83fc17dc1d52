"""Crowded positions against the slow rules."""

from __future__ import annotations

import copy
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from boche.engine.games.octi.position import Position
from tests.engine.games.octi.slow_rules import Slow, crowded, slow_at
from tests.engine.games.octi.test_any_position import FEW


def state_of(position: Position):
    pods = [(p.colour, divmod(p.square, 10), p.prongs) for p in position.pods]
    stores = [tuple(position.store(colour)) for colour in ("black", "white")]
    return sorted(pods), stores, position.turn


def compare(position: Position, slow: Slow) -> None:
    assert state_of(position) == slow.state()
    outcome = position.outcome
    assert (outcome is None) == (slow.kind == "")
    if outcome is not None:
        assert (outcome.winner, outcome.kind) == (slow.winner, slow.kind)
    texts = [str(move) for move in position.legal_moves()]
    assert len(texts) == len(set(texts)) == len(position.legal_moves())
    assert set(texts) == slow.legal()


def leaves(position: Position, taken: str = ""):
    """Yield the complete moves that steps lead to."""
    for step in position.steps(taken):
        if step.move is None:
            yield from leaves(position, step.text)
        else:
            assert str(step.move) == step.text
            yield step.text


def check_crowded(seed: int) -> int:
    """Compare a crowded position and some moves from it; return its number of moves or 0."""
    setup = crowded(seed)
    position, slow = Position.set_up(*setup), slow_at(*setup)
    count = len(position.legal_moves())
    if count > FEW:
        return 0
    compare(position, slow)
    texts = [str(move) for move in position.legal_moves()]
    assert sorted(leaves(position)) == sorted(texts)
    for text in random.Random(seed).sample(texts, min(6, count)):
        assert str(position.parse(text)) == text
        after, slow_after = position.play(text), copy.deepcopy(slow)
        slow_after.play(text)
        assert state_of(after) == slow_after.state()
        outcome = after.outcome
        assert (outcome.kind if outcome else "") == slow_after.kind
    return count


def test_crowded_positions_agree_with_the_slow_rules() -> None:
    assert sum(check_crowded(seed) for seed in range(60)) > 5000


@given(st.integers(1000, 10**9))
@settings(max_examples=15)
def test_any_crowded_position_agrees(seed: int) -> None:
    check_crowded(seed)
