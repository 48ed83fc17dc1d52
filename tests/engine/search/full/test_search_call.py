"""Searches of many positions by one call."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from boche.engine.games.registry import GAMES
from boche.engine.search.search import search
from tests.engine.search.test_search_call import check, games, threads, walk


@threads
@games
def test_positions_of_random_games(game: str, threads: int) -> None:
    for seed in range(3):
        for position in walk(game, seed, 24):
            check(search(position, 60, threads=threads, seed=seed), 60)


@given(
    game=st.sampled_from(list(GAMES)), seed=st.integers(0, 10**6), ply=st.integers(0, 40),
    playouts=st.integers(1, 90), threads=st.integers(1, 3), candidates=st.integers(1, 6),
)  # fmt: skip
@settings(max_examples=60)
def test_any_position(
    game: str, seed: int, ply: int, playouts: int, threads: int, candidates: int
) -> None:
    position = list(walk(game, seed, ply + 1))[-1]
    found = search(position, playouts, seed=seed, threads=threads, candidates=candidates)
    check(found, playouts)
    assert 1 <= len(found.candidates) <= candidates
