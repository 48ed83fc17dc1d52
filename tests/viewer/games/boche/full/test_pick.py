"""Picks in many scenes, against a search of all faces."""

from __future__ import annotations

import pytest

from tests.viewer.games.boche.push import test_pick as push


@pytest.mark.parametrize("seed", range(6, 20))
def test_picks_equal_the_search_of_all_faces(seed: int) -> None:
    push.test_picks_equal_the_search_of_all_faces(seed)
