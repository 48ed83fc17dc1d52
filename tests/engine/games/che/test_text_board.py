"""Che: the text board against the help file's drawings.

The figures are kept as they were drawn by hand. Each place where ours differs is listed here.
"""

from __future__ import annotations

import pytest

from boche.engine.games import che
from tests import ROOT
from tests.engine.games.che.test_rules import LARGEST, built

DRAWINGS = ROOT / "tests" / "engine" / "drawings"


def drawing(name: str) -> list[str]:
    return (DRAWINGS / f"che-{name}.txt").read_text().splitlines()


def tile_drawings() -> dict[str, list[str]]:
    lines = drawing("tiles")
    return {lines[i]: lines[i + 1 : i + 7] for i in range(0, len(lines), 7)}


@pytest.mark.parametrize("kind", ["fl", "fr", "bl", "br"])
def test_the_four_tiles(kind: str) -> None:
    drawn = che.GAME.new().play(f"{kind}:0,0").text_board()
    assert drawn.splitlines() == tile_drawings()[kind]


def test_the_figure_that_dark_wins() -> None:
    assert built("fl:0,0 fr:0,1 fl:1,1 fr:1,0").text_board().splitlines() == drawing("dark-wins")


# (line, first column, as drawn in the help file, as drawn here)
BY_HAND = [
    (5, 12, "(", "|"),  # the other figure draws the same place with a bar
    (7, 14, r"\_|", r"\__"),
    # The lower left corner of one tile was drawn a column too far to the right.
    (12, 31, "____   ", "___    "),
    (13, 30, r"/....\ ", r"/...\  "),
    (14, 29, r"/......\ ", r"/.....\  "),
]


def test_the_figure_of_the_largest_region() -> None:
    wanted = drawing("largest")
    for line, column, theirs, ours in BY_HAND:
        text = wanted[line]
        assert text[column : column + len(theirs)] == theirs
        wanted[line] = text[:column] + ours + text[column + len(theirs) :]
    assert built(LARGEST).text_board().splitlines() == wanted


def test_coordinates_stand_left_of_the_rows_and_below_the_columns() -> None:
    plain = built(LARGEST).text_board().splitlines()
    lines = built(LARGEST).text_board(coordinates=True).splitlines()
    assert lines[-1].split() == ["0", "1", "2", "3", "4", "5"]
    assert [line[3:].rstrip() for line in lines[:-1]] == [line.rstrip() for line in plain]
    assert [lines[i][:3].strip() for i in (2, 7, 12)] == ["1", "0", "-1"]
    middles = [i for i, char in enumerate(lines[-2]) if char == "|"]
    assert middles == [i for i, char in enumerate(lines[-1]) if char.isdigit() and i > 10]


def test_negative_coordinates_keep_their_digits_in_the_middle() -> None:
    position = che.GAME.new().play("fr:0,0").play("fl:-1,0+fr:-2,0")
    board, names = position.text_board(coordinates=True).splitlines()[-2:]
    bars = [i for i, char in enumerate(board) if char == "|"]
    assert [names[i] for i in bars] == ["2", "1", "0"]
    assert names.split() == ["-2", "-1", "0"]


def test_a_table_without_tiles() -> None:
    assert che.GAME.new().text_board() == "(no tiles yet)\n"
    assert che.GAME.new().text_board(coordinates=True) == "(no tiles yet)\n"


RULES = ROOT / "assets" / "rules" / "che.md"


@pytest.mark.parametrize(
    "moves",
    ["fl:0,0 fr:0,1+fr:1,0 fl:1,1+fr:1,2", "fl:0,0 bl:1,0+fl:1,-1 br:2,0+bl:0,1"],
)
def test_the_drawings_of_the_rules_are_ours(moves: str) -> None:
    position = che.GAME.new()
    for move in moves.split():
        position = position.play(move)
    assert f"```\n{position.text_board(coordinates=True)}```" in RULES.read_text()


def test_the_rules_show_the_four_tiles_side_by_side() -> None:
    rows = zip(*(tile_drawings()[kind] for kind in ("fl", "fr", "bl", "br")), strict=True)
    drawn = "\n".join("   ".join(row) for row in rows)
    assert drawn in RULES.read_text()
