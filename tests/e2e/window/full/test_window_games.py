"""The computer in a real window: moments of all games, and what is unsaved."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine.record import load
from tests import ROOT
from tests.e2e.window import test_window_games as push
from tests.e2e.window.test_window_games import CALM, COMPUTER
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]


@pytest.mark.parametrize("answer", ["Escape"])
def test_an_unsaved_game_is_offered_again(desk: Desk, tmp_path: Path, answer: str) -> None:
    push.test_an_unsaved_game_is_offered_again(desk, tmp_path, answer)


@pytest.mark.parametrize(
    "name", ["boku-sandwiches", "boche-figure-size-4", "che-closed", "octi-fast-torus"]
)
def test_moments_are_found_shown_saved_and_known_again(
    desk: Desk, tmp_path: Path, name: str
) -> None:
    desk.settings(**CALM, analysis_seconds=0.1)
    path = tmp_path / "game.sgf"
    path.write_bytes((ROOT / "assets" / "records" / f"{name}.sgf").read_bytes())
    moves = load(path).moves()
    seen = desk.scenario("moments", path, timeout=300, module=COMPUTER)
    assert seen["name"] == "moments"
    assert 1 <= seen["rows"] == len(seen["places"]) <= 3
    for place, better in seen["places"]:
        assert better[0] != moves[place], "what was played was not better"
    assert seen["told"].startswith("better: ")
    assert not seen["modified"]
    assert len(seen["graph"]) == len(moves) + 1
    assert seen["again"] == seen["graph"]
    assert seen["mistakes"] >= 1
    assert seen["searched"] is None, "nothing is searched again"
    assert path.read_text().count("EVAL[") == len(moves) + 1


def test_the_computer_plays_hints_and_analyses(desk: Desk) -> None:
    desk.settings(**CALM)
    seen = desk.scenario("computer", timeout=180, module=COMPUTER)
    assert not seen["compiled_before"], "compiled code is loaded before someone thinks"
    assert seen["counts"] == [2, 4]
    asked = ["This game would no longer be rated", "cancel"]
    assert seen["asked"] == [asked, False, asked, True]
    assert seen["hint"].startswith("hint: ")
    assert seen["heat"] > 0.02, "the heat cannot be seen"
    assert seen["off"] == 0
    assert seen["points"] >= 4
    assert seen["start"] == 0, "a click on the graph goes to the move"
    assert seen["idle"] is None
    assert seen["closing"] < 30, "it thinks to the end"


def test_the_timeline_shows_the_board_of_the_move_under_the_pointer(desk: Desk) -> None:
    desk.settings(**CALM)
    path = ROOT / "assets" / "records" / "boche-figure-size-4.sgf"
    seen = desk.scenario("card", path, module=COMPUTER)
    assert seen["apart"] > 2.0, "the boards at the beginning and at the end differ"
    assert seen["again"] == 0
    assert seen["left"] == 0, "it goes with the pointer"
    assert seen["index"] == len(load(path).moves()), "nothing was gone to"
