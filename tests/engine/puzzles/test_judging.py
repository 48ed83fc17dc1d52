"""Puzzles read from files, and the answers to moves tried in them."""

from __future__ import annotations

import datetime

import pytest

from boche.engine.errors import BocheError, IllegalMoveError
from boche.engine.puzzles import (
    PuzzleError,
    asks,
    daily,
    find_puzzle,
    judge,
    puzzles,
    read_puzzles,
    right_moves,
)

ENCLOSE = b"""(;FF[4]GM[Boche]SZ[3]GN[boche-0001]GC[Light to move and win]
;W[b:b1];B[c:a1]PZ[1200]PG[win]RF[d:a2](;W[d:a2]TE[1])
(;W[a:c1]BM[1];B[d:a2]))
"""

ROW = b"""(;FF[4]GM[Boku]GN[boku-0001]GC[Black to move and win]
;B[e4];W[a1];B[e5];W[a2];B[e6];W[b5]PZ[900]
PG[win](;B[e7]TE[1];W[e3](;B[e8]TE[1])(;B[a3]BM[1];W[e8]))(;B[e8]BM[1];W[e7]))
"""


def test_a_move_that_ends_the_game_is_right_and_done() -> None:
    (puzzle,) = read_puzzles(ENCLOSE)
    verdict = judge(puzzle, puzzle.node, "d:a2")
    assert (verdict.right, verdict.done, verdict.line, verdict.reply) == (True, True, (), None)


def test_a_listed_wrong_move_is_answered_by_its_line() -> None:
    (puzzle,) = read_puzzles(ENCLOSE)
    verdict = judge(puzzle, puzzle.node, "a:c1")
    assert (verdict.right, verdict.reply) == (False, "d:a2")


def test_the_next_right_move_is_asked_for_after_the_reply() -> None:
    (puzzle,) = read_puzzles(ROW)
    verdict = judge(puzzle, puzzle.node, "e7")
    assert (verdict.right, verdict.done, verdict.reply) == (True, False, "e3")
    assert verdict.node is not None
    assert asks(verdict.node)
    assert right_moves(verdict.node) == ["e8"]
    assert judge(puzzle, verdict.node, "a3").right is False
    last = judge(puzzle, verdict.node, "e8")
    assert (last.right, last.done) == (True, True)


def test_an_illegal_move_is_refused_by_the_rules() -> None:
    (puzzle,) = read_puzzles(ROW)
    with pytest.raises(IllegalMoveError):
        judge(puzzle, puzzle.node, "e4")


def test_what_a_puzzle_says_of_itself() -> None:
    (puzzle,) = read_puzzles(ROW)
    assert (puzzle.id, puzzle.game_name, puzzle.rating) == ("boku-0001", "boku", 900)
    assert (puzzle.goal, puzzle.aim, puzzle.colour) == ("Black to move and win", "win", "black")
    assert puzzle.moves == ("e4", "a1", "e5", "a2", "e6", "b5")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (b"PZ[900]", b"", "no rating"),
        (b"PZ[900]", b"PZ[many]", "'many'"),
        (b"PZ[900]", b"PZ[99999]", "'99999'"),
        (b"GN[boku-0001]", b"", "without a name"),
    ],
)
def test_a_file_without_a_puzzle_is_refused_in_one_line(
    old: bytes, new: bytes, problem: str
) -> None:
    with pytest.raises(PuzzleError, match=problem) as raised:
        read_puzzles(ROW.replace(old, new))
    assert "\n" not in str(raised.value)


def test_damaged_text_is_a_problem_of_the_record() -> None:
    with pytest.raises(BocheError):
        read_puzzles(b"(;FF[4]GM[Boku]PZ[")


def test_a_game_without_puzzles_has_none_today() -> None:
    assert puzzles("no_game") == ()
    assert daily(datetime.date(2026, 1, 1), "no_game") is None
    assert find_puzzle("no_game-0001") is None
    assert find_puzzle("../../etc-0001") is None
