"""Matches by time."""

from __future__ import annotations

import pytest

from boche.engine.games.registry import GAMES
from tests.engine.match.push import test_levels_random as push


@pytest.mark.parametrize("game", [game for game in GAMES if game != "boche"])
def test_seconds_of_cpu_time_are_not_the_wall_s(game: str, monkeypatch) -> None:
    push.test_seconds_of_cpu_time_are_not_the_wall_s(game, monkeypatch)
