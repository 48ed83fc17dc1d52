"""The dialog of chapters: what is done to the selected one, and what stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine.record import load_all
from boche.viewer.session import Session
from boche.viewer.storage.autosave import recover, recoverable
from boche.viewer.window.records.chapters import ChapterSwitch
from tests.viewer.window.user import User

GAMES = (
    b"(;FF[4]GM[Boku]GN[One]XX[as  is];B[e4];W[f5];B[c3])",
    b"(;FF[4]GM[Boche]SZ[4]PW[Anna]PB[Bert]RE[W+R];W[c:a1];B[a:b1])",
    b"(;FF[4]GM[Boche]SZ[4]PW[Anna]PB[Bert];W[c:a1])",
)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path / "home"))
    file = tmp_path / "study.sgf"
    file.write_bytes(b"\n".join(GAMES))
    return file


class Reader(User):
    """A user with a file of three chapters, the first one on the table."""

    def __init__(self, path: Path) -> None:
        super().__init__(Session.open(path))
        self.switch = ChapterSwitch(self.desk, self.exchange)

    def choose(self, number: int) -> None:
        """Open the dialog and choose a chapter there."""
        self.switch.ask()
        self.form.set(0, number)

    @property
    def question(self) -> tuple[str, str]:
        """The current question, and the answer that Enter gives."""
        question = self.desk.controller.view().question
        assert question is not None
        return question.title, question.given_by("Enter")


def test_the_selected_chapter_is_renamed_with_the_unsaved_game_kept(path: Path) -> None:
    user = Reader(path)
    user.session.play("d4")
    user.choose(3)
    assert user.form.values()["name"] == ""
    user.form.focus_on(1)
    user.form.type("Third")
    user.form.key("Enter")
    assert [record.name for record in load_all(path)] == ["One", "", "Third"]
    assert path.read_bytes().startswith(b"\n".join(GAMES[:2]))
    assert user.session.cursor.last_move == "d4"
    user.session.safety.close()
    recovered = recover(recoverable()[0])
    assert recovered.file.save() == []
    assert [record.name for record in load_all(path)] == ["One", "", "Third"]
    assert load_all(path)[0].moves()[-1] == "d4"


def test_the_chapter_on_the_table_is_renamed_by_an_edit_that_can_be_undone(path: Path) -> None:
    user = Reader(path)
    user.choose(2)
    user.form.set(0, 1)
    assert user.form.values()["name"] == "One"
    user.form.focus_on(1)
    user.form.type(" more")
    user.form.press("rename")
    assert user.session.record.name == "One more"
    assert user.session.edits.undo()
    assert user.session.record.name == "One"


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_selected_chapter_is_deleted_after_a_question_that_names_it(
    path: Path, number: int
) -> None:
    user = Reader(path)
    user.switch.ask()
    user.form.fields[0].value = number
    user.form.press("delete")
    title, by_enter = user.question
    assert title.startswith(f"Delete chapter {number}: ")
    assert ("Anna - Bert" in title) == (number > 1)
    assert by_enter == "cancel"
    user.answer("delete")
    kept = [game for at, game in enumerate(GAMES, 1) if at != number]
    assert [record.moves() for record in load_all(path)] == [
        load_all(game)[0].moves() for game in kept
    ]
    assert user.session.file.chapter == 1
    assert user.session.edits.modified is False
    user.session.edits.set_comment("kept")
    assert user.session.file.save() == []


def test_cancelling_deletes_nothing(path: Path) -> None:
    user = Reader(path)
    user.choose(2)
    user.form.press("delete")
    user.answer("cancel")
    assert path.read_bytes() == b"\n".join(GAMES)


def test_each_chapter_keeps_its_place(path: Path) -> None:
    user = Reader(path)
    user.session.cursor.go_index(2)
    user.switch.go(2)
    assert user.session.cursor.index == 0
    user.session.cursor.go_index(1)
    user.switch.step(-1)
    assert (user.session.file.chapter, user.session.cursor.index) == (1, 2)
    user.switch.step(1)
    assert (user.session.file.chapter, user.session.cursor.index) == (2, 1)


def test_chapters_with_the_same_players_are_told_apart(path: Path) -> None:
    user = Reader(path)
    user.switch.ask()
    labels = [label for _, label in user.form.fields[0].choices]
    assert labels[0] == "1.  One, Boku"
    assert labels[1] == "2.  Boche, Anna - Bert, Anna won by resignation"
    assert labels[2] == "3.  Boche, Anna - Bert"


def test_keys_choose_a_chapter_and_keep_it_chosen_beside_the_list(path: Path) -> None:
    user = Reader(path)
    user.switch.ask()
    for pressed in ("Down", "Down", "Tab", "Tab", "Tab"):
        user.form.key(pressed)
    assert user.form.values()["chapter"] == 3
    assert user.form.focused_button >= 0


def test_which_game_of_a_file_is_open_is_no_warning(path: Path) -> None:
    user = Reader(path)
    user.switch.go(2)
    view = user.desk.controller.view()
    assert view.status == "game 2 of 3 in this file is opened"
    assert view.tone == "noted"
