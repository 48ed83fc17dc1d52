"""Half a minute of ``tests.soak.rules`` with another seed for each commit.

The seed is printed at the start of a test run. More games are left to the soak: what half of them
do not find, those of the next commits may, as well as the other half.
"""

from __future__ import annotations

import pytest

from tests.duels.games import DUELS
from tests.games.random_games import check_random_games


@pytest.mark.parametrize("game", DUELS)
def test_random_games_agree_with_the_slow_rules(game: str) -> None:
    check_random_games(game, 0.5)
