"""What learned weights say, in floating point."""

from __future__ import annotations

import numpy as np
import pytest

from boche.engine.games.registry import find
from boche.engine.native.kernels import encoding_of, kernels
from boche.engine.search.knowledge import HIDDEN, INNER, POINT, UNIT
from boche.engine.search.tree import NOISE
from boche.engine.search.weights import shipped
from boche.engine.search.worker import Worker
from tests.engine.search.test_learned import LEARNED, positions, worker


def described(name: str, found: Worker, moves: list[int]) -> tuple[list[list[int]], list[int]]:
    """Return the features of the moves and of the position, by the interpreted functions."""
    features = kernels(find(name)).features
    scratch = np.zeros(features.SCRATCH, np.int32)
    out = np.zeros(max(features.MOST_OF_MOVE, features.MOST_OF_POSITION), np.int32)
    features.prepare(found.root, scratch)
    of_moves = [out[: features.of_move(found.root, m, scratch, out)].tolist() for m in moves]
    return of_moves, out[: features.of_position(found.root, scratch, out)].tolist()


@pytest.mark.parametrize("name", LEARNED[-1:])
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


@pytest.mark.parametrize("name", LEARNED[-1:])
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
