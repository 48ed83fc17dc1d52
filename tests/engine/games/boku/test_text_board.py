"""The text board of Boku against drawings that were checked by eye."""

from __future__ import annotations

import pytest

from boche.engine.games.boku import GAME
from boche.engine.games.boku.geometry import CELLS
from boche.engine.games.boku.text_board import spot_of
from tests import ROOT
from tests.engine.games.boku.slow_rules import SPOTS

DRAWINGS = ROOT / "tests" / "engine" / "drawings"
GAMES = {
    "boku-empty": ("", True),
    "boku-empty-plain": ("", False),
    "boku-taken": ("e4 e5 d5 e6 e7xe6", True),
    "boku-won": (
        "f5 e5 e4 g6 f6 d3xf5 f4 f5 h7xf5 g4 f5 d4xf4 f7 f8 f3 f4 h4xf4 g7 f4",
        True,
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_positions_are_drawn_as_stored(name: str) -> None:
    moves, coordinates = GAMES[name]
    position = GAME.new()
    for move in moves.split():
        position = position.play(move)
    stored = (DRAWINGS / f"{name}.txt").read_text(encoding="utf-8")
    assert position.text_board(coordinates=coordinates) == stored


def test_cells_fall_where_the_slow_drawing_has_them() -> None:
    line, column = spot_of(CELLS[0])
    x, y = SPOTS["a1"]
    for cell in CELLS:
        down, right = spot_of(cell)
        assert (right - column) // 2 + x == SPOTS[cell.name][0]
        assert down - line + y == SPOTS[cell.name][1]


def test_every_cell_can_be_found_by_its_coordinates() -> None:
    lines = GAME.new().text_board(coordinates=True).splitlines()
    plain = GAME.new().text_board().splitlines()
    assert [line[: line.index(".")].strip() for line in lines[2:]] == list("abcdefghijk")
    assert [line.replace(".", "").count("/") for line in lines[1:7]] == [5, 1, 1, 1, 1, 1]
    words = " ".join(lines).replace("/", " ").split()
    assert [word for word in words if word.isdigit()] == [str(n) for n in range(1, 11)]
    assert [line.count(".") for line in plain] == [5, 6, 7, 8, 9, 10, 9, 8, 7, 6, 5]
    assert all(line == line.rstrip() for line in [*lines, *plain])


def test_the_rules_page_shows_what_the_program_draws() -> None:
    page = (ROOT / "assets" / "rules" / "boku.md").read_text(encoding="utf-8")
    boxes = [box for box in page.split("```")[1::2] if not box.startswith("play")]
    for box, name in zip(boxes[:2], ("boku-empty", "boku-won"), strict=True):
        assert box.removeprefix("\n") == (DRAWINGS / f"{name}.txt").read_text(encoding="utf-8")
    shown = [line.rstrip() for line in boxes[3].strip("\n").split("\n")]
    taken = (DRAWINGS / "boku-taken.txt").read_text(encoding="utf-8").splitlines()
    assert shown == taken[: len(shown)]
