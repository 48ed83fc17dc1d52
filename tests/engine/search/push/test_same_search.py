"""Searches that come out as ever: seeds that users keep, and weights, rely on it.

What a weight means is the number of its feature alone. With other numbers a search still works, but
plays as if it had learned nothing.
"""

from __future__ import annotations

import hashlib
import random
from typing import Any

import pytest

import boche
from boche.engine.search.params import Budget, SearchParams
from boche.engine.search.searcher import Searcher

GAMES = 8
SIMULATIONS = 400

KNOWN = {
    "boche": "9dd168262a17d288",
    "boku": "5a26258fd89bbdec",
    "che": "c9a00c3797d69a27",
    "octi": "7e6250a6eb8362f0",
}
"""Hashes of what is found.

A change that alters them says in ``CHANGELOG.md`` that searches with the same seed differ from
earlier ones; one that alters features needs new weights, too.
"""


@pytest.mark.parametrize("name", KNOWN)
def test_a_search_finds_what_it_has_always_found(name: str) -> None:
    seen = hashlib.sha256()
    for seed in range(GAMES):
        position = _middle(name, seed)
        result = Searcher(position, SearchParams(solver=False, nodes=50_000), seed=seed).search(
            Budget(simulations=SIMULATIONS)
        )
        seen.update(repr([(str(m.move), m.visits, m.value) for m in result.moves]).encode())
    assert seen.hexdigest()[:16] == KNOWN[name]


def _middle(name: str, seed: int) -> Any:
    """Return a position after some random moves, more with each seed."""
    chance = random.Random(seed)
    while True:
        position = boche.new(name)
        for _ in range(4 + 2 * seed):
            if position.outcome is None:
                position = position.play(chance.choice(position.legal_moves()))
        if position.outcome is None:
            return position
