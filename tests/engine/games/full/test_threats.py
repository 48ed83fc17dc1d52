"""Threats in thousands of random positions, compared with every move tried."""

from __future__ import annotations

import pytest

from tests.engine.games.plain_threats import check, positions

COUNTS = {"boche": 1500, "che": 200, "boku": 1000, "octi": 800}


@pytest.mark.parametrize("game", COUNTS)
def test_threats_are_what_trying_every_move_finds(game: str) -> None:
    found = [check(position) for position in positions(game, COUNTS[game], 11)]
    assert sum(count > 0 for count in found) > COUNTS[game] // 10
