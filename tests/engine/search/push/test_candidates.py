"""Candidates in positions of random games."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from boche.engine.search.candidates import CandidateSearcher
from boche.engine.search.params import Budget
from boche.engine.search.reviewer import Reviewer
from tests.engine.search.test_candidates import check, games, position_of


@games
@settings(deadline=None, max_examples=12)
@given(seed=st.integers(0, 10_000), moves=st.integers(0, 40), threads=st.sampled_from([1, 2]),
       playouts=st.sampled_from([1, 7, 60, 900]))  # fmt: skip
def test_positions_of_random_games(
    game: str, seed: int, moves: int, threads: int, playouts: int
) -> None:
    position = position_of(game, seed, moves)
    searcher = CandidateSearcher(position, threads=threads, count=5)
    check(searcher.watch(Budget(simulations=playouts)), 5)
    check(searcher.search(Budget(simulations=playouts)), 5)
    check(Reviewer(candidates=4).review(position, Budget(simulations=playouts)), 4)
