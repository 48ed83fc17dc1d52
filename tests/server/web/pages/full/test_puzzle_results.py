"""Ratings at puzzles, hints and streaks, over HTTP."""

from __future__ import annotations

import pytest

from tests.server.web.pages import test_puzzle_results as push
from tests.server.web.pages.browser import Site
from tests.server.web.pages.test_puzzle_results import WITH_PUZZLES


@pytest.mark.parametrize("game", WITH_PUZZLES[1:])
def test_a_puzzle_solved_raises_the_rating_of_its_game(site: Site, game: str) -> None:
    push.test_a_puzzle_solved_raises_the_rating_of_its_game(site, game)


@pytest.mark.parametrize("game", WITH_PUZZLES[1:])
def test_a_hint_names_the_place_and_a_second_one_the_move(site: Site, game: str) -> None:
    push.test_a_hint_names_the_place_and_a_second_one_the_move(site, game)
