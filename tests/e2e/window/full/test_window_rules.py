"""The rules in a real window: boards that play beside the text."""

from __future__ import annotations

import pytest

from boche.engine.games.registry import GAMES, find
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]

MODULE = "tests.e2e.window.rules_scenarios"


def test_the_board_beside_the_rules_plays_and_rests(desk: Desk) -> None:
    seen = desk.scenario("rules", "che", module=MODULE)
    assert seen["title"] == "How to play Che"
    assert seen["drawn while closed"] == 0
    assert seen["opened"] > 5
    assert seen["played"] > 1
    assert seen["at rest"] == [0, 0]
    assert seen["anew"] > 1
    assert seen["put away"] == [0, 0]


def test_without_animation_only_the_last_position_is_shown(desk: Desk) -> None:
    desk.settings(hints_seen=True, animation_speed=0, play_speed=4.0)
    seen = desk.scenario("rules", "che", module=MODULE)
    assert seen["opened"] > 5
    assert (seen["played"], seen["at rest"], seen["anew"]) == (0, [0, 0], 0)


@pytest.mark.parametrize("game", GAMES)
def test_a_card_tells_the_rules_in_short_and_leads_to_all(desk: Desk, game: str) -> None:
    seen = desk.scenario("card", game, module=MODULE)
    title = find(game).title
    assert f"{title}: this game" in seen["by key"]
    assert all(option.title in seen["by key"] for option in find(game).options)
    assert seen["put away"]
    assert seen["by click"] == seen["by key"]
    assert f"How to play {title}" in seen["rules"]


@pytest.mark.parametrize("game", ["boku", *[name for name in GAMES if name != "boku"]])
def test_there_is_something_on_every_board(desk: Desk, game: str) -> None:
    desk.settings(hints_seen=True, animation_speed=0)
    seen = desk.scenario("turned", game, module=MODULE)
    assert seen["pages"] >= len(seen["spread"]) >= 5
    assert min(seen["spread"]) > 10
