"""The text board against the drawings of the play-by-mail help file, from its restored figures."""

from __future__ import annotations

from itertools import groupby

import pytest

from boche.engine import new
from boche.engine.record import final_position, load
from boche.viewer.resources import asset_text
from tests import ROOT

DRAWINGS = ROOT / "tests" / "engine" / "drawings"


def drawing(name: str) -> list[str]:
    return (DRAWINGS / name).read_text().splitlines()


def runs(line: str) -> list[tuple[str, int]]:
    return [(char, len(list(run))) for char, run in groupby(line)]


def assert_same(drawn: str, expected: list[str]) -> None:
    """Assert equality, but for a run's boundary being one place to either side."""
    lines = drawn.splitlines()
    assert len(lines) == len(expected)
    for line, wanted in zip(lines, expected, strict=True):
        same = [char for char, _ in runs(line)] == [char for char, _ in runs(wanted)]
        near = same and all(
            abs(a - b) <= 1 for (_, a), (_, b) in zip(runs(line), runs(wanted), strict=True)
        )
        assert near, f"\n{line}\n{wanted}"
        corners = [i for i, char in enumerate(wanted) if char == "+"]
        assert [i for i, char in enumerate(line) if char == "+"] == corners


def rotation_drawings() -> dict[str, list[str]]:
    lines = drawing("rotations.txt")
    return {lines[i][2]: lines[i + 1 : i + 8] for i in range(0, len(lines), 8)}


@pytest.mark.parametrize("rotation", "abcdefgh")
def test_the_eight_rotations(rotation: str) -> None:
    drawn = new("boche", size=1).play(f"{rotation}:a1").text_board()
    assert_same(drawn, rotation_drawings()[rotation])


def test_the_empty_board() -> None:
    assert new("boche", size=4).text_board().splitlines() == drawing("empty-4.txt")


def test_the_full_board_of_the_help_file() -> None:
    record = load(asset_text("records/boche-figure-size-4.sgf").encode())
    position = final_position(record)
    assert_same(position.text_board(), drawing("full-4.txt"))
    assert position.outcome is not None
    assert (position.outcome.winner, position.outcome.kind) == ("dark", "path")
    assert str(record.moves()[-1]) == "f:a1"


def test_the_comparison_would_notice_a_wrong_band() -> None:
    wrong = new("boche", size=1).play("b:a1").text_board()
    with pytest.raises(AssertionError):
        assert_same(wrong, rotation_drawings()["a"])


def test_coordinates_stand_at_the_rim() -> None:
    lines = new("boche", size=12).text_board(coordinates=True).splitlines()
    plain = new("boche", size=12).text_board().splitlines()
    assert [line[:2].strip() for line in lines if line[:2].strip()] == [
        str(i) for i in range(12, 0, -1)
    ]
    for letter in "abcdefghijkl":
        assert sum(letter in line for line in lines) == 1
    # Apart from the rim it is the same drawing, three columns to the right.
    kept = [line[3:].translate({ord(c): " " for c in "abcdefghijkl"}).rstrip() for line in lines]
    assert kept[: len(plain)] == plain


def test_levels_shift_right_and_up() -> None:
    position = new("boche", size=2)
    for move in ("a:a1", "a:a2", "a:b1", "e:a1"):
        position = position.play(move)
    lines = position.text_board().splitlines()
    # a1's middle is at line 9, column 6; the nest's lies 3 up and 3 right of it, and is light.
    assert lines[9][6] == lines[6][9] == "+"
    assert lines[6][10:16] == "--ooo+"
    assert lines[6][3] == "+"
