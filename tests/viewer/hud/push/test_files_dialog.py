"""The window's own file dialog, by keys and clicks, on real folders."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from boche.engine.errors import BocheError
from boche.viewer.hud.dialogs.dialogs import FIELD
from boche.viewer.hud.dialogs.files_model import FileRequest, FilesForm
from boche.viewer.table.text_edit import TextEdit
from tests.viewer.hud.dialog_user import DialogUser
from tests.viewer.hud.test_hud_layout import SCALES, SIZES, check_page, laid_out


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a folder with folders, records, other files and names of all kinds."""
    for name in ("games", "games/old", "other", ".hidden"):
        (tmp_path / name).mkdir()
    for name in ("anna.sgf", "annika.txt", "picture.png", "games/one.sgf", "games/two.SGF"):
        (tmp_path / name).write_text("(;GM[1])")
    return tmp_path


class User(DialogUser):
    """A user who is asked for a file."""

    def __init__(
        self, start: Path, save: bool = False, recent: tuple[str, ...] = (), folder: bool = False
    ) -> None:
        self.taken: list[str] = []
        self.save = save
        wanted = FileRequest(
            "Save" if save else "Open", "Save" if save else "Open", start, recent, save, folder
        )
        self.files = FilesForm(wanted, self.take, lambda path: f"told of {path.name}")
        super().__init__(self.files.form)

    def take(self, name: str) -> None:
        if not os.path.exists(name) and not self.save:
            raise BocheError(f"cannot read {name!r}")
        self.taken.append(name)

    @property
    def listed(self) -> list[str]:
        return [label for _, label in self.form.fields[1].choices]

    def click(self, label: str) -> User:
        """Click a line of the list."""
        value = next(value for value, text in self.form.fields[1].choices if text == label)
        hits = self.look().hits
        place = next(h.rect for h in hits if h.action and h.action.name == FIELD
                     and h.action.value == (1, value)).middle  # fmt: skip
        self.hud.pressed("left", *place, 1.0)
        self.hud.released("left", *place, 1.1)
        self.look()
        return self


def test_records_and_folders_are_listed_folders_first(home: Path) -> None:
    user = User(home)
    assert user.listed == ["games/", "other/", "anna.sgf", "annika.txt"]
    assert str(home) in user.words or any(word.startswith("…") for word in user.words)
    user.hud.form.set(2, True)  # type: ignore[union-attr]
    assert "picture.png" in user.listed


def test_a_click_chooses_and_another_one_opens(home: Path) -> None:
    user = User(home).click("anna.sgf")
    assert user.taken == []
    assert "told of anna.sgf" in user.words
    user.click("anna.sgf")
    assert user.taken == [str(home / "anna.sgf")]
    assert user.form.closed


def test_the_record_that_is_chosen_has_a_picture(home: Path) -> None:
    for recent in ((), (str(home / "anna.sgf"),)):
        user = User(home, recent=recent)
        assert user.look().pictures == []
        user.click("games/")
        assert user.look().pictures == [], "a folder has none"
        user.click("anna.sgf")
        assert [each.name for each in user.look().pictures] == [f"record {home / 'anna.sgf'}"]


def test_through_folders_by_mouse_and_back_by_keys(home: Path) -> None:
    user = User(home).click("games/").click("games/")
    assert user.listed == ["old/", "one.sgf", "two.SGF"]
    user.keys("Alt+Up")
    assert user.files.folder == home
    user.keys("Down", "Enter")
    assert user.files.folder == home / "games"
    user.keys("Backspace")
    assert user.files.folder == home
    user.keys("Down", "Down", "Down", "Enter")
    assert user.taken == [str(home / "anna.sgf")]


def test_a_folder_is_asked_for(home: Path) -> None:
    user = User(home, folder=True)
    user.click("games/").click("games/")
    assert (user.taken, user.files.folder) == ([], home / "games"), "it cannot be looked into"
    user.form.press("take")
    assert user.taken == [str(home / "games")]
    user = User(home, folder=True).click("other/")
    user.form.press("take")
    assert user.taken == [str(home / "other")]
    user = User(home, folder=True).click("anna.sgf").click("anna.sgf")
    assert (user.taken, user.form.problem) == ([], "choose a folder")
    user.form.press("take")
    assert user.taken == [str(home)]


def test_a_folder_that_is_not_there_is_said(home: Path) -> None:
    user = User(home, folder=True)
    user.form.type("nowhere")
    user.form.press("take")
    assert (user.taken, user.form.problem) == ([], f"{home / 'nowhere'}: folder not found")
    user.form.put(TextEdit.at_end("gam"))
    user.form.press("take")
    assert user.taken == [str(home / "games")]


@pytest.mark.parametrize("typed", ["games/o", "games/../games/o", "{home}/games/o"])
def test_a_file_of_a_typed_folder_is_chosen_by_keys(home: Path, typed: str) -> None:
    user = User(home)
    user.form.put(TextEdit.at_end(typed.format(home=home)))
    assert user.listed == ["old/", "one.sgf"]
    assert any(word.endswith("games") for word in user.words), "the folder that is listed is named"
    user.keys("Down", "Down")
    assert user.listed == ["old/", "one.sgf", "two.SGF"]
    assert "told of one.sgf" in user.words
    user.keys("Enter")
    assert user.taken == [str(home / "games" / "one.sgf")]


def test_what_is_typed_is_completed_and_narrows_the_list(home: Path) -> None:
    user = User(home).keys("'an'")
    assert user.listed == ["anna.sgf", "annika.txt"]
    user.keys("Tab")
    assert user.form.values()["path"] == "ann"
    user.keys("'i'", "Tab", "Enter")
    assert user.taken == [str(home / "annika.txt")]
    user = User(home).keys("'g'", "Tab")
    assert user.form.values()["path"] == f"games{os.sep}"
    assert user.listed == ["old/", "one.sgf", "two.SGF"]
    user.keys("'tw'", "Tab", "Enter")
    assert user.taken == [str(home / "games" / "two.SGF")]
    user = User(home).keys(f"'{home}/games/one.sgf'", "Enter")
    assert user.taken == [str(home / "games" / "one.sgf")]


def test_a_beginning_that_only_one_file_has_opens_it(home: Path) -> None:
    assert User(home).keys("'anna'", "Enter").taken == [str(home / "anna.sgf")]
    user = User(home).keys("'an'", "Enter")
    assert user.taken == []
    assert "cannot read" in user.form.problem
    user = User(home).keys("'gam'", "Enter")
    assert user.listed == ["old/", "one.sgf", "two.SGF"]


def test_typing_replaces_the_name_that_is_suggested(home: Path) -> None:
    user = User(home / "boche.sgf", save=True)
    user.keys("'mine.sgf'", "Enter")
    assert user.taken == [str(home / "mine.sgf")]
    user = User(home / "boche.sgf", save=True).keys("Home", "'my-'", "Enter")
    assert user.taken == [str(home / "my-boche.sgf")]
    assert User(home / "anna", save=True).keys("Enter").taken == [str(home / "anna")]


def test_saving_keeps_the_name_through_folders(home: Path) -> None:
    user = User(home / "new.sgf", save=True)
    assert user.form.values()["path"] == "new.sgf"
    user.click("games/").click("games/")
    user.form.press("save")
    assert user.taken == [str(home / "games" / "new.sgf")]


def test_what_cannot_be_read_is_said_and_nothing_else_happens(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = User(home)
    os.symlink("nowhere", home / "link.sgf")
    user.keys("Enter")
    assert "choose a file, or type its name" in user.words
    user.keys("'missing.sgf'", "Enter")
    assert not user.form.closed
    assert any(word.startswith("cannot read") for word in user.words)
    scandir = os.scandir

    def fail(path: object) -> object:
        if str(path).endswith("other"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)  # type: ignore[call-overload]

    monkeypatch.setattr(os, "scandir", fail)
    user = User(home).click("other/").click("other/")
    assert user.files.folder == home
    assert "Permission denied" in user.form.problem
    assert not user.form.closed


def test_names_that_are_no_text_can_be_chosen(home: Path) -> None:
    name = os.fsencode(home) + b"/\xe4rger.sgf"
    Path(os.fsdecode(name)).write_text("(;GM[1])")
    user = User(home)
    shown = next(label for label in user.listed if "rger" in label)
    assert shown.isascii()
    user.click(shown).click(shown)
    assert [os.fsencode(each) for each in user.taken] == [name]


def test_a_long_list_scrolls_and_follows_the_keys(home: Path) -> None:
    for number in range(200):
        (home / f"game{number:03}.sgf").write_text("(;GM[1])")
    user = User(home)
    assert "game150.sgf" not in user.words
    place = next(h.rect for h in user.look().hits if h.scroll == "files").middle
    user.hud.wheel(-50.0, *place, 1.0)
    assert "game150.sgf" in user.words
    user.keys("Down", *["PageDown"] * 3)
    chosen = user.form.fields[1].value
    assert user.words.count(chosen.printable_name) == 2, "in the list, and in the path"


def test_recent_files_are_a_click_away(home: Path) -> None:
    user = User(home, recent=(str(home / "games" / "one.sgf"),))
    user.form.set(3, str(home / "games" / "one.sgf"))
    assert user.taken == [str(home / "games" / "one.sgf")]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", SCALES)
def test_it_fits_whatever_the_window(home: Path, size: tuple[int, int], scale: float) -> None:
    (home / ("a very long name " * 12 + ".sgf")).write_text("(;GM[1])")
    user = User(home, recent=tuple(f"/a/b/{i}.sgf" for i in range(10)))
    page = user.look(size, scale)
    check_page(page, laid_out(user.shown, size, scale).window)
    assert {"Open", "Cancel", "File", "anna.sgf"} <= {text.text for text in page.texts}


def test_a_list_that_is_only_filtered_does_not_say_that_there_are_no_records(home: Path) -> None:
    assert "No game matches" in User(home).keys("'zz'").words
    (home / "empty").mkdir()
    assert "No records here" in User(home / "empty").words
