"""Features in whole games: their ranges, and what compiled code says of them."""

from __future__ import annotations

from copy import deepcopy

import numpy as np

from boche.engine.games.octi import features
from boche.engine.games.octi.encoding import ENCODING, searchable
from boche.engine.games.octi.turns import MOST_STEPS
from boche.engine.native.kernels import kernels, kernels_over_search
from tests.engine.games.octi.test_features import OCTI

BLOCKS = (
    features.DIRECTED, features.AT_SQUARE, features.TO_SQUARE, features.RISK, features.WAY,
    features.NEXT, features.TENSION, features.RACES, features.NEED, features.OVER,
    features.MOVE_FEATURES,
)  # fmt: skip


def test_features_stay_in_their_ranges_in_many_compiled_games() -> None:
    walker = kernels_over_search(OCTI, "tests.engine.games.octi.walker")
    start = ENCODING.make_state(searchable(OCTI.new()), kernels(OCTI).game)
    room = (np.zeros(MOST_STEPS, np.int64), np.zeros(features.SCRATCH, np.int32),
            np.zeros(features.MOST_OF_POSITION, np.int32))  # fmt: skip
    seen = np.zeros(3, np.int64)
    source, blocks = np.array([7], np.uint64), np.array(BLOCKS)
    walker.walk(start, deepcopy(start), *room, source, blocks, 100, seen)
    positions, steps, wrong = seen.tolist()
    assert (positions > 5_000, steps > 40_000, wrong) == (True, True, 0)
