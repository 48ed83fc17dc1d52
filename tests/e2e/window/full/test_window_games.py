"""The computer in a real window: moments of all games, and what is unsaved."""

from __future__ import annotations

import os
import random
import shlex
import sys
from pathlib import Path

import pytest

from boche.engine.record import load
from boche.viewer.session import Session
from tests import ROOT
from tests.e2e.window import test_window_games as push
from tests.e2e.window.test_window_games import CALM, COMPUTER, HANGS, Twin, check, saved
from tests.e2e.window.window_help import PATIENCE, Desk, desk, display

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
    assert 1 <= seen["rows"] == len(seen["places"]) <= 5
    for place, better in seen["places"]:
        assert better[0] != moves[place], "what was played was not better"
    at = seen["places"][-1][0]
    assert seen["told"].startswith(f"the position before {at + 1}. ")
    assert "; better: " in seen["told"]
    assert not seen["modified"]
    assert len(seen["graph"]) == len(moves) + 1
    assert seen["again"] == seen["graph"]
    assert seen["mistakes"] >= 1
    assert seen["searched"] is None, "nothing is searched again"
    assert path.read_text().count("EVAL[") == len(moves) + 1


def test_the_computer_plays_hints_and_analyses(desk: Desk) -> None:
    desk.settings(**CALM, warnings="never")  # or the computer waits for the answer to one
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


def test_a_player_that_is_prepared_counts_the_seconds_while_the_window_goes_on(desk: Desk) -> None:
    desk.settings(**CALM)
    seen = desk.scenario("prepared", timeout=180, module=COMPUTER)
    counted = [line for line in seen["told"] if line != "thinking…"]
    assert all(line.startswith("preparing, ") for line in counted)
    assert len(counted) == 2, "the seconds stand still"
    assert seen["moved"], "keys do nothing meanwhile"
    assert seen["played"]


def test_the_timeline_shows_the_board_of_the_move_under_the_pointer(desk: Desk) -> None:
    desk.settings(**CALM)
    path = ROOT / "assets" / "records" / "boche-figure-size-4.sgf"
    seen = desk.scenario("card", path, module=COMPUTER)
    assert seen["apart"] > 2.0, "the boards at the beginning and at the end differ"
    assert seen["again"] == 0
    assert seen["left"] == 0, "it goes with the pointer"
    assert seen["index"] == len(load(path).moves()), "nothing was gone to"


def test_one_plays_on_from_a_place_in_a_record(desk: Desk) -> None:
    desk.settings(**CALM)
    seen = desk.scenario("play_from", timeout=180, module=COMPUTER)
    assert seen["form"] == "play from"
    assert seen["asked"] == "", "the library has it"
    assert seen["moves"][:2] == seen["before"]
    assert len(seen["moves"]) == 3, "the computer is to move, and does"
    assert seen["seats"] == ["", "1"]


def test_a_program_that_hangs_loses_and_the_window_goes_on(desk: Desk, tmp_path: Path) -> None:
    desk.settings(**CALM)
    script, mark = tmp_path / "hangs.py", tmp_path / "pid"
    script.write_text(HANGS)
    seen = desk.scenario(
        "program", shlex.join([sys.executable, str(script), str(mark)]), module=COMPUTER
    )
    assert seen["told"].startswith("Dark, program ")
    assert seen["told"].endswith("loses: no answer to 'genmove B' in time")
    assert seen["result"] == "W+Forfeit"
    assert "no answer" in seen["comment"]
    assert seen["moves"] == 3, "undo takes back the loss alone"
    assert seen["rounds"] > 2, "the window waits for the program"
    assert seen["drawn"] == 0, "a hidden window draws"
    with pytest.raises(ProcessLookupError):
        os.kill(int(mark.read_text()), 0)


@pytest.mark.parametrize("own", ["light", "dark"])
def test_the_end_of_a_game_against_the_computer_tells_the_user(desk: Desk, own: str) -> None:
    desk.settings(hints_seen=True, quality="low", animation_speed=0.0)
    told = desk.scenario("told_at_the_end", own, module=COMPUTER)
    assert f"You lose: {own} resigned" in told


def test_a_saved_game_is_opened_as_it_was_seen(desk: Desk, tmp_path: Path) -> None:
    desk.settings(hints_seen=True, quality="low", animation_speed=0.0)
    seen = desk.scenario("seen_again", tmp_path, module=COMPUTER)
    assert seen["again"] < 0.5 < seen["other"], seen


def test_a_game_by_mouse_alone(desk: Desk, tmp_path: Path) -> None:
    desk.settings(**CALM)
    process = desk.start("--size", 3, "--kill", 0)
    twin, dice = Twin(Session.new("boche", size=3, kill=0)), random.Random(7)
    session = twin.controller.table.session
    while session.outcome is None:
        move = dice.choice([m for m in map(str, session.position.legal_moves()) if m != "swap"])
        letter, _, target = move.partition(":")
        x, y = twin.spot(target)
        notches = twin.turn_to(letter, x, y)
        twin.click(x, y)
        wheel = ["click", 5, "sleep", 0.02] * notches
        desk.do("mousemove", x, y, "sleep", 0.05, *wheel, "sleep", 0.3, "click", 1, "sleep", 0.1)
    check(saved(desk, tmp_path / "mouse.sgf"), session)
    assert process.wait(PATIENCE) == 0


def test_held_arrows_go_on(desk: Desk) -> None:
    """Hold a key: it repeats, and the window keeps up."""
    desk.settings(**CALM)
    record = ROOT / "assets" / "records" / "boche-path.sgf"
    desk.start(record, "--move", 0)
    desk.do("keydown", "Next", "sleep", 1.2, "keyup", "Next", "sleep", 0.1)
    desk.do("key", "slash", "sleep", 0.1, "key", "Escape")
    desk.do("key", "k", "sleep", 0.1, "key", "k", "key", "x", "key", "Return", "sleep", 0.3)
    assert len(desk.autosaves()) == 1
    head, _, record = desk.autosaves()[0].read_text().partition("\n")
    assert "C[kx]" in record, "the key that opens the line is not typed in it"
    assert '"cursor": 0' not in head
    assert '"cursor": 1,' not in head
