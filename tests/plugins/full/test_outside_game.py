"""What takes longer of a game in a separate package."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boche.viewer.export.model.meshing import Triangles
from tests.e2e.window.window_help import Desk, desk, display
from tests.plugins.push.test_outside_game import (
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
