"""A game in a separate package: every feature of the project works without a change in it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests import ROOT
from tests.e2e.window.window_help import Desk, desk, display, run_scenario

__all__ = ["desk", "display"]

PACKAGE = Path(__file__).parents[1] / "y"
CALM = {"hints_seen": True, "animation_speed": 0.0}
MOVES = ["c1", "swap", "b2", "a1", "b1", "a2", "a3"]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Fixture: the environment of processes that have the package, installed by pip, offline."""
    folder = tmp_path_factory.mktemp("installed")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps",
               "--no-build-isolation", "--disable-pip-version-check", "--target", str(folder),
               str(PACKAGE)]  # fmt: skip
    subprocess.run(command, check=True, timeout=300)
    return {**os.environ, "PYTHONPATH": str(folder)}


@pytest.fixture
def run(installed: dict[str, str], tmp_path: Path) -> Any:
    """Fixture: a function that runs a command and returns its output.

    Standard error must contain ``told``, or be empty without it, but for a line that a player is
    compiled for the first time.
    """

    def boche(*args: object, stdin: str = "", told: str = "") -> str:
        command = [sys.executable, "-m", "boche", *map(str, args)]
        done = subprocess.run(command, cwd=ROOT, env={**installed, "BOCHE_HOME": str(tmp_path)},
                              input=stdin, capture_output=True, text=True, timeout=300)  # fmt: skip
        assert done.returncode == 0, done.stderr
        lines = done.stderr.splitlines()
        said = [line for line in lines if not line.endswith("this first time only")]
        assert told or not said, done.stderr
        assert told in done.stderr
        return done.stdout

    return boche


@pytest.fixture
def room(desk: Desk, installed: dict[str, str]) -> Desk:
    """Fixture: a user at a display, with the package installed."""
    desk.env["PYTHONPATH"] = installed["PYTHONPATH"]
    desk.titles.append("Y")
    desk.settings(**CALM)
    return desk


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text("\n".join(MOVES))
    return path


def scenario(env: dict[str, str], name: str, *args: object) -> Any:
    """Run a scenario in a process."""
    return run_scenario(env, "tests.plugins.scenarios", name, *args, timeout=240)


def test_a_game_is_small() -> None:
    """Check that a new game need not implement the common parts; it was 11 files, 640 lines."""
    files = [path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".toml")]
    lines = [line for path in PACKAGE.rglob("*.py") for line in path.read_text().splitlines()]
    assert len(files) <= 20
    assert len(lines) <= 1_200


# -- commands


def test_the_board_in_characters(run: Any, record: Path) -> None:
    shown = run("show", record, "--game", "y", "--size", 4)
    assert shown.startswith("   4 .\n  3 o .\n 2 x o .\n1 x o x .\n a b c d\n")
    assert "black to move" in shown
    facts = json.loads(run("show", record, "--game", "y", "--size", 4, "--json"))
    assert facts["swapped"] is True
    assert {"colour": "black", "cells": ["a1", "a2"], "sides": 2} in facts["groups"]


def test_legal_moves_and_their_count(run: Any, record: Path) -> None:
    assert run("legal", record, "--game", "y", "--size", 4).split() == ["a4", "b3", "c2", "d1"]
    # 10 first moves, 9 replies or the swap, then one of 8, or of 9 behind a swap.
    assert run("perft", "--game", "y", "--size", 4, "--depth", 3).strip() == "810"


def test_records_there_and_back(run: Any, record: Path, tmp_path: Path) -> None:
    sgf = tmp_path / "game.sgf"
    run("convert", record, "--game", "y", "--size", 4, "-o", sgf)
    assert "GM[Y]" in sgf.read_text()
    assert "SZ[4]" in sgf.read_text()
    assert run("check", sgf) == "1 game checked, no problems\n"
    moves = run("convert", sgf, "--to", "moves")
    assert [word for word in MOVES if word not in moves] == []
    assert "GM[Y]" in run("new", "--game", "y", "--size", 4)


def test_help_tells_each_game_its_own_sizes(run: Any) -> None:
    told = " ".join(run("new", "--help").split())
    assert "Boche, Size: holes per side of the board (1 to 20; default: 6)" in told
    assert "Y, Size: cells along each side of the triangle (2 to 19; default: 9)" in told


def test_a_picture(run: Any, record: Path, tmp_path: Path) -> None:
    from PIL import Image

    path = tmp_path / "y.png"
    run("shot", record, "--game", "y", "-o", path, "--pixels", "320x240")
    with Image.open(path) as image:
        colours = image.convert("RGB").getcolors(320 * 240)
    dark = sum(count for count, colour in colours if max(colour) < 70)
    assert dark > 100, "no black stones"


def test_pictures_from_python(
    run: Any, installed: dict[str, str], record: Path, tmp_path: Path
) -> None:
    """The same as the commands', by the methods and by a camera."""
    code = f"""if True:
        from boche.engine.record import load
        from boche.viewer.export.pictures import Camera
        record = load({str(record)!r}, game="y", options={{"size": 4}})
        position = record.game.new(size=4)
        for move in {MOVES!r}:
            position = position.play(move)
        record.png("record.png", size=(320, 240))
        position.png("position.png", size=(320, 240), last={MOVES[-1]!r})
        with Camera((320, 240)) as camera:
            assert camera.image(position).shape == (240, 320, 3)
        assert position.svg("position.svg").startswith("<svg")
        position.model("position.glb")
        record.film("film.gif", size=(64, 64), moves=(1, 2), fps=2)
        record.page("page.html")
    """
    env = {**installed, "PYTHONPATH": f"{ROOT}{os.pathsep}{installed['PYTHONPATH']}"}
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path, env=env, timeout=300)
    flags = ("--game", "y", "--size", 4)
    run("shot", record, *flags, "--pixels", "320x240", "-o", tmp_path / "shot.png")
    shot = (tmp_path / "shot.png").read_bytes()
    assert (tmp_path / "record.png").read_bytes() == shot
    assert (tmp_path / "position.png").read_bytes() == shot
    run("page", record, *flags, "-o", tmp_path / "theirs.html")
    assert (tmp_path / "page.html").read_bytes() == (tmp_path / "theirs.html").read_bytes()
    for name in ("position.svg", "position.glb", "film.gif"):
        assert (tmp_path / name).stat().st_size > 500


def test_gtp(run: Any, record: Path, tmp_path: Path) -> None:
    sgf = tmp_path / "game.sgf"
    run("convert", record, "--game", "y", "--size", 4, "-o", sgf)
    lines = ["play b c2", "genmove w", "boche-legal_moves", f"loadsgf {sgf}", "boche-groups",
             "boche-options", "genmove b", "quit"]  # fmt: skip
    told = run("gtp", "--game", "y", "--size", 5, "--player", 3, stdin="\n".join(lines) + "\n")
    answers = told.split("\n\n")
    assert [answer[:1] for answer in answers if answer.strip()] == ["="] * len(lines)
    assert answers[1].removeprefix("= ") not in answers[2].split()[1:] or answers[1] == "= swap"
    assert '"colour":"black","cells":["a1","a2"]' in answers[4]
    assert answers[5] == "= size=4"


# -- rules and search


def test_positions_as_text(installed: dict[str, str]) -> None:
    whole = [
        "y - 9/8/7/6/5/4/3/2/1 black - -",
        "y size=3 xo1/2/1 black swap -",
        "y size=2 xx/o white - black:link",
        "y size=4 2x1/3/2/1 white - black:resignation",
    ]
    refused = {
        "y size=3 xo1/2/1 white - -": "no game leads to these stones, turn and swap",
        "y size=3 3/2/1 black swap -": "no game leads to these stones, turn and swap",
        "y size=2 x1/o black - black:link": "the outcome on this board is -, not 'black:link'",
        "y size=3 xxx/oo/1 white - -": "the outcome on this board is black:link, not '-'",
        "y size=3 xxx/oo/o black - black:link": "the three sides are linked, not by the last move",
        "y size=2 xb/1 white - -": "row 1 of the board cannot be read",
    }
    told = scenario(installed, "texts", "|".join([*whole, *refused]))
    assert told["read"][: len(whole)] == whole
    for answer, problem in zip(told["read"][len(whole) :], refused.values(), strict=True):
        assert problem in answer
    assert told["openings"] == 3  # of ten cells: the corners, the middle, and those between


def test_random_games_agree_with_slow_rules(installed: dict[str, str]) -> None:
    found = scenario(installed, "random_games", 150)
    assert found["swaps"] > 20
    assert min(found["ends"].values()) > 30


# -- the window


def test_it_is_on_the_start_screen(room: Desk, tmp_path: Path) -> None:
    seen = room.scenario("start_screen", tmp_path / "start.png", module="tests.plugins.scenarios")
    assert ["y", "Y"] in seen["games"]
    assert seen["options"] == [["size", 9, 2, 19]]
    assert "game y" in seen["pictures"]


def killed_after(desk: Desk, process: subprocess.Popen[str], moves: int) -> None:
    """Kill the window once its autosave has ``moves`` moves."""
    end = time.monotonic() + 120
    while not any(len(re.findall(r";[BW]\[", path.read_text())) >= moves
                  for path in desk.autosaves()):  # fmt: skip
        assert time.monotonic() < end, [path.read_text() for path in desk.autosaves()]
        time.sleep(0.1)
    process.kill()
    process.wait()


def test_the_arrows_reach_every_cell(installed: dict[str, str]) -> None:
    assert scenario(installed, "walks") == []
