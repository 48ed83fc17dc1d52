"""Texts typed in a real window: selected, replaced, copied and pasted."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine.games.registry import GAMES
from boche.engine.record import load
from boche.viewer.hud.dialogs.start_model import StartForm
from boche.viewer.session import Seat
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]

MODULE = "tests.e2e.window.typing_scenarios"


def tabs_to(name: str) -> int:
    """Return how often Tab leads to a field of the start screen from the cards of games."""
    form = StartForm(
        "boche", {}, [Seat(), Seat()], lambda *_: None, lambda _: [], lambda _: None
    ).form
    names = [field.name for field in form.fields]
    return names.index(name) - names.index("game")


def go_to_field(desk: Desk, name: str) -> None:
    """Open a table of size 4, and there by keys a field of the start screen."""
    desk.start("boche", "--size", "4")
    desk.do("mousemove", 1900, 1190)
    desk.keys("ctrl+n")
    desk.do("sleep", 0.4)
    desk.keys(*["Tab"] * tabs_to(name), pause=15)


def test_keys_pressed_at_once_act_in_their_order(desk: Desk, tmp_path: Path) -> None:
    """Keys of a fast typist, or of a busy machine, do not overtake what is pasted."""
    path = tmp_path / "pasted.sgf"
    desk.settings(hints_seen=True, first_player="", second_player="")
    go_to_field(desk, "first name")
    desk.do("type", "--delay", 15, "Ann")
    desk.keys("ctrl+a", "ctrl+c", "End")
    desk.keys("ctrl+v", "ctrl+v", "Home", "Delete", "Return", pause=0)
    desk.do("sleep", 0.5, "key", "ctrl+s", "sleep", 0.4, "key", "ctrl+a")
    desk.do("type", "--delay", 4, str(path))
    desk.do("sleep", 0.2, "key", "Return", "sleep", 0.4)
    assert next(iter(load(path).players.values())) == "nnAnnAnn"


@pytest.mark.parametrize(("game", "size"), [("octi", (500, 850))])
def test_a_typed_move_and_a_hint_hide_nothing_of_the_board(
    desk: Desk, game: str, size: tuple[int, int]
) -> None:
    desk.settings(quality="low", window_size=list(size), told=[f"{game}.turns"])
    desk.do("mousemove", 1900, 1190)
    seen = desk.scenario("below_board", game, module=MODULE)
    assert seen["hint"]
    assert max(seen["hidden"].values()) == 0.0, seen
    assert min(seen["shown"][name] for name in ("hint", "typed", "refused")) > 0.05, seen
    assert "not a move; write one such as " in seen["status"]


def test_the_first_arrow_key_acts_and_tab_at_the_end_reaches_a_rematch(desk: Desk) -> None:
    desk.settings(hints_seen=True, quality="low", animation_speed=0.0)
    seen = desk.scenario("first_keys", module=MODULE)
    assert seen["focus"] == ["", "game"], "only a key shows where the keys are"
    assert seen["game"] == list(GAMES)[1]
    assert seen["status"].startswith("Enter: rematch")
    assert seen["tone"] == "said"
