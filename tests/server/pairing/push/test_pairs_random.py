"""Invented tournaments."""

from __future__ import annotations

from random import Random

import pytest

from boche.server.pairing.course import ROUND_ROBIN, SWISS
from tests.server.pairing import simulation

SIZES = [2, 3, 4, 5, 6, 7, 8, 9, 11, 14, 20, 31]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("unrest", [0.0, 0.05, 0.25])
def test_invented_tournaments_keep_the_rules(seed: int, unrest: float) -> None:
    random = Random(seed)
    for size in SIZES:
        players = [(one, random.gauss(1500.0, 250.0)) for one in range(1, size + 1)]
        kinds = [SWISS, ROUND_ROBIN] if size <= 16 else [SWISS]
        for kind in kinds:
            wanted = random.randint(1, 9) if kind == SWISS else random.randint(1, 2)
            made = simulation.played(random, kind, players, wanted, unrest)
            simulation.check(made)
            assert unrest or (made.number == made.rounds and not made.ended_early)
