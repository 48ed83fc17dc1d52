"""Learned weights in the search, against a plain restatement in floating point."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boche.engine.games.registry import GAMES, find
from boche.engine.native.kernels import encoding_of, kernels
from boche.engine.search.knowledge import HIDDEN, INNER, POINT, UNIT
from boche.engine.search.params import Budget, SearchParams
from boche.engine.search.searcher import Searcher
from boche.engine.search.tree import NOISE
from boche.engine.search.weights import shipped
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


def described(name: str, found: Worker, moves: list[int]) -> tuple[list[list[int]], list[int]]:
    """Return the features of the moves and of the position, by the interpreted functions."""
    features = kernels(find(name)).features
    scratch = np.zeros(features.SCRATCH, np.int32)
    out = np.zeros(max(features.MOST_OF_MOVE, features.MOST_OF_POSITION), np.int32)
    features.prepare(found.root, scratch)
    of_moves = [out[: features.of_move(found.root, m, scratch, out)].tolist() for m in moves]
    return of_moves, out[: features.of_position(found.root, scratch, out)].tolist()


@pytest.mark.parametrize("name", LEARNED)
def test_chances_of_moves_are_the_softmax_of_their_weights(name: str) -> None:
    weights = shipped(kernels(find(name)), encoding_of(find(name)).weights(find(name).new()))
    assert weights is not None
    for position in positions(name, 40, 1):
        found, moves = worker(name, position)
        of_moves, _ = described(name, found, moves)
        sums = np.array([weights["move"][own].sum(dtype=float) / POINT for own in of_moves])
        chances = np.exp(sums - sums.max())
        first = int(found.tree.first[0])
        given = found.tree.prior[first : first + len(moves)]
        # Each is multiplied by a random factor around 1, or searches would not differ.
        wanted = chances / chances.sum()
        assert np.all(given <= (1 + NOISE / 2) * wanted + 0.002)
        assert np.all(given >= (1 - NOISE / 2) * wanted - 0.002)


@pytest.mark.parametrize("name", LEARNED)
def test_the_value_is_that_of_the_net_in_floating_point(name: str) -> None:
    weights = shipped(kernels(find(name)), encoding_of(find(name)).weights(find(name).new()))
    assert weights is not None
    unit = {key: np.asarray(part, float) / UNIT for key, part in weights.items()}
    values = []
    for position in positions(name, 60, 2):
        found, moves = worker(name, position, trust=1.0, expand=1)
        if found.proven or len(moves) == 1:
            continue
        # One playout follows one move and values the position behind it.
        found.kernels.tree.search(found.tree, found.work, found.root, found.scratch, 1)
        first = int(found.tree.first[0])
        (child,) = np.flatnonzero(found.tree.visits[first : first + len(moves)])
        if found.tree.proof[first + child]:
            continue
        after = found.scratch
        features = kernels(find(name)).features
        scratch = np.zeros(features.SCRATCH, np.int32)
        out = np.zeros(features.MOST_OF_POSITION, np.int32)
        features.prepare(after, scratch)
        own = out[: features.of_position(after, scratch, out)]
        hidden = unit["hidden"] + unit["rows"].reshape(-1, HIDDEN)[own].sum(axis=0)
        inner = unit["inner_bias"] / UNIT + hidden.clip(0, 1) @ unit["inner"].reshape(HIDDEN, INNER)
        total = inner.clip(0, 1) @ unit["outer"][:-1] + unit["outer"][-1] / UNIT
        total += weights["alone"][own].sum(dtype=float) / POINT
        chance = 1 / (1 + np.exp(-total))
        mover, chooser = kernels(find(name)).game.seat(after), found.tree.turn[0]
        wins = float(found.tree.wins[first + child])
        assert (wins if mover == chooser else 1 - wins) == pytest.approx(chance, abs=0.03)
        values.append(chance)
    assert len(values) > 20
    assert max(values) - min(values) > 0.2, "a net that always says the same"


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
