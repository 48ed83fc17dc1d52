"""The rules in a real window, of the other games."""

from __future__ import annotations

import pytest

from boche.engine.games.registry import GAMES
from tests.e2e.window import test_window_rules as push
from tests.e2e.window.test_window_rules import MODULE
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]


@pytest.mark.parametrize("game", [name for name in GAMES if name != "octi"])
def test_a_card_tells_the_rules_in_short_and_leads_to_all(desk: Desk, game: str) -> None:
    push.test_a_card_tells_the_rules_in_short_and_leads_to_all(desk, game)


@pytest.mark.parametrize("game", ["boku", *[name for name in GAMES if name != "boku"]])
def test_there_is_something_on_every_board(desk: Desk, game: str) -> None:
    desk.settings(hints_seen=True, animation_speed=0)
    seen = desk.scenario("turned", game, module=MODULE)
    assert seen["pages"] >= len(seen["spread"]) >= 5
    assert min(seen["spread"]) > 10
