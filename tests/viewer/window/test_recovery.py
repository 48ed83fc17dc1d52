"""A game that was not saved: what is said of it, and what comes of the answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.viewer.storage.unsaved import folder, left_over
from tests.viewer.window.user import User
from viewer.session import Seat, Session

__all__ = ["folder"]


def offered() -> User:
    """Somebody who starts the program anew."""
    user = User(Session.new("octi"))
    user.recovery.offer()
    return user


def text(user: User) -> str:
    question = user.desk.controller.view().question
    assert question is not None
    return question.text


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ({}, "Boche: 2 moves, last played "),
        ({"dark": Seat("", "3")}, "Boche, Light - level 3: 2 moves, last played "),
        ({"light": Seat("Anna"), "dark": Seat("Bert")}, "Boche, Anna - Bert: 2 moves, last "),
    ],
)
def test_it_says_which_game_who_played_and_how_far(seats: dict[str, Seat], words: str) -> None:
    left_over("c:a1", "a:b1", seats=seats)
    assert text(offered()).startswith(words)


def test_a_file_is_named_besides(tmp_path: Path) -> None:
    path = tmp_path / "final.sgf"
    path.write_text("(;GM[Boche]SZ[4]PW[Anna]PB[Bert])")
    left_over("c:a1", path=path)
    assert text(offered()).startswith("Boche, Anna - Bert, final.sgf: 1 move, last played ")


def test_after_continuing_undo_takes_the_moves_back() -> None:
    left_over("c:a1", "a:b1", seats={"light": Seat("Anna")})
    user = offered()
    user.answer("continue")
    assert user.session.cursor.moves == ["c:a1", "a:b1"]
    controller = user.desk.controller
    for left in (["c:a1"], []):
        controller.key("Z", user.desk.now, ["ctrl"])
        assert user.session.cursor.moves == left
    controller.key("Y", user.desk.now, ["ctrl"])
    assert user.session.cursor.moves == ["c:a1"]
    assert user.labels_of_new() == {"Light": "person Anna", "Dark": "person"}
