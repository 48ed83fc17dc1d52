"""Random actions of many pairs of players, against a plain restatement of the rules."""

from __future__ import annotations

import pytest

from tests.server.desk import Desk
from tests.server.play.push.test_fair_random import check_pairs


@pytest.mark.parametrize("seed", range(1, 4))
def test_random_acts_do_what_the_rules_say(desk: Desk, seed: int) -> None:
    check_pairs(desk, seed, 14)
