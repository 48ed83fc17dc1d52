"""The text board of Octi against the help file's drawing and stored drawings."""

from __future__ import annotations

import pytest

from boche.engine.games.octi import GAME
from boche.engine.games.octi.position import Position
from tests import ROOT
from tests.engine.games.octi.boards import FIGURE, FIGURE_STORES
from tests.engine.games.octi.slow_rules import crowded

DRAWINGS = ROOT / "tests" / "engine" / "drawings"


def figure() -> Position:
    return Position.set_up({}, FIGURE, FIGURE_STORES)


def test_the_help_files_drawing() -> None:
    """Compare the top and the bottom; the server's drawing omits four rows."""
    drawn = figure().text_board(coordinates=True).splitlines()
    wanted = (DRAWINGS / "octi-help.txt").read_text(encoding="utf-8").splitlines()
    assert drawn[:23] == wanted[:23]
    assert drawn[-3:] == wanted[-3:]


POSITIONS = {
    "octi-start": (GAME.new, True),
    "octi-figure": (figure, True),
    "octi-plain": (figure, False),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_a_board_is_drawn_as_it_was(name: str) -> None:
    make, coordinates = POSITIONS[name]
    wanted = (DRAWINGS / f"{name}.txt").read_text(encoding="utf-8")
    assert make().text_board(coordinates=coordinates) == wanted


def test_every_drawing_has_the_same_frame() -> None:
    for seed in range(40):
        text = Position.set_up(*crowded(seed)).text_board(coordinates=True)
        lines = text.splitlines()
        assert len(lines) == 41
        assert {line[45] for line in lines} == {"|"}
        assert not any(line != line.rstrip() for line in lines)
        assert text.endswith("\n")


def test_all_stacks_find_a_place_beside_the_board() -> None:
    pods = [("black", 10 * x + 5, "a") for x in range(1, 8)]
    pods[1:6:2] = pods[0:5:2]
    white = [
        ("white", 10 * x + y, "e") for x, y in [(1, 9), (1, 9), (3, 9), (3, 9), (5, 2), (5, 2)]
    ]
    stores = {"black": (0, 0, 0), "white": (1, 0, 0)}
    text = Position.set_up({}, [*pods, *white], stores).text_board()
    for letter in "ABCDEF":
        assert f"|  {letter}  " in text
    assert "G-+-C" in text


def test_the_drawings_of_the_manual_are_ours() -> None:
    text = (ROOT / "assets" / "rules" / "octi.md").read_text(encoding="utf-8")
    boxes = [box for box in text.split("```")[1::2] if not box.startswith("play")]
    start, part = (box.strip("\n") for box in boxes)
    assert start + "\n" == GAME.new().text_board(coordinates=True)
    pods = [("black", 84, "ah"), ("black", 85, ""), ("white", 77, "ab")]
    stores = {"black": (5, 0, 9), "white": (6, 0, 9)}
    drawn = Position.set_up({}, pods, stores).text_board(coordinates=True).splitlines()
    rows = [line[:4] + line[20:41] for line in drawn[6:27]]
    assert part.splitlines()[:-1] == rows
    assert part.splitlines()[-1].split() == list("56789")


def test_the_game_of_the_manual_is_legal() -> None:
    position = GAME.new()
    for move in ("37", "33", "57", "73", "57+e", "53+b", "57e-56"):
        position = position.play(move)
    assert [pod.prongs for pod in position.pods_on(57)] == [""]
