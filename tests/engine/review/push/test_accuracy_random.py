"""Accuracies of any games."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from boche.engine.review.accuracy import accuracies
from tests.engine.review.test_review import line_of


@given(wins=st.lists(st.floats(0.0, 1.0), min_size=2, max_size=30))
def test_an_accuracy_is_from_0_to_100(wins: list[float]) -> None:
    judged = [one for one in accuracies(line_of(wins)) if one is not None]
    assert judged
    assert all(0.0 <= one.accuracy <= 100.0 and 0.0 <= one.loss <= 1.0 for one in judged)
    assert sum(one.moves for one in judged) == len(wins) - 1
