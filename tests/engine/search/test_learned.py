"""Learned weights in the search, against a plain restatement in floating point."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from boche.engine.games.registry import GAMES, find
from boche.engine.native.kernels import encoding_of, kernels
from boche.engine.search.params import Budget, SearchParams
from boche.engine.search.searcher import Searcher
from boche.engine.search.worker import Worker

LEARNED = [game.name for game in GAMES.values() if encoding_of(game).learned]


def positions(name: str, count: int, seed: int) -> list[Any]:
    """Return unfinished positions from random games, some in the middle of a move."""
    game, rng, found = find(name), random.Random(seed), []
    begin = encoding_of(game).searchable or (lambda position: position)
    while len(found) < count:
        position = game.new()
        for _ in range(rng.randrange(25)):
            if position.outcome is not None:
                break
            position = position.play(position.random_move(rng))
        if position.outcome is None:
            found.append(begin(position))
    return found


def worker(name: str, position: Any, **settings: Any) -> tuple[Worker, list[int]]:
    """Return a thread's search of a position that has not begun, and the moves."""
    game = find(name)
    encoding = encoding_of(game)
    params = SearchParams(nodes=5_000, symmetry=False, **settings)
    found = Worker(kernels(game), encoding, position, params, 1, 0)
    moves = sorted(encoding.numbered(position))
    found.start(position, moves)
    return found, moves


@pytest.mark.parametrize("name", LEARNED)
def test_each_playout_of_a_position_gets_the_value_found_by_the_first(name: str) -> None:
    seen = 0
    for position in positions(name, 20, 4):
        found, moves = worker(name, position, trust=1.0, expand=50)
        found.kernels.tree.search(found.tree, found.work, found.root, found.scratch, 40)
        tree = found.tree
        for child in range(int(tree.first[0]), int(tree.first[0]) + len(moves)):
            if tree.visits[child] and not tree.proof[child]:
                value = tree.value[child] if tree.turn[0] == 0 else 1.0 - tree.value[child]
                assert tree.wins[child] == pytest.approx(tree.visits[child] * value)
                seen += tree.visits[child] > 1
    assert seen > 5


@pytest.mark.parametrize("name", LEARNED)
def test_equal_seeds_give_equal_searches(name: str) -> None:
    position, rng = find(name).new(), random.Random(2)
    for _ in range(3):
        position = position.play(position.random_move(rng))
    moves = [
        [(m.move, m.visits) for m in Searcher(position, seed=5).search(Budget(None, 300)).moves]
        for _ in range(2)
    ]
    assert moves[0] == moves[1]
    other = Searcher(position, seed=6).search(Budget(None, 300)).moves
    assert moves[0] != [(m.move, m.visits) for m in other]


@pytest.mark.parametrize("name", LEARNED)
def test_only_level_nine_and_analysis_use_what_was_learned(name: str) -> None:
    position = find(name).new()
    budget = Budget(simulations=400)
    visits = {
        learned: [m.visits for m in Searcher(position, SearchParams(learned=learned), seed=3)
                  .search(budget).moves]
        for learned in (False, True)
    }  # fmt: skip
    assert visits[False] != visits[True]
    assert [level.learned for level in find(name).levels] == [False] * 8 + [True]


@pytest.mark.parametrize("name", LEARNED)
def test_weights_are_small_files(name: str) -> None:
    path = Path(__file__).parents[3] / "assets" / "weights" / f"{name}.npz"
    assert path.stat().st_size <= 2_000_000
