"""The graph of an analysed game: its scale, the card of the move under the pointer, proofs."""

from __future__ import annotations

import pytest

from tests.viewer.assistant import test_graph as push
from tests.viewer.assistant.test_graph import SIZES


@pytest.mark.parametrize("size", SIZES[:-1])
def test_under_the_pointer_a_card_shows_the_move(size: tuple[int, int]) -> None:
    push.test_under_the_pointer_a_card_shows_the_move(size)
