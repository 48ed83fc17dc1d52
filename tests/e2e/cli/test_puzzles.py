"""The command ``puzzles``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boche.engine.puzzles import puzzles, read_puzzles

MAKE = ("puzzles", "make", "boche")


def test_puzzles_are_listed(boche) -> None:
    code, out, _ = boche("puzzles", "list", "boche", "--json")
    assert code == 0
    assert [row["id"] for row in json.loads(out)] == [puzzle.id for puzzle in puzzles("boche")]


def test_made_puzzles_are_added_to_the_file_and_hold(boche, tmp_path: Path) -> None:
    file = tmp_path / "made.sgf"
    for count in (1, 2):
        code, _, err = boche(*MAKE, "--count", "1", "--jobs", "1", "-o", str(file))
        assert code == 0, err
        assert [p.id for p in read_puzzles(file)] == [f"boche-{n + 1:04d}" for n in range(count)]
    code, out, _ = boche("puzzles", "check", str(file))
    assert (code, out.splitlines()[-1].partition(",")[0]) == (0, "2 puzzles: all proven")


def test_a_wrong_solution_is_a_problem(boche, tmp_path: Path) -> None:
    puzzle = puzzles("boche")[0]
    damaged = puzzle.data.replace(b"TE[1]", b"TM[1]").replace(b"BM[1]", b"TE[1]")
    file = tmp_path / "damaged.sgf"
    file.write_bytes(damaged)
    code, out, _ = boche("puzzles", "check", str(file))
    assert code == 1
    assert puzzle.id in out


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("make",), "give a game and a file"),
        (("make", "chess", "-o", "x.sgf"), "unknown game 'chess'"),
        (("check",), "give a file"),
        (("check", "missing.sgf"), "cannot read"),
    ],
)
def test_what_is_missing_is_said_in_one_line(boche, words: tuple[str, ...], problem: str) -> None:
    code, _, err = boche("puzzles", *words)
    assert code == 2
    assert problem in err
    assert err.count("\n") == 1
