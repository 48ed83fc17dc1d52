"""Marks drawn by hand in everything that is exported."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.viewer.export.push import test_drawn as push
from tests.viewer.export.push.test_drawn import RECORDS


@pytest.mark.parametrize("game", [game for game in RECORDS if game != "boku"])
def test_a_position_is_drawn_with_marks_that_are_passed(game: str) -> None:
    push.test_a_position_is_drawn_with_marks_that_are_passed(game)


@pytest.mark.parametrize("game", [game for game in RECORDS if game != "boku"])
def test_figures_show_them_unless_told_not_to(game: str) -> None:
    push.test_figures_show_them_unless_told_not_to(game)


@pytest.mark.parametrize("game", [game for game in RECORDS if game != "boku"])
def test_a_node_keeps_its_marks_and_shows_them_in_a_variation(game: str) -> None:
    push.test_a_node_keeps_its_marks_and_shows_them_in_a_variation(game)


@pytest.mark.parametrize("game", [game for game in RECORDS if game != "boku"])
def test_a_film_of_a_variation_shows_marks_by_node(game: str, tmp_path: Path) -> None:
    push.test_a_film_of_a_variation_shows_marks_by_node(game, tmp_path)
