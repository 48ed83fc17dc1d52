"""Features of equivalent positions."""

from __future__ import annotations

import pytest

from boche.engine.games.octi.symmetry import SYMMETRIES
from tests.engine.games.octi.test_features import found, walk


@pytest.mark.parametrize("seed", range(3))
def test_equivalent_positions_have_equal_features(seed: int) -> None:
    for at in walk(seed, 60):
        if at.taken:
            continue
        for symmetry in SYMMETRIES[1:]:
            assert found(at.whole.transform(symmetry)) == found(at.whole)
