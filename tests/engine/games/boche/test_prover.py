"""Proofs of positions on small boards: by the search, by players, with the books of size 4."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from boche.engine import new
from boche.engine.games.boche.solve import Solver
from boche.engine.search.params import PLAIN, Budget, SearchParams, cpu_time
from boche.engine.search.searcher import Searcher
from tests.engine.search.boards import best_result

SECONDS = 0.2


@pytest.fixture(autouse=True)
def own_time() -> Iterator[None]:
    """Give each search its seconds however busy the machine is."""
    with cpu_time():
        yield


def test_a_lost_position_is_known_and_a_move_still_sought() -> None:
    position = new("boche", size=3).play("a:a1").play("a:b1")
    solver, rng = Solver(position.options), random.Random(3)
    while position.is_over or solver.winner(position) == position.turn:
        position = new("boche", size=3).play("a:a1")
        position = position.play(rng.choice([m for m in position.legal_moves() if m.c]))
    searcher = Searcher(position)
    result = searcher.search(Budget(SECONDS))
    for _ in range(20):  # the proof alone may take the time of a slow machine
        result = result if result.simulations else searcher.search(Budget(SECONDS))
    assert result.lost
    assert all(move.proven == 0.0 for move in result.moves)
    assert result.simulations > 0
    assert result.moves[0].visits == max(move.visits for move in result.moves)


@pytest.mark.parametrize("options", [{"kill": 2}, {"adjacent": True}, {"kill": 0}], ids=str)
def test_boards_without_a_table_are_solved_at_hand(options) -> None:
    rng = random.Random(5)
    for _ in range(3):
        position = new("boche", size=2, **options)
        for _ in range(2):
            moves = [move for move in position.legal_moves() if str(move) != "swap"]
            position = position.play(rng.choice(moves))
            if position.is_over:
                break
        if not position.is_over:
            found = Searcher(position).search(Budget(SECONDS))
            assert found.proven == best_result(position)


def test_counted_searches_and_plain_ones_do_not_ask_the_solver() -> None:
    position = new("boche", size=4).play("a:a1")
    for params, budget in (
        (SearchParams(), Budget(None, 20)),
        (SearchParams(), Budget(5.0, 20)),
        (PLAIN, Budget(0.05)),
        (SearchParams(solver=False), Budget(0.05)),
    ):
        assert Searcher(position, params).search(budget).proven is None
    assert Searcher(position).search(Budget(0.5)).proven == "dark"


def test_too_large_boards_are_searched_as_ever() -> None:
    result = Searcher(new("boche", size=5).play("a:a1")).search(Budget(0.05))
    assert result.proven is None
    assert result.simulations > 0
