"""Matches by time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boche.engine import new
from boche.engine.match.match import play_game
from boche.engine.match.plan import Plan
from boche.engine.search import params


@pytest.mark.parametrize("game", ["boche"])
def test_seconds_of_cpu_time_are_not_the_wall_s(game: str, monkeypatch) -> None:
    """Check that the search asks the process's clock, here one that runs 50 s at each look."""
    looks: list[float] = []

    def process_time() -> float:
        looks.append(50.0 * len(looks))
        return looks[-1]

    monkeypatch.setattr(params.time, "process_time", process_time)
    options = dict(new(game).options)
    plan = Plan("8", "random", game, options, opening=1, longest=2, seconds=900, cpu_time=True)
    assert len(play_game(plan, 1).moves()) == 2
    assert looks[-1] >= 900
    found = len(looks)
    play_game(replace(plan, cpu_time=False, seconds=0.05), 1)
    assert len(looks) == found
