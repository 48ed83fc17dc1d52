"""What takes longer of a game in a separate package."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boche.viewer.export.model.meshing import Triangles
from tests import ROOT
from tests.e2e.window.window_help import Desk, desk, display
from tests.plugins.push.test_outside_game import (
    MOVES,
    installed,
    killed_after,
    record,
    room,
    run,
    scenario,
)
from tests.viewer.export.model.printed_file import read, solid_of

__all__ = ["desk", "display", "installed", "record", "room", "run"]


def test_it_meets_the_contract(installed: dict[str, str]) -> None:
    assert scenario(installed, "contract") is None


def test_every_level_plays(installed: dict[str, str]) -> None:
    slowest = scenario(installed, "levels")
    assert max(slowest.values()) < 10, slowest  # most of it is compiling


def test_the_highest_level_beats_plain_search(run: Any, tmp_path: Path) -> None:
    told = run("match", 8, "uct:100", "--game", "y", "--size", 6, "--games", 6, "--seconds", 0.2,
               "--json", "-o", tmp_path / "match")  # fmt: skip
    assert json.loads(told)["score"] > 0.6, told


def test_a_game_by_keys(room: Desk) -> None:
    room.do("mousemove", 1900, 1190)
    game = room.scenario("by_keys", 4, 8, module="tests.plugins.scenarios")
    process = room.start("y", "--size", 4)
    names = {"Enter": "Return", "S": "s"}
    room.keys(*[names.get(name, name) for name in game["keys"]], pause=20)
    killed_after(room, process, len(game["moves"]))
    assert "swap" in game["moves"]
    assert room.scenario("kept", module="tests.plugins.scenarios") == game["moves"]


def test_its_parts_for_a_printer(run: Any, tmp_path: Path) -> None:
    told = " ".join(run("model", "--help").split())
    assert "Y (edge 20 mm, clearance 0.2 mm): stone (flat below), board" in told
    made = {}
    for part, kind in (("stone", "stl"), ("stone", "3mf"), ("board", "stl"), ("board", "3mf")):
        path = tmp_path / f"{part}.{kind}"
        run("model", "--game", "y", "--size", 3, "--part", part, "-o", path)
        (made[part, kind],) = read(path)
        assert made[part, kind].is_watertight
        assert made[part, kind].bounds[0] == pytest.approx(np.zeros(3), abs=1e-3)
    assert made["stone", "stl"].extents == pytest.approx([17.2, 17.2, 5.2], abs=0.05)
    assert made["board", "3mf"].extents[2] == pytest.approx(6.0)
    solids = {part: made[part, "stl"] for part in ("stone", "board")}
    stone, board = (solid_of(Triangles(m.vertices, m.faces)) for m in solids.values())
    # From the board's corner to the middle of the first cell.
    at = np.array([20.0 * 2 / 3**0.5, 20.0, 4.4])
    placed = stone.translate(tuple(at - [8.6, 8.6, 0.0]))
    assert (placed ^ board).volume() < 1e-3
    assert placed.translate((0, 0, 0.5)).min_gap(board, 1.0) == pytest.approx(0.2, abs=0.1)


def test_a_game_by_mouse(room: Desk, tmp_path: Path) -> None:
    game = room.scenario("by_mouse", 4, 5, module="tests.plugins.scenarios")
    process = room.start("y", "--size", 4)
    for x, y in game["spots"]:
        room.do("mousemove", x, y, "sleep", 0.1, "click", 1, "sleep", 0.1)
    killed_after(room, process, len(game["moves"]))
    assert room.scenario("kept", module="tests.plugins.scenarios") == game["moves"]


def test_the_board_in_characters(run: Any, record: Path) -> None:
    shown = run("show", record, "--game", "y", "--size", 4)
    assert shown.startswith("   4 .\n  3 o .\n 2 x o .\n1 x o x .\n a b c d\n")
    assert "black to move" in shown
    facts = json.loads(run("show", record, "--game", "y", "--size", 4, "--json"))
    assert facts["swapped"] is True
    assert {"colour": "black", "cells": ["a1", "a2"], "sides": 2} in facts["groups"]


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


def test_records_there_and_back(run: Any, record: Path, tmp_path: Path) -> None:
    sgf = tmp_path / "game.sgf"
    run("convert", record, "--game", "y", "--size", 4, "-o", sgf)
    assert "GM[Y]" in sgf.read_text()
    assert "SZ[4]" in sgf.read_text()
    assert run("check", sgf) == "1 game checked, no problems\n"
    moves = run("convert", sgf, "--to", "moves")
    assert [word for word in MOVES if word not in moves] == []
    assert "GM[Y]" in run("new", "--game", "y", "--size", 4)
