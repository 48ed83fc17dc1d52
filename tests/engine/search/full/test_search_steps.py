"""Moves of several steps: in every game a searcher returns complete moves."""

from __future__ import annotations

import pytest

from tests.engine.search import test_search_steps as push
from tests.engine.search.test_search_steps import STEPPED


@pytest.mark.parametrize("game", [game for game in STEPPED if game != "octi"])
def test_a_search_keeps_to_the_steps_that_are_made(game: str) -> None:
    push.test_a_search_keeps_to_the_steps_that_are_made(game)
