"""A game in a separate package: every feature of the project works without a change in it."""

from __future__ import annotations

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


def test_legal_moves_and_their_count(run: Any, record: Path) -> None:
    assert run("legal", record, "--game", "y", "--size", 4).split() == ["a4", "b3", "c2", "d1"]
    # 10 first moves, 9 replies or the swap, then one of 8, or of 9 behind a swap.
    assert run("perft", "--game", "y", "--size", 4, "--depth", 3).strip() == "810"


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
