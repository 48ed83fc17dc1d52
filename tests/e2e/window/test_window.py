"""The window by its pictures: sizes, dialogs and damage. Each scenario is a process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.window.window_help import PATIENCE, RECORDS, ROOT, Desk, desk, display

__all__ = ["desk", "display"]


def test_resized_while_animating(desk: Desk) -> None:
    seen = desk.scenario("resized", RECORDS / "boche-path.sgf")
    assert seen["sizes"] == [[1024, 640], [1500, 900], [1100, 1000], [1280, 720]]
    assert seen["fits"]
    assert seen["error"] == ""
    assert seen["difference"] < 0.5


def test_full_screen_and_back(desk: Desk) -> None:
    seen = desk.scenario("fullscreen")
    assert seen["full"] == [1920, 1200]
    assert seen["before"] == seen["after"] == [1280, 800]
    assert min(seen["spread"]) > 10, "a blank window"


def test_the_player_sees_turn_moves_and_help(desk: Desk) -> None:
    seen = desk.scenario("hud_pixels")
    light, dark = seen["players"]
    assert sum(light) != sum(dark), "whose turn it is cannot be seen"
    assert seen["changed"] > 0.3
    assert seen["move_ink"] > 20, "the move in the list cannot be read"
    assert seen["help"] > 5
    assert seen["restored"] == 0
    assert seen["palette"] > 20


def test_an_error_in_the_program_loses_nothing(desk: Desk) -> None:
    seen = desk.scenario("broken")
    assert "made for the test" in seen["status"]
    assert seen["error"]
    assert seen["moves"] == ["c:a1", "a:b1"]
    assert len(desk.autosaves()) == 1


def test_damaged_settings_are_set_aside(desk: Desk) -> None:
    path = desk.home / "config" / "settings.json"
    path.write_bytes(b'{"palette": "cla')
    seen = desk.scenario("damaged")
    assert "settings.json.damaged-1" in seen["status"]
    assert seen["error"]
    assert (path.parent / "settings.json.damaged-1").read_bytes() == b'{"palette": "cla'


def test_unknown_palette_still_shows_a_table(desk: Desk) -> None:
    desk.settings(palette="no such palette")
    seen = desk.scenario("damaged")
    assert "no such palette" in seen["status"]


def test_copy_paste_and_drop(desk: Desk) -> None:
    seen = desk.scenario("clipboard", RECORDS / "boche-swap.sgf")
    assert seen["sgf"]
    assert seen["moves"] == seen["pasted"] == seen["dropped"]
    assert seen["typed"] == ["c:a1", "swap", "a:b1"]
    assert seen["recent"] == [str(RECORDS / "boche-swap.sgf")]


def test_pictures_are_those_of_the_table(desk: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    seen = desk.scenario("snapshots", RECORDS / "boche-path.sgf", folder)
    assert seen["sizes"]["table.png"] == seen["table"]
    assert seen["sizes"]["window.png"] == seen["window"]
    assert seen["same"] < 0.5


@pytest.mark.parametrize("name", ["", ":987"])
def test_without_a_display_one_line_and_code_2(desk: Desk, name: str) -> None:
    env = {**desk.env, "DISPLAY": name}
    if not name:
        del env["DISPLAY"]
    done = subprocess.run(
        [sys.executable, "-m", "boche"], cwd=ROOT, env=env, capture_output=True, text=True,
        timeout=PATIENCE)  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    wanted = "cannot open the display" if name else "no display: a window needs"
    assert done.stderr.startswith(f"boche play: {wanted}")
    assert done.stdout == ""
    assert os.environ.get("BOCHE_HOME") is None or not desk.autosaves()
