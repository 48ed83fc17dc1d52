"""How children of a node are rated."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from boche.engine import new
from boche.engine.games.boche import encoding as boche_encoding
from boche.engine.games.registry import find
from boche.engine.native.kernels import kernels
from boche.engine.search import tree as slots
from boche.engine.search.interface import DRAW, NO_KEY
from boche.engine.search.params import SearchParams
from boche.engine.search.worker import new_tree, new_work

# -- the tree


def rated(visits, wins, amaf_visits, amaf_wins, keys, proofs, settings: SearchParams) -> np.ndarray:
    """Return the scores that the search gives to the children of a node with these counts."""
    position, compiled = new("boche", size=4), kernels(find("boche"))
    tree = new_tree(compiled.tree.Tree, 1 + len(visits))
    work = new_work(compiled, boche_encoding.ENCODING, position, settings, 1, 0)
    tree.first[0], tree.count[0], tree.visits[0] = 1, len(visits), sum(visits)
    columns = (tree.visits, tree.wins, tree.amaf_visits, tree.amaf_wins, tree.key, tree.proof)
    for column, part in zip(
        columns, (visits, wins, amaf_visits, amaf_wins, keys, proofs), strict=True
    ):
        column[1:] = part
    assert compiled.tree.select(tree, work, 0) == 1 + int(work.scores[: len(visits)].argmax())
    return work.scores[: len(visits)]


@pytest.mark.parametrize("amaf", [0.0, 30.0])
def test_children_are_rated_by_the_upper_bound_of_their_two_means(amaf: float) -> None:
    settings, rng = SearchParams(explore=0.3, first_play=0.6, amaf=amaf), random.Random(4)
    for number in (1, 7, 40):
        visits = [rng.choice((0, 0, 1, 5, 900)) for _ in range(number)]
        wins = [rng.random() * v for v in visits]
        known = [rng.choice((0, 1, 12, 400)) if amaf else 0 for _ in range(number)]
        known_wins = [rng.randrange(k + 1) for k in known]
        keys = [rng.choice((-1, 3)) for _ in range(number)]
        proofs = [rng.choice((0, 0, 0, 1, DRAW + 1)) for _ in range(number)]
        spread, wanted = math.sqrt(math.log(sum(visits) + 1)), []
        for i in range(number):
            weight = min(known[i], amaf)
            value = 0.6
            if visits[i] + weight:
                early = weight * known_wins[i] / known[i] if weight else 0.0
                value = (wins[i] + early) / (visits[i] + weight)
            factor = 1.0 if keys[i] == NO_KEY else 0.3
            open_score = value + factor * spread / math.sqrt(visits[i] + 1)
            wanted.append({slots.OPEN: open_score, DRAW + 1: 0.5}.get(proofs[i], -1.0))
        scores = rated(visits, wins, known, known_wins, keys, proofs, settings)
        assert scores.tolist() == pytest.approx(wanted, abs=1e-5)
