"""Every key in every mode: one clear line where it cannot act, and the game is never lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from boche.engine.games.registry import GAMES
from tests.e2e.window.window_help import Desk, desk, display
from tests.viewer.remote.host import Host

__all__ = ["desk", "display"]

MODULE = "tests.e2e.window.modes_scenarios"
HELP = "V Ctrl+I Ctrl+M Ctrl+Shift+M Ctrl+F Alt+Down Alt+Up Alt+1 Ctrl+B"
KEYS = {
    "editor": f"{HELP} K Ctrl+K Alt+K Ctrl+Shift+K Ctrl+Shift+C Ctrl+E Ctrl+Shift+E Ctrl+S",
    "lesson": f"{HELP} Ctrl+Shift+C Ctrl+R",
    "exercise": f"{HELP} Ctrl+Shift+C Ctrl+R Ctrl+Delete",
}


def others(seen: dict[str, Any]) -> dict[str, Any]:
    """Return the keys that do not answer with the reason of the mode."""
    return {key: text for key, text in seen["answers"].items() if text != seen["reason"]}


PAIRS = [*((mode, next(iter(GAMES))) for mode in KEYS), *zip(KEYS, [*GAMES][1:], strict=True)]
"""Each mode in one game, and each other game in one mode: no game has keys of its own."""


@pytest.mark.parametrize(("mode", "game"), PAIRS)
def test_what_a_mode_lacks_is_refused_in_one_line(desk: Desk, mode: str, game: str) -> None:
    seen = desk.scenario("refused", mode, game, KEYS[mode], module=MODULE, timeout=240)
    assert seen["reason"]
    assert others(seen) == {}
    assert seen["same"]
    assert seen["tab"]
    assert seen["back"]


def test_a_puzzle_from_the_editor_leads_back_to_the_game(desk: Desk) -> None:
    seen = desk.scenario("exercise_from_editor", "boche", module=MODULE, timeout=240)
    assert seen == {"exercise": True, "timed": False, "stood": True, "back": True}


def test_an_online_game_allows_no_help_and_is_not_left_by_a_key(desk: Desk, tmp_path: Path) -> None:
    host = Host(tmp_path)
    try:
        number, own, _ = host.board()
        seen = desk.scenario("online", host.port, number, own, HELP, module=MODULE, timeout=240)
    finally:
        host.close()
    assert others(seen) == {}
    assert seen["tab"]
    assert seen["asked"] == "Leave the online game?"
    assert seen["stays"]
    assert seen["left"]


def test_no_marks_to_clear_is_no_change(desk: Desk) -> None:
    said, same, properties = desk.scenario("nothing_to_clear", module=MODULE, timeout=120)
    assert said == "there are no marks here"
    assert same
    assert properties == []
