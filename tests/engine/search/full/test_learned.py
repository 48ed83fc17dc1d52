"""What learned weights say, in floating point."""

from __future__ import annotations

import pytest

from tests.engine.search.push import test_learned as push
from tests.engine.search.test_learned import LEARNED


@pytest.mark.parametrize("name", LEARNED[:-1])
def test_chances_of_moves_are_the_softmax_of_their_weights(name: str) -> None:
    push.test_chances_of_moves_are_the_softmax_of_their_weights(name)


@pytest.mark.parametrize("name", LEARNED[:-1])
def test_the_value_is_that_of_the_net_in_floating_point(name: str) -> None:
    push.test_the_value_is_that_of_the_net_in_floating_point(name)
