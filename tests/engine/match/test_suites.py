"""Suites of openings: those that ship with the program, and files of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine import new
from boche.engine.game import Position
from boche.engine.games.registry import GAMES, find
from boche.engine.match.folder import prepare
from boche.engine.match.match import play_game
from boche.engine.match.plan import MatchError, Plan, opening_of
from boche.engine.match.suites import SuiteError, load_suite, suite_names
from boche.engine.record import load

games = pytest.mark.parametrize("game", list(GAMES))

OWN = "(;FF[4]GM[Boku];B[e5];W[f6])(;FF[4]GM[Boku];B[c3])(;FF[4]GM[Boku])"


def after(start: Position, moves: tuple[str, ...]) -> Position:
    position = start
    for move in moves:
        position = position.play(move)
    return position


@games
def test_each_game_has_two_suites_without_a_common_position(game: str) -> None:
    assert suite_names(find(game)) == ["testing", "training"]
    start, keys = new(game), list[str]()
    for name, least in (("testing", 30), ("training", 15)):
        suite = load_suite(name, find(game), start.options)
        assert len(suite) >= least
        for moves in suite:
            assert 2 <= len(moves) <= 4
            assert "swap" not in moves
            keys.append(after(start, moves).canonical_key())
    assert len(set(keys)) == len(keys)


def test_a_match_takes_the_openings_in_turn(boche, tmp_path: Path) -> None:
    file = tmp_path / "own.sgf"
    file.write_text(OWN)
    flags = ("match", "random", "random", "--game", "boku", "--suite", str(file), "--longest", "6")
    folder = tmp_path / "m"
    assert boche(*flags, "--games", "9", "--jobs", "1", "-o", str(folder))[0] == 0
    moves = [load(path).moves() for path in sorted(folder.glob("game-*.sgf"))]
    assert [line[:2] for line in moves if line[0] == "e5"] == [["e5", "f6"]] * 4
    assert [number for number, line in enumerate(moves) if line[0] == "e5"] == [0, 1, 6, 7]
    assert [line[0] for line in moves[2:4]] == ["c3", "c3"]
    assert len(moves) == 9
    code, _, err = boche(*flags, "--games", "9", "--jobs", "1", "-o", str(folder))
    assert (code, err.count("9 of the 9 games are already in")) == (0, 1)
    file.write_text(OWN.replace("c3", "c4"))
    code, _, err = boche(*flags, "--games", "10", "-o", str(folder))
    assert (code, err.count("\n")) == (2, 1)
    assert "contains another match" in err


def test_a_swap_in_an_opening_is_played(tmp_path: Path) -> None:
    file = tmp_path / "own.txt"
    file.write_text("c:a1 swap")
    start = new("boche", size=3)
    suite = load_suite(str(file), start.game, start.options)
    assert suite == (("c:a1", "swap"),)
    plan = Plan("random", "random", "boche", dict(start.options), openings=suite)
    assert [play_game(plan, index).moves()[:2] for index in (0, 1)] == [["c:a1", "swap"]] * 2


def test_a_plan_on_disk_is_the_same_plan(tmp_path: Path) -> None:
    start = new("boku")
    plan = Plan("random", "random", "boku", dict(start.options), openings=(("e5",), ("f6", "f7")))
    prepare(tmp_path, plan)
    prepare(tmp_path, plan)
    assert [opening_of(plan, number) for number in range(3)] == [["e5"], ["f6", "f7"], ["e5"]]
    other = Plan("random", "random", "boku", dict(start.options), openings=(("e5",),))
    with pytest.raises(MatchError, match="another match"):
        prepare(tmp_path, other)


WRONG = {
    "(;FF[4]GM[Boku];B[e5];W[e5])": "number 1: ",
    "(;FF[4]GM[Boku];B[e5])(;FF[4]GM[Boku]AB[e5]PL[W];W[e6])": "number 2: it starts from a set-up",
    "(;FF[4]GM[Boku];B[a1];W[f1];B[a2];W[f2];B[a3];W[f3];B[a4];W[f4];B[a5])": "it ends the game",
    "(;FF[4]GM[Boche];W[a:a1])": "boche",
    "": "empty",
    "\0\1": "",
}


@pytest.mark.parametrize("text", WRONG)
def test_bad_files_are_refused_in_one_line(boche, tmp_path: Path, text: str) -> None:
    file = tmp_path / "own.sgf"
    file.write_text(text)
    flags = ("--game", "boku", "--suite", str(file), "-o", str(tmp_path / "m"))
    code, out, err = boche("match", "random", "random", *flags)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert WRONG[text] in err
    assert "own.sgf" in err
    assert not (tmp_path / "m").exists()


def test_openings_of_other_options_are_refused(boche, tmp_path: Path) -> None:
    start = new("boche", size=5)
    with pytest.raises(SuiteError, match="number 1: its size is 6, but the match's is 5"):
        load_suite("testing", start.game, start.options)
    code, _, err = boche("match", "1", "1", "--suite", "nowhere", "-o", str(tmp_path / "m"))
    assert (code, err.count("\n")) == (2, 1)
    assert (
        "no openings 'nowhere', neither a file nor a suite (choose from testing, training)" in err
    )
    code, _, err = boche("match", "1", "1", "--suite", str(tmp_path), "-o", str(tmp_path / "m"))
    assert (code, err.count("\n")) == (2, 1)
    code, _, err = boche("match", "1", "1", "--suite", "testing", "--fair")
    assert (code, err.count("\n")) == (2, 1)
    assert "--fair" in err
