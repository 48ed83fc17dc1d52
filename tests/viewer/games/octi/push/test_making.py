"""Any move of random games, shown at any time."""

from __future__ import annotations

import numpy as np
import pytest

from boche.engine.games.octi.position import Position
from boche.viewer.games.octi import live as octi_live
from boche.viewer.games.octi.moves import effect_of
from boche.viewer.scene.live import LiveOptions
from tests.engine.games.octi.slow_rules import crowded
from tests.viewer.games.octi.scenes import Begun


@pytest.mark.parametrize("seed", range(8))
def test_any_move_can_be_shown_at_any_time(seed: int) -> None:
    position = Position.set_up(*crowded(seed))
    moves, rng = position.legal_moves(), np.random.default_rng(seed)
    for _ in range(6):
        text = str(moves[int(rng.integers(min(len(moves), 10**9)))])
        for options in (LiveOptions(ghost=text), LiveOptions(moving=text, height=0.9)):
            scene = octi_live.build(position, options)
            assert all(np.isfinite(batch.instances["position"]).all() for batch in scene.batches)
        plan = effect_of(position, text)
        after = position.play(text)
        gone = len(position.pods) - len(after.pods) + bool(plan.brought)
        assert len(plan.victims) == gone
        taken = ""
        while steps := [step.text for step in position.steps(taken) if step.move is None]:
            taken = steps[int(rng.integers(len(steps)))]
            octi_live.build(position, Begun(taken=taken, lit=("33", ">34", "x35")))
