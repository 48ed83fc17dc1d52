"""The library's page, by keys and clicks, on real games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from boche.engine.errors import BocheError
from boche.engine.languages.current import speaking
from boche.viewer.games.samples import sample_data, sample_names
from boche.viewer.hud.dialogs.library_model import SEARCH, SECTION, LibraryActions, LibraryForm
from boche.viewer.session import Session
from boche.viewer.storage.kept_games import keep
from boche.viewer.storage.library import GameFile, Library
from boche.viewer.storage.library_index import Index
from tests.viewer.hud.dialog_user import DialogUser
from tests.viewer.hud.test_hud_layout import wide


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    furnish(tmp_path, monkeypatch)
    return tmp_path


def furnish(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a folder be that of a user with some games."""
    monkeypatch.setenv("BOCHE_HOME", str(folder))
    for players in (["Anna", "Bert"], ["Carla", "Dirk"]):
        session = Session.new("boche", players, size=4)
        session.play("c:a1")
        keep(session)
    (folder / "mine.sgf").write_text("(;GM[Boche]PW[Me]EV[At home];W[c:a1])")


class LibraryUser(DialogUser):
    """A user who looks through the library, and the requests made there."""

    def __init__(self, home: Path) -> None:
        self.wished: list[tuple[str, str]] = []
        self.refused = ""
        wishes = LibraryActions(self.open, self.wish("remove"), self.wish("copy"),
                        lambda: self.wished.append(("new", "")),
                        lambda: self.wished.append(("file", "")),
                        lambda form: self.wished.append(("filter", form.section)),
                        lambda form, file: self.wished.append(("tags", file.name)),
                        lambda: self.wished.append(("take", "")),
                        lambda files: self.wished.append(("export", len(files))),
                        lambda: self.wished.append(("progress", "")))  # fmt: skip
        library = Library(sample_names(), [str(home / "mine.sgf")], sample_data,
                          Index())  # fmt: skip
        while library.step():
            pass
        self.library = LibraryForm(library, wishes, "played")
        super().__init__(self.library.form)

    def open(self, file: GameFile) -> None:
        if self.refused:
            raise BocheError(self.refused)
        self.wished.append(("open", Path(file.name).name))

    def wish(self, what: str) -> Callable[[GameFile], None]:
        return lambda file: self.wished.append((what, Path(file.name).name))

    def click(self, words: str) -> LibraryUser:
        """Click the topmost item below some words."""
        text = next(each for each in self.look().texts if each.text == words)
        self.hud.pressed("left", text.x + 1, text.y, 1.0)
        self.hud.released("left", text.x + 1, text.y, 1.1)
        self.look()
        return self


@pytest.fixture
def user(home: Path) -> LibraryUser:
    return LibraryUser(home)


def test_a_game_that_nobody_has_named_is_called_what_it_is_once(home: Path) -> None:
    session = Session.new("che")
    session.play("fl:0,0")
    keep(session)
    words = LibraryUser(home).words
    assert ("Che" in words, "unfinished, 1 move" in words) == (True, True)
    assert not any(text.startswith("Che:") for text in words)


def test_typing_filters_at_once(user: LibraryUser) -> None:
    assert {"Anna - Bert", "Carla - Dirk", "2 games"} <= set(user.words)
    user.keys("'c'", "'a'", "'r'")
    assert {"Carla - Dirk", "1 game"} <= set(user.words)
    assert "Anna - Bert" not in user.words
    user.keys("'x'")
    assert "No game matches" in user.words
    user.keys("Backspace", "Backspace", "Backspace", "Backspace")
    assert "Anna - Bert" in user.words


def test_by_keys_alone(user: LibraryUser) -> None:
    user.keys("'dirk'", "Enter")
    assert [action for action, _ in user.wished] == ["open"]
    assert user.form.closed


def test_enter_opens_what_is_marked_of_the_games_found(user: LibraryUser) -> None:
    user.keys("Enter")
    assert user.wished == [], "without a search a game is only chosen first"
    user.keys("Shift+Tab", "'boche'")
    first, second = user.library.files
    assert user.form.values()["games"] is first
    user.keys("Down", "Down", "Enter")
    assert [action for action, _ in user.wished] == ["open"]
    assert user.form.values()["games"] is second


def test_tab_goes_from_the_sections_to_the_search_the_list_and_the_buttons(
    user: LibraryUser,
) -> None:
    seen = []
    for _ in range(4):
        here = user.form.focused
        seen.append(here.name if here else user.form.buttons[user.form.focused_button].name)
        user.keys("Tab")
    assert seen[:2] == ["search", "games"]
    assert seen[2:] == [each.name for each in reversed(user.form.buttons)][:2]
    user.form.focus_on(SECTION)
    user.keys("Tab")
    assert user.form.focus == SEARCH


def test_letters_typed_at_the_list_are_searched_for(user: LibraryUser) -> None:
    user.keys("Down", "D", "'d'", "I", "'i'")
    assert user.form.values()["search"] == "di"
    assert "Anna - Bert" not in user.words


def test_down_stays_on_the_last_record(user: LibraryUser) -> None:
    user.keys(*["Down"] * 9, "Enter")
    assert [action for action, _ in user.wished] == ["open"]


def test_left_and_right_go_along_the_sections(user: LibraryUser) -> None:
    user.keys("Down", "Right")
    assert "boche-enclosure.sgf, Club evening, board 1" in user.words
    user.keys("Right")
    assert {"Me", "mine.sgf, At home"} <= set(user.words)
    user.keys("Enter")
    assert user.wished == [("open", "mine.sgf")]


def test_the_sections_are_reached_by_tab_and_walked_round_by_arrows(user: LibraryUser) -> None:
    user.keys("Shift+Tab")
    seen = []
    for key in ("Right", "Right", "Right", "Left"):
        user.keys(key)
        assert user.form.focus == SECTION, "the focus stays on them"
        seen.append(user.form.values()["section"])
    assert seen == ["samples", "recent", "played", "recent"]
    user.keys("Down", "Enter")
    assert user.wished == [("open", "mine.sgf")]


@pytest.mark.parametrize("where", [(), ("Tab",), ("Tab", "Tab")])
def test_escape_clears_the_search_before_it_closes(
    user: LibraryUser, where: tuple[str, ...]
) -> None:
    user.keys("'dirk'", *where)
    focus = user.form.focus
    assert "Anna - Bert" not in user.words
    user.keys("Escape")
    assert (user.form.closed, user.form.focus, user.library.search) == (False, focus, "")
    assert {"Anna - Bert", "Carla - Dirk"} <= set(user.words)
    user.keys("Escape")
    assert user.form.closed


def test_what_is_typed_after_a_search_was_cleared_is_a_new_one(user: LibraryUser) -> None:
    user.keys("'dirk'", "Escape", "'anna'")
    assert user.form.values()["search"] == "anna"


def test_by_clicks_alone(user: LibraryUser) -> None:
    user.click("Samples").click("Erik - Frieda").click("Open")
    assert user.wished == [("open", "boche-figure-size-4.sgf")]


def test_a_second_click_opens(user: LibraryUser) -> None:
    user.click("Anna - Bert").click("Anna - Bert")
    assert [action for action, _ in user.wished] == ["open"]


def test_a_record_that_cannot_be_opened_leaves_the_page_open(user: LibraryUser) -> None:
    user.refused = "cannot read it"
    user.keys("Down", "Enter")
    assert not user.form.closed
    assert "cannot read it" in user.words


@pytest.mark.parametrize("keys", [("F9",), ("Enter",), ("Tab", "Enter")])
def test_without_a_listed_game_nothing_is_exported_or_opened_and_that_is_said(
    user: LibraryUser, keys: tuple[str, ...]
) -> None:
    user.keys("'x'").keys(*keys)
    assert user.wished == []
    assert not user.form.closed
    assert "no game is listed" in user.words


def test_what_can_be_taken_out_depends_on_whose_it_is(user: LibraryUser) -> None:
    user.keys("Down")
    assert "Delete" in user.words
    user.keys("Right")
    assert {"Delete", "Forget", "Copy path"}.isdisjoint(user.words), "a sample stays"
    user.keys("Right")
    assert {"Forget", "Copy path"} <= set(user.words)
    user.keys("Ctrl+C")
    assert not user.form.closed
    user.keys("Delete")
    assert user.wished == [("copy", "mine.sgf"), ("remove", "mine.sgf")]


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_what_is_wrong_is_told_whole_in_a_narrow_window(home: Path, language: str) -> None:
    with speaking(language):
        user = LibraryUser(home)
        user.keys("Down", "Right", "F7")
        for size in ((500, 850), (1280, 800)):
            told = " ".join(text.text for text in user.look(size).texts)
            assert user.form.problem
            assert user.form.problem in told


def test_each_record_that_is_seen_has_a_picture(user: LibraryUser) -> None:
    user.keys("Down", "Right")
    pictures = [each.name for each in user.look().pictures]
    assert pictures[0] == "record boche-book.sgf"
    assert len(pictures) == len({*pictures}) < len(sample_names())
    user.hud.wheel(-3, *user.look().pictures[0].rect.middle, 2.0)
    assert user.look().pictures[0].name != pictures[0]


def test_a_key_leads_to_the_users_progress(user: LibraryUser) -> None:
    user.keys("F10")
    assert user.wished == [("progress", "")]
    assert user.form.closed


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_what_is_searched_for_is_told_in_one_legible_line(home: Path, language: str) -> None:
    with speaking(language):
        user = LibraryUser(home)
        for size in ((500, 850), (1280, 800)):
            page = user.look(size)
            tip = user.form.fields[SEARCH].tip
            [line] = [text for text in page.texts if text.text.endswith(tip)]
            [field] = [area.rect for area in page.areas]
            assert line.size >= user.hud.areas.metrics.small
            assert field.holds(line.x, line.y)
            assert line.x + wide(line.text, line.size, line.bold) <= field.right
