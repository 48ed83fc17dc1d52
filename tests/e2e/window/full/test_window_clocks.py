"""Clocks and tournaments in a real window, in every game."""

from __future__ import annotations

import pytest

from boche.engine.games.registry import GAMES
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]

MODULE = "tests.e2e.window.clock_scenarios"


def test_a_clock_is_shown_held_and_runs_out(desk: Desk) -> None:
    seen = desk.scenario("on_time", "boche", module=MODULE)
    assert seen["first"] == ["0:06.0", "0:06.0"]
    assert (seen["paused"], seen["stood"], seen["drawn"]) == (True, True, False)
    assert seen["result"].endswith("+T")
    assert seen["lost"]
    assert seen["said"]


@pytest.mark.parametrize("game", [name for name in GAMES if name != "boche"])
def test_a_clock_runs_out_in_every_game(desk: Desk, game: str) -> None:
    seen = desk.scenario("ran_out", game, module=MODULE)
    assert seen["first"] == ["0:01.2", "0:01.2"]
    assert seen["result"].endswith("+T")
    assert seen["lost"]
    assert seen["said"]


def test_a_game_that_is_left_keeps_the_time_that_it_showed(desk: Desk) -> None:
    seen = desk.scenario("left", "boku", module=MODULE)
    assert seen["killed"] >= 3.0, "the autosave is at most a few seconds old"
    assert seen["by another"] > -0.05, "no time comes back; a slow machine takes some"
    assert seen["face"]
    assert seen["by closing"] > -0.05


@pytest.mark.parametrize("game", ["boku"])
def test_a_tournament_is_planned_and_opened_by_keys_alone(desk: Desk, game: str) -> None:
    seen = desk.scenario("plan", game, module=MODULE)
    assert (seen["form"], seen["table"]) == ("tournament plan", "tournament")
    assert seen["players"] == ["Anna, person", "random", "greedy"]
    assert seen["said"] == ["1 of 3 games played; not running"]
    assert sorted(seen["opened"]) == ["greedy", "random"]
