"""An unsaved game: the text that offers it, and the results of the answers."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from boche.engine.atomic_write import FileError
from boche.engine.record import load
from boche.viewer.games.samples import sample_data
from boche.viewer.session import Seat, Session
from boche.viewer.storage.kept_games import keep, keep_record, kept_files
from boche.viewer.window.records import kept_games
from tests.viewer.storage import unsaved
from tests.viewer.storage.unsaved import folder, left_over
from tests.viewer.window.user import User

__all__ = ["folder"]


def offered() -> User:
    """Return a user who restarts the program."""
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


@pytest.mark.parametrize("answer", ["continue", "file", "cancel"])
def test_opening_a_file_asks_about_unsaved_changes_to_it(tmp_path: Path, answer: str) -> None:
    path = tmp_path / "final.sgf"
    path.write_text("(;GM[Boche]SZ[4];W[c:a1])")
    left_over("a:b1", path=path)
    user = User(Session.new("octi"))
    user.opening.open_path(str(path))
    assert user.asked == "Continue with the unsaved changes to final.sgf?"
    user.answer(answer)
    if answer == "cancel":
        assert user.session.record.game_name == "octi"
        return
    unsaved = answer == "continue"
    assert user.session.record.moves() == (["c:a1", "a:b1"] if unsaved else ["c:a1"])
    assert user.session.edits.modified is unsaved
    user.session.edits.set_comment("kept")
    assert user.session.file.save() == []
    assert load(path).moves() == user.session.record.moves()


def test_other_unsaved_work_does_not_keep_a_file_from_being_opened(tmp_path: Path) -> None:
    path, other = tmp_path / "final.sgf", tmp_path / "other.sgf"
    for file in (path, other):
        file.write_text("(;GM[Boche]SZ[4];W[c:a1])")
    left_over("a:b1", path=other)
    user = User(Session.new("octi"))
    user.opening.open_path(str(path))
    assert (user.asked, user.session.file.path) == ("", path)


def test_the_start_screen_offers_it_first_with_names_game_and_time() -> None:
    left_over("c:a1", "a:b1", seats={"light": Seat("Anna")})
    user = User(Session.new("octi"))
    user.games.choose()
    first = user.form.fields[0]
    ((game, label),) = first.choices
    assert (first.label, label) == ("Continue", "Boche, Anna - Dark")
    assert game.about.startswith("2 moves, last played ")
    user.key("Enter")
    assert user.session.cursor.moves == ["c:a1", "a:b1"]


def test_after_a_swap_the_start_screen_names_the_colours_that_are_played_now() -> None:
    left_over("c:a1", "swap", seats={"light": Seat(""), "dark": Seat("", "1")})
    user = User(Session.new("octi"))
    user.games.choose()
    ((_, label),) = user.form.fields[0].choices
    assert label == "Boche, level 1 - Dark"


# -- games that the library has


def played(*moves: str) -> User:
    """Return a user who has played a game without a file."""
    user = User(Session.new("boche", size=4))
    for move in moves:
        user.session.play(move)
    return user


def in_library() -> list[list[str]]:
    return [load(path).moves() for path, _ in kept_files()]


def test_a_game_that_the_library_keeps_is_not_asked_about() -> None:
    user = played("c:a1", "a:b1")
    user.exchange.replace_with(Session.new("boku"))
    assert (user.asked, user.session.record.game_name) == ("", "boku")
    assert in_library() == [["c:a1", "a:b1"]]


def test_changes_of_a_file_are_asked_about_and_not_kept_where_not_wanted(tmp_path: Path) -> None:
    path = tmp_path / "final.sgf"
    path.write_text("(;GM[Boche]SZ[4];W[c:a1])")
    user = User(Session.open(path))
    user.session.play("a:b1")
    user.exchange.replace_with(Session.new("boku"))
    question = user.desk.controller.view().question
    assert question is not None
    assert question.title == "Save this game?"
    assert [question.given_by(key) for key in ("Y", "N", "Escape")] == ["save", "leave", "cancel"]
    user.answer("leave")
    assert user.session.record.game_name == "boku"
    assert in_library() == []
    assert load(path).moves() == ["c:a1"]


def test_what_cannot_be_kept_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(session: Session) -> None:
        raise FileError("no space left on the device")

    user = played("c:a1")
    monkeypatch.setattr(kept_games, "keep", full)
    user.exchange.replace_with(Session.new("boku"))
    assert user.asked == "Save this game?"


def test_an_unfinished_game_in_the_library_is_offered_to_go_on_with() -> None:
    session = unsaved.kept("c:a1")
    keep(session)
    session.safety.close()
    user = offered()
    assert user.asked == "Continue this game?"


def test_delete_discards_an_unfinished_game_and_keys_stay_in_the_list() -> None:
    for moves in (("c:a1",), ("c:a1", "a:b1")):
        left_over(*moves)
    user = User(Session.new("octi"))
    user.games.choose()
    user.key("Delete")
    first = user.form.fields[0]
    [(left, _)] = first.choices
    assert (user.form.focused, first.value) == (first, left)
    assert left.about.startswith("1 move, last played ")
    assert len(user.recovery.entries()) == 1


def test_a_new_game_lists_each_game_that_is_said_to_be_kept() -> None:
    """Expect so of one of each game, and that the list of them is scrolled where it is long."""
    for name in ("octi", "boche", "che", "boku"):
        session = Session.new(name)
        session.play(str(session.position.legal_moves()[0]))
        keep(session)
        session.safety.close()
    user = User(Session.new("octi"))
    user.games.choose()
    [(newest, _), *others] = user.form.fields[0].choices
    assert newest.label.startswith("Boku")
    assert [line.label.partition(":")[0] for line, _ in others] == ["Che", "Boche", "Octi"]


def test_games_before_one_without_a_move_can_be_gone_on_with() -> None:
    over = Session.new(size=4)
    over.play("c:a1")
    over.resign()
    for moves in (["c:a1"], ["c:a1", "a:b1"]):
        session = Session.new(size=4)
        for move in moves:
            session.play(move)
        keep(session)
    keep(over)
    user = User(Session.new("octi"))
    user.games.choose()
    first = user.form.fields[0]
    assert first.label == "Continue"
    assert [line.about.partition(",")[0] for line, _ in first.choices] == ["2 moves", "1 move"]
    user.key("Delete")
    assert "library" in user.form.problem
    user.key("Enter")
    assert user.session.cursor.moves == ["c:a1", "a:b1"]
    user.games.new()
    first = user.form.fields[0]
    assert [line.about.partition(",")[0] for line, _ in first.choices] == ["1 move"], (
        "the game on the table is no other one"
    )
    assert user.form.focus < 0, "a new game is what was asked for"


def test_a_game_laid_aside_is_offered_before_another_new_one() -> None:
    user = played("c:a1", "a:b1")
    user.games.new()
    assert user.form.fields[0].label != "Continue"
    user.key("Escape")
    user.exchange.replace_with(Session.new("boku"))
    user.games.new()
    first = user.form.fields[0]
    assert first.label == "Continue"
    user.key("Tab")
    user.key("Enter")
    assert user.session.cursor.moves == ["c:a1", "a:b1"]


def test_a_game_of_the_library_is_offered_by_the_colours_that_are_played_now() -> None:
    session = Session.new(size=4, seats={"light": Seat("Anna"), "dark": Seat("", "1")})
    for move in ("c:a1", "swap"):
        session.play(move)
    keep(session)
    user = User(Session.new("octi"))
    user.games.choose()
    ((_, label),) = user.form.fields[0].choices
    assert label == "Boche, Computer level 1 - Anna"


def test_a_game_in_which_only_the_computer_has_moved_is_neither_kept_nor_asked_about() -> None:
    session = Session.new(size=4, seats={"light": Seat("", "1"), "dark": Seat("Anna")})
    user = User(session)
    session.play("c:a1")
    user.exchange.replace_with(Session.new("boku"))
    if user.asked:
        assert user.asked == "Leave this game?"
        user.answer("leave")
    assert (user.session.record.game_name, in_library()) == ("boku", [])


def test_an_older_game_in_which_only_the_computer_has_moved_is_not_offered() -> None:
    for moves in (["c:a1"], ["c:a1", "a:b1"]):
        session = Session.new(size=4, players=("Computer level 1", "Anna"))
        for move in moves:
            session.play(move)
        keep_record(session.record)
    user = User(Session.new("octi"))
    user.games.choose()
    assert [line.about.partition(",")[0] for line, _ in user.form.fields[0].choices] == ["2 moves"]


def test_equal_games_to_continue_are_told_apart_by_the_time_to_the_minute() -> None:
    for minute in (1, 2):
        session = Session.new(size=4)
        session.play("c:a1")
        path = keep_record(session.record)
        os.utime(path, (60.0 * minute + 1e9, 60.0 * minute + 1e9))
    user = User(Session.new("octi"))
    user.games.choose()
    abouts = [line.about for line, _ in user.form.fields[0].choices]
    assert len(set(abouts)) == 2
    assert all(re.fullmatch(r"1 move, last played \d+ \w+ 2001, \d\d:\d\d", each)
               for each in abouts)  # fmt: skip


def test_a_finished_game_in_the_library_is_not_offered() -> None:
    session = unsaved.kept("c:a1")
    session.resign()
    keep(session)
    session.safety.close()
    again = offered()
    assert again.asked == ""
    assert again.recovery.entries() == []


@pytest.mark.parametrize(("moves", "place"), [("W[c:a1];B[resign]", 0), ("W[c:a1];B[a:b1]", 2)])
def test_a_game_that_is_over_is_opened_at_its_start(tmp_path: Path, moves: str, place: int) -> None:
    path = tmp_path / "game.sgf"
    path.write_text(f"(;GM[Boche]SZ[4];{moves})")
    user = User(Session.new())
    user.opening.open_path(str(path))
    assert user.session.cursor.index == place


def begin(user: User, game: str) -> str:
    """Begin a new game by the start screen; return the status line."""
    user.new()
    user.set("game", game)
    user.form.press("start")
    return user.desk.controller.view().status


def test_a_new_game_says_where_the_unfinished_one_is_kept() -> None:
    user = played("c:a1", "a:b1")
    said = begin(user, "boku")
    assert said.startswith("your game of Boche is kept: continue it from New game (")
    assert said.endswith(") or Library, All games")
    assert (user.session.record.game_name, len(in_library())) == ("boku", 1)


def test_leaving_a_sample_with_a_move_of_one_s_own_says_where_it_is_kept() -> None:
    user = User(Session.new())
    data = sample_data("octi-three-bases.sgf")
    user.opening.open_sample(data)
    user.opening.open_sample(data)
    assert "kept" not in user.desk.controller.view().status, "nothing was changed"
    user.session.cursor.first()
    moves = [str(move) for move in user.session.position.legal_moves()]
    user.session.play(next(m for m in moves if m != user.session.record.moves()[0]))
    user.opening.open_sample(data)
    said = user.desk.controller.view().status
    assert said.startswith("kept with your moves in Library, All games: ")
    assert len(in_library()) == 1


@pytest.mark.parametrize("moves", [(), ("c:a1",)])
def test_nothing_is_said_of_a_game_without_moves_or_one_that_was_over(moves: Sequence[str]) -> None:
    user = played(*moves)
    if moves:
        user.session.resign()
    assert "is kept" not in begin(user, "boku")
