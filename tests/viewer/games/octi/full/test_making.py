"""Any move of random games, shown at any time."""

from __future__ import annotations

import pytest

from tests.viewer.games.octi.push import test_making as push


@pytest.mark.parametrize("seed", range(8, 30))
def test_any_move_can_be_shown_at_any_time(seed: int) -> None:
    push.test_any_move_can_be_shown_at_any_time(seed)
