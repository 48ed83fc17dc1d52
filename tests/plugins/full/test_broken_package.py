"""A broken external package, which is reported in one line that names it, without other effects."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]

GAME = """
from dataclasses import replace
from boche.engine.games.boku import GAME as BOKU
from boche.engine.game import SgfForm
def named(name, gm):
    return replace(BOKU, name=name, title="Odd", sgf=SgfForm(gm, BOKU.sgf.colours, size=""))
"""

BROKEN = {
    "no module it needs": ("import nothing_of_that_name", "No module named"),
    "no game": ("GAME = 7", "odd:GAME is not a Game"),
    "nothing": ("", "has no attribute 'GAME'"),
    "no Python": ("def", "invalid syntax"),
    "an exception": ("raise RuntimeError('one\\ntwo')", "one two"),
    "an exit": ("import sys; sys.exit()", "SystemExit"),
    "a name that is taken": (GAME + "GAME = BOKU", "it calls itself 'boku'"),
    "a mark that is taken": (GAME + "GAME = named('odd', 'BOKU')", "there is a game with GM[BOKU]"),
}


def installed(folder: Path, code: str, name: str = "odd", view: str = "") -> str:
    """Write a package with a game, and with ``view`` a view, as entry points; return its folder."""
    (folder / "odd.py").write_text(code)
    (folder / "odd_view.py").write_text(view)
    about = folder / "odd-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: odd\nVersion: 1.0\n")
    points = f"[boche.games]\n{name} = odd:GAME\n"
    points += f"[boche.views]\n{name} = odd_view:GAME_VIEW\n" if view else ""
    (about / "entry_points.txt").write_text(points)
    return str(folder)


def boche(folder: str, *args: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": folder, "BOCHE_HOME": folder}
    command = [sys.executable, "-m", "boche", *args]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize("kind", BROKEN)
def test_a_command_tells_of_it_in_one_line(tmp_path: Path, kind: str) -> None:
    code, why = BROKEN[kind]
    done = boche(installed(tmp_path, code), "new", "--size", "3")
    assert done.returncode == 0
    assert done.stdout.startswith("(;FF[4]GM[Boche]")
    (line,) = done.stderr.splitlines()
    assert line.startswith("boche: the game 'odd' (odd:GAME) cannot be loaded: ")
    assert why in line


def test_a_name_that_is_taken(tmp_path: Path) -> None:
    code = GAME + "GAME = named('boku', 'Odd')"
    done = boche(installed(tmp_path, code, "boku"), "new", "--game", "boku")
    assert "GM[Boku]" in done.stdout
    assert done.stderr.endswith("cannot be loaded: there is a game of that name already\n")
    assert done.stderr.count("\n") == 1


def test_a_broken_game_is_told_before_what_follows_from_it(tmp_path: Path) -> None:
    done = boche(installed(tmp_path, "import nothing_of_that_name"), "new", "--game", "odd")
    assert done.returncode == 2
    first, second = done.stderr.splitlines()
    assert "'odd'" in first
    assert "invalid choice: 'odd'" in second


SOUND = GAME + "GAME = named('odd', 'Odd')"
OWN = ("move", "json", "output", "game", "help", "number")


def test_options_named_like_flags_of_commands(tmp_path: Path) -> None:
    """Check that the commands keep their flags, whichever comes first."""
    options = ", ".join(f"Option({name!r}, 3, 'odd', 0, 9)" for name in OWN)
    code = f"{SOUND}\nfrom boche.engine.game import Option\n"
    code += f"GAME = replace(GAME, options=({options},))\n"
    folder = installed(tmp_path, code)
    record = tmp_path / "game.txt"
    record.write_text("c:a1\n")
    done = boche(folder, "show", str(record), "--json", "--move", "0", "--game", "boche")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["turn"] == "light"
    output = tmp_path / "new.sgf"
    done = boche(folder, "new", "--game", "odd", "--output", str(output))
    assert (done.returncode, done.stderr) == (0, "")
    assert "GM[Odd]" in output.read_text()


VIEWS = {
    "an exception": ("1 / 0", "division by zero"),
    "no view": ("GAME_VIEW = 7", "it is not a GameView"),
    "none": ("", "odd has no table"),
}


@pytest.mark.parametrize("kind", VIEWS)
def test_a_game_with_a_broken_view_plays_without_a_table(tmp_path: Path, kind: str) -> None:
    view, why = VIEWS[kind]
    folder = installed(tmp_path, SOUND, view=view)
    assert "GM[Odd]" in boche(folder, "new", "--game", "odd").stdout
    record = tmp_path / "game.txt"
    record.write_text("e5\n")
    done = boche(folder, "shot", str(record), "--game", "odd", "-o", str(tmp_path / "odd.png"))
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert why in line


def test_the_window_tells_of_a_broken_game(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "odd").mkdir()
    desk.env["PYTHONPATH"] = installed(tmp_path / "odd", "import nothing_of_that_name")
    seen = desk.scenario("status", module="tests.plugins.scenarios")
    assert "the game 'odd' (odd:GAME) cannot be loaded" in seen["status"]


@pytest.mark.parametrize("kind", VIEWS)
def test_the_window_tells_of_a_broken_view(desk: Desk, tmp_path: Path, kind: str) -> None:
    """Check that the start screen lacks one picture only, and gives the reason on request."""
    view, why = VIEWS[kind]
    (tmp_path / "odd").mkdir()
    desk.env["PYTHONPATH"] = installed(tmp_path / "odd", SOUND, view=view)
    seen = desk.scenario("status", module="tests.plugins.scenarios")
    assert why in seen["status"]
    assert "odd" in seen["status"]
    assert why in seen["refused"]
    assert seen["pictures"] == ["game boche", "game boku", "game che", "game octi"]
    assert json.dumps(seen["after"]) == '["e5"]', "the window goes on"


@pytest.mark.parametrize(
    ("code", "view"),
    [("import nothing_of_that_name", ""), (SOUND, "1 / 0")],
    ids=["the game", "its view"],
)
def test_a_broken_game_that_was_played_last_is_not_chosen_again(
    desk: Desk, tmp_path: Path, code: str, view: str
) -> None:
    (tmp_path / "odd").mkdir()
    desk.env["PYTHONPATH"] = installed(tmp_path / "odd", code, view=view)
    desk.settings(hints_seen=True, game="odd")
    seen = desk.scenario("status", module="tests.plugins.scenarios")
    assert seen["chosen"] == "boche"
    assert json.dumps(seen["after"]) == '["e5"]', "the window goes on"
