"""Candidates of a running search: whole legal moves, best first, and nothing else changed."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from boche.engine.game import Position
from boche.engine.games.registry import GAMES, new
from boche.engine.search.candidates import CandidateSearcher
from boche.engine.search.params import Budget
from boche.engine.search.result import SearchResult
from boche.engine.search.reviewer import Reviewer
from boche.engine.search.searcher import Searcher

games = pytest.mark.parametrize("game", list(GAMES))


def position_of(game: str, seed: int, moves: int) -> Position:
    """Return the last unfinished position of a random game, at most so many moves on."""
    rng, position = random.Random(seed), new(game)
    for _ in range(moves):
        after = position.play(position.random_move(rng))
        if after.is_over:
            break
        position = after
    return position


def check(result: SearchResult, count: int) -> None:
    found, turn = result.candidates, result.position.turn
    assert 1 <= len(found) <= count
    assert found[0].move == result.best
    assert tuple(map(str, found[0].line)) == result.line
    assert found[0].value == result.win[turn]
    assert len({str(candidate.move) for candidate in found}) == len(found)
    for candidate in found:
        assert 0 <= candidate.value <= 1
        assert candidate.line[0] == candidate.move
        assert candidate.depth == len(candidate.line) >= 1
        position = result.position
        for move in candidate.line:
            assert not position.is_over
            position = position.play(move)
    open_visits = [candidate.visits for candidate in found[1:] if candidate.proven is None]
    assert open_visits == sorted(open_visits, reverse=True)
    assert sum(candidate.visits for candidate in found) <= result.simulations


@games
@settings(deadline=None, max_examples=12)
@example(seed=2490, moves=19, threads=2, playouts=7)
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


@pytest.mark.parametrize("game", ["boche", "boku"])
def test_candidates_are_the_first_moves_of_the_result(game: str) -> None:
    result = CandidateSearcher(position_of(game, 3, 5), count=6).search(Budget(simulations=5000))
    searched = [move for move in result.moves if move.searched][:6]
    assert [str(c.move) for c in result.candidates] == [str(move.move) for move in searched]
    assert [c.visits for c in result.candidates] == [move.visits for move in searched]
    assert [c.value for c in result.candidates] == pytest.approx([m.value for m in searched])


@pytest.mark.parametrize("game", ["che", "octi"])
def test_visits_of_whole_moves_sum_to_those_of_their_first_step(game: str) -> None:
    """Of moves in steps: what is not counted at a whole move ended at one of its steps."""
    searcher = CandidateSearcher(position_of(game, 6, 2 if game == "che" else 9), count=10_000)
    result = searcher.watch(Budget(simulations=4000))
    for step in result.moves:
        if step.searched and step.visits > 500 and step.proven is None:
            below = [c for c in result.candidates if c.step == str(step.move)]
            assert 0 < sum(c.visits for c in below) <= step.visits
            assert sum(c.visits for c in below) > 0.5 * step.visits


@games
def test_visits_only_grow_while_it_thinks(game: str) -> None:
    known: dict[str, int] = {}
    seen: list[SearchResult] = []

    def look(result: SearchResult) -> None:
        seen.append(result)
        for candidate in result.candidates:
            text = str(candidate.move)
            assert candidate.visits >= known.get(text, 0)
            known[text] = candidate.visits

    searcher = CandidateSearcher(position_of(game, 3, 5), count=5)
    result = searcher.watch(Budget(seconds=1.0), look, 0.05)
    check(result, 5)
    assert seen or result.proven


@games
def test_candidates_change_no_result(game: str) -> None:
    position, budget = position_of(game, 5, 6), Budget(simulations=2000)
    plain = Searcher(position).search(budget)
    other = CandidateSearcher(position, count=5).search(budget)
    assert (plain.best, plain.win, plain.moves, plain.line) == (
        other.best, other.win, other.moves, other.line,
    )  # fmt: skip
    assert "candidates" not in plain.as_data()
    listed = other.as_data()["candidates"]
    assert listed[0]["move"] == str(other.best)
    assert set(listed[0]) == {"move", "visits", "value", "proven", "depth", "line"}


def test_a_move_that_wins_is_the_first_candidate_for_certain() -> None:
    position = new("boku")
    for move in ("f5", "a1", "f6", "a2", "f7", "a3", "f8", "a4"):
        position = position.play(move)
    result = CandidateSearcher(position, count=3).watch(Budget(simulations=3000))
    assert result.proven == "black"
    assert result.candidates[0].proven == result.candidates[0].value == 1.0
    assert position.play(result.candidates[0].move).is_over


@games
def test_a_searcher_tells_candidates_as_the_game_goes_on(game: str) -> None:
    position = position_of(game, 8, 3)
    searcher = CandidateSearcher(position, count=3)
    for _ in range(4):
        result = searcher.watch(Budget(simulations=300))
        check(result, 3)
        position = position.play(result.candidates[-1].move)
        if position.is_over:
            return
        searcher.go_to(position, [result.candidates[-1].move])
