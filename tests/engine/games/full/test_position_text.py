"""Positions as text, in thousands of positions of random games and from damaged texts."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings

from tests.engine.games.test_position_text import games
from tests.engine.games.text_checks import (
    check_damaged,
    check_playing_on,
    check_whole_state,
    damaged,
)
from tests.engine.games.text_positions import positions


@games
def test_a_text_is_the_whole_state(game: str) -> None:
    check_whole_state(game, 2_200)


@games
def test_a_position_from_text_plays_on_like_the_original(game: str) -> None:
    check_playing_on(game, 1_000)


def endings(game: str) -> Counter[str]:
    return Counter(p.outcome.kind for p in positions(game, 9, 3_000) if p.outcome is not None)


@pytest.mark.parametrize(
    ("game", "kinds"),
    [
        ("boche", {"path", "enclosure", "resignation"}),
        ("che", {"closure", "limit", "largest", "draw", "resignation"}),
        ("boku", {"row", "draw", "resignation"}),
        ("octi", {"homes", "resignation"}),
    ],
)
def test_the_random_games_end_in_many_ways(game: str, kinds: set[str]) -> None:
    assert set(endings(game)) >= kinds


@settings(max_examples=2_000, deadline=None)
@given(damaged())
def test_damaged_texts_are_refused_or_read(text: str) -> None:
    check_damaged(text)
