"""A match's folder: only the match's own games count, and what is damaged is named."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import boche as library
from boche.engine.games.registry import GAMES, find
from boche.engine.match.folder import PLAN, finished, game_file, prepare
from boche.engine.match.match import play_game, play_match
from boche.engine.match.plan import MatchError, Plan
from boche.engine.match.suites import TESTING, load_suite
from boche.engine.record import dump_sgf, load


def plan_of(first: str = "greedy", second: str = "random", **more: Any) -> Plan:
    return Plan(first, second, "boche", find("boche").complete({"size": 2}), **more)


def save(folder: Path, index: int, plan: Plan, played: int) -> None:
    """Write a game of another plan, or of another number, in a match's folder."""
    game_file(folder, index).write_text(dump_sgf(play_game(plan, played)).decode("utf-8"))


def check_known_again(game: str, opening: int, tmp_path: Path) -> None:
    options = find(game).complete({})
    plans = {
        "random": Plan("random", "greedy", game, options, opening=opening, longest=opening + 2),
        "a suite": Plan(
            "random", "random", game, options,
            openings=load_suite(TESTING, find(game), options), longest=opening + 2,
        ),
        "odd names": Plan(
            "gtp:'a ] \\ \t b' \n\\n:[x;", "random", game, options,
            opening=opening, longest=opening,
        ),
    }  # fmt: skip
    for name, plan in plans.items():
        folder = tmp_path / name
        folder.mkdir()
        for index in range(4):
            if name != "odd names" or opening:
                save(folder, index, plan, index)
        there = len(list(folder.iterdir()))
        assert [index for index, _ in finished(folder, plan, 4)] == list(range(there))


@pytest.mark.parametrize("game", GAMES)
def test_the_match_s_own_games_are_known_again(game: str, tmp_path: Path) -> None:
    check_known_again(game, 0, tmp_path)


OTHER = {
    "another game": lambda plan: replace(
        plan, game="boku", options=find("boku").complete({}), longest=4
    ),
    "other options": lambda plan: replace(plan, options={**plan.options, "size": 3}),
    "other players": lambda plan: replace(plan, first="uct:1"),
    "players the other way round": lambda plan: replace(plan, first="random", second="greedy"),
    "another seed": lambda plan: replace(plan, seed=2),
}


@pytest.mark.parametrize("what", ["another game", "no record"])
def test_another_record_is_played_again_and_that_is_said(
    what: str, boche: Any, tmp_path: Path
) -> None:
    plan = plan_of(opening=4)
    whole = play_match(plan, 3, tmp_path, jobs=1)
    mine = game_file(tmp_path, 2).read_bytes()
    if what == "another number":
        shutil.copy(game_file(tmp_path, 1), game_file(tmp_path, 2))
    elif what == "no record":
        game_file(tmp_path, 2).write_bytes(b"\xff(;")
    else:
        save(tmp_path, 2, OTHER[what](plan), 2)
    assert game_file(tmp_path, 2).read_bytes() != mine
    words = ("match", "greedy", "random", "--size", "2", "--opening", "4", "--games", "3")
    code, out, err = boche(*words, "--jobs", "1", "-o", str(tmp_path))
    assert (code, f"{whole}" in out) == (0, True)
    assert [line for line in err.splitlines() if "game-0003.sgf" in line and "again" in line]
    assert game_file(tmp_path, 2).read_bytes() == mine
    assert "game-0003" not in boche(*words, "--jobs", "1", "-o", str(tmp_path))[2]


def test_games_without_their_match_are_refused(tmp_path: Path) -> None:
    play_match(plan_of(), 2, tmp_path, jobs=1)
    (tmp_path / PLAN).unlink()
    with pytest.raises(MatchError, match=r"contains games, but no match\.json"):
        play_match(plan_of(), 2, tmp_path, jobs=1)
    assert not (tmp_path / PLAN).exists()


@pytest.mark.parametrize(
    "content", [b"{", b"[]", b"", b"\xff\x00\xfe", b"{}", b"[" * 100_000, b'"x"', b"null"]
)
def test_a_damaged_definition_is_named(content: bytes, tmp_path: Path) -> None:
    (tmp_path / PLAN).write_bytes(content)
    with pytest.raises(MatchError, match=r"is damaged .*choose another folder") as caught:
        play_match(plan_of(), 2, tmp_path, jobs=1)
    assert str(tmp_path / PLAN) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert (tmp_path / PLAN).read_bytes() == content


def test_records_by_players_of_one_s_own_are_known_again(tmp_path: Path) -> None:
    def first_move(position: Any) -> Any:
        return position.legal_moves()[0]

    one = library.match(first_move, "random", "boche", 4, folder=tmp_path, size=2)
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert library.match(first_move, "random", "boche", 4, folder=tmp_path, size=2).won == one.won
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before
    assert load(game_file(tmp_path, 0)).players["light"]


def test_other_weights_under_the_same_name_are_another_match(tmp_path: Path) -> None:
    weights, folder = tmp_path / "w.npz", tmp_path / "m"
    weights.write_bytes(b"one generation")
    plan = plan_of(f"net:{weights}")
    prepare(folder, plan)
    prepare(folder, plan)
    weights.write_bytes(b"the next one")
    with pytest.raises(MatchError, match="another match"):
        prepare(folder, plan)
