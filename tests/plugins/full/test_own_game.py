"""The game of the tutorial ``docs/own-game.md``, played: by levels and by mouse."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from boche.testing.tutorial import NAME, PAGE, blocks
from tests.e2e.window.window_help import Desk, desk, display
from tests.plugins.push.test_outside_game import CALM, killed_after
from tests.plugins.push.test_own_game import Shell, shell

__all__ = ["desk", "display", "shell"]

SCENARIOS = "tests.plugins.scenarios"
MATCH = "boche match --game tictactoe --opening 0"


def test_the_levels_play(shell: Shell) -> None:
    for level in (1, 5):
        assert f"{level} - random: " in shell.run(f"{MATCH} {level} random --games 2")
    assert ", 0 lost" in shell.run(f"{MATCH} 8 random --games 10")


def test_a_game_by_mouse(shell: Shell, desk: Desk) -> None:
    desk.env["PYTHONPATH"] = shell.env["PYTHONPATH"]
    desk.titles.append("Tic-tac-toe")
    desk.settings(**CALM)
    moves = "b2 b1 a1 c3 a2 c2 a3"
    spots = desk.scenario("spots", "tictactoe", moves, module=SCENARIOS)
    process = desk.start("tictactoe")
    for x, y in spots:
        desk.do("mousemove", x, y, "sleep", 0.1, "click", 1, "sleep", 0.1)
    killed_after(desk, process, len(moves.split()))
    assert desk.scenario("kept", "tictactoe", module=SCENARIOS) == moves.split()


def test_the_help_of_a_game_without_rules_to_read(shell: Shell, desk: Desk) -> None:
    desk.env["PYTHONPATH"] = shell.env["PYTHONPATH"]
    desk.settings(**CALM)
    seen = desk.scenario("help_pages", "tictactoe", module=SCENARIOS)
    assert seen["open"]
    assert {"Keys", "Marks"} <= set(seen["2"]), seen["2"]
    assert "Rules" not in seen["1"]
    assert seen["2"] != seen["3"]


def test_a_page_that_cannot_be_drawn_is_closed_and_told_once(shell: Shell, desk: Desk) -> None:
    desk.env["PYTHONPATH"] = shell.env["PYTHONPATH"]
    desk.settings(**CALM)
    seen = desk.scenario("failing_page", "tictactoe", module=SCENARIOS)
    assert seen["told"].count("Traceback") == 1, seen["told"][:3000]
    assert seen["status"] == "an error in the program: ValueError: no book of tictactoe"
    assert not seen["open"]
    assert seen["moves"] == 1


def test_a_level_plays_in_a_window_before_its_library_is_built(
    shell: Shell, desk: Desk, tmp_path: Path
) -> None:
    """Positions of this game cannot be written as text, so they cannot be told a process so."""
    desk.env["PYTHONPATH"] = shell.env["PYTHONPATH"]
    desk.env["BOCHE_CACHE_DIR"] = str(tmp_path / "cache")
    desk.settings(**CALM)
    seen = desk.scenario("computer_plays", "tictactoe", "nought", "5", module=SCENARIOS)
    assert (seen["moves"], seen["ghost"]) == (2, True), seen["told"]
    assert not [line for line in seen["told"] if "cannot" in line]
    assert any(line.startswith("preparing the computer player") for line in seen["told"])
    assert list((tmp_path / "cache").rglob("*")), "nothing was built"


def test_each_step_does_what_the_page_says(tmp_path: Path) -> None:
    folder = tmp_path / NAME
    folder.mkdir()
    shell, printed, kinds = Shell(folder, tmp_path / "home"), "", []
    for language, file, text in blocks():
        kinds.append("file" if file else language)
        assert not file or f"`{file}`" in PAGE.read_text("utf-8"), "not all show the title"
        if file:
            (folder / file).parent.mkdir(exist_ok=True)
            (folder / file).write_text(text)
        elif language == "sh":
            printed = shell.run(text)
        elif language == "text":
            assert printed == text
        elif language == "pycon":
            (tmp_path / "session.txt").write_text(text)
            shell.run(f"python -m doctest '{tmp_path / 'session.txt'}'")
        else:
            pytest.fail(f"a block in {language} that nobody tests")
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "file": 9, "sh": 5, "text": 2, "pycon": 3
    }  # fmt: skip


def test_pictures_show_crosses_and_noughts(shell: Shell) -> None:
    shell.run("echo b2 a1 c3 > game.txt")
    flags = "--game tictactoe"
    shell.run(f"boche shot game.txt {flags} --pixels 320x240 --view top -o game.png")
    shell.run(f"boche figure game.txt {flags} -o game.svg")
    assert (shell.folder / "game.svg").read_text().startswith("<svg")
    with Image.open(shell.folder / "game.png") as image:
        pixels = np.asarray(image.convert("RGB")).astype(int)
    assert (pixels.max(axis=2) < 90).sum() > 500, "no dark crosses"
    assert (pixels.min(axis=2) > 200).sum() > 300, "no light noughts"


def test_an_analysis_is_certain(shell: Shell) -> None:
    shell.run("echo b2 a1 c3 c1 b3 > analysed.txt")
    told = shell.run("boche analyse analysed.txt --game tictactoe --seconds 60")
    certain = dict(re.findall(r"^ +\d +(\S+) +(\S+)% .* certain$", told, re.MULTILINE))
    drawn = dict.fromkeys(("-", "b2", "a1", "c3", "c1"), "50.0")
    assert certain == {**drawn, "b3??": "0.0"}
