"""The explorer, the position search and the library's lists, by mouse and keys in a window."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine import GAMES
from boche.engine.record import load_all
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]

EXPLORER = "tests.e2e.window.explorer_scenarios"


@pytest.mark.parametrize("game", GAMES)
def test_a_move_of_the_explorer_is_shown_and_played(desk: Desk, game: str) -> None:
    seen = desk.scenario("explored", game, module=EXPLORER, timeout=120)
    assert "3 games reached this" in seen["shown"]
    assert seen["ghost"]
    assert seen["hovered"] == seen["ghost"]
    assert seen["left"]
    assert seen["played"] == seen["by keys"] == [seen["ghost"]]
    assert seen["then"] == 3
    assert seen["legal"]


def test_a_damaged_book_is_named_and_the_games_are_listed(desk: Desk) -> None:
    seen = desk.scenario("damaged", "boku", module=EXPLORER, timeout=120)
    assert "1 game reached this" in " ".join(seen["shown"])
    assert "damaged-book.sgf" in seen["status"]


@pytest.mark.parametrize("game", GAMES)
def test_the_opening_book_is_shown_and_played(desk: Desk, game: str) -> None:
    seen = desk.scenario("booked", game, module=EXPLORER, timeout=120)
    assert any(said.startswith("Opening book: chance for ") for said in seen["shown"])
    assert {word for row in seen["expected"] for word in row} <= set(seen["shown"])
    assert seen["listed"] == [move for move, _ in seen["expected"]]
    assert seen["ghost"] == seen["listed"][0]
    assert any(seen["ghost"] in said and "plays it" in said for said in seen["told"])
    assert seen["played"] == seen["best"]
    assert seen["mirrored"] == seen["chances"] != []


def test_a_game_with_the_explorer_s_help_does_not_count(desk: Desk) -> None:
    seen = desk.scenario("aided", "boku", module=EXPLORER, timeout=120)
    assert any(said.startswith("Counts for your rating") for said in seen["before"])
    told = " ".join(seen["after"])
    assert "Does not count for your rating: the explorer helped" in told


def test_without_a_book_the_tab_says_that_nothing_was_played(desk: Desk) -> None:
    seen = desk.scenario("bookless", "boche", "size", 3, module=EXPLORER, timeout=120)
    assert not any(said.startswith("Opening book") for said in seen)
    assert any(said.startswith("No game reached this position") for said in seen)


@pytest.mark.parametrize("size", [3, 4])
def test_a_board_that_is_solved_says_who_wins(desk: Desk, size: int) -> None:
    seen = desk.scenario("bookless", "boche", "size", size, module=EXPLORER, timeout=120)
    assert "Solved: light, to move, loses against best play" in " ".join(seen)


@pytest.mark.parametrize("game", GAMES)
def test_games_that_reached_a_position_are_found_and_opened_there(desk: Desk, game: str) -> None:
    seen = desk.scenario("searched", game, module=EXPLORER, timeout=120)
    assert "This position" in seen["shown"]
    assert seen["listed"] == "2 games"
    assert (seen["at"], seen["moves"]) == (2, 4)


def test_a_folder_is_imported_filtered_tagged_and_exported_by_keys(
    desk: Desk, tmp_path: Path
) -> None:
    club = tmp_path / "club"
    seen = desk.scenario("shelved", club, module=EXPLORER, timeout=120)
    assert "3 new, 0 already there, 1 damaged" in seen["report"]
    assert any(line.startswith("bad.sgf: damaged: ") for line in seen["report"])
    assert seen["filter"] == "filter"
    assert seen["filtered"] == "3 games (anna, won)"
    assert len(load_all(club / "out.sgf")) == 3
    assert seen["tags"].count("opening") == 1
