"""The library's actions on records in a window: delete, forget, copy and open."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from boche.engine.explorer.answers import GameFound
from boche.engine.record import Node, Record
from boche.viewer.games.samples import sample_data
from boche.viewer.hud.dialogs.library_model import GAMES, SEARCH, SECTION, LibraryForm
from boche.viewer.hud.hud import Hud
from boche.viewer.session import Session
from boche.viewer.storage.kept_games import keep, kept_files
from boche.viewer.storage.library import GameFile, Library
from boche.viewer.storage.library_index import Index
from boche.viewer.storage.settings import Settings
from boche.viewer.table.question import Answer, Question
from boche.viewer.window.desk import Schedule
from boche.viewer.window.records.library import LibraryShelf
from tests.viewer.hud.test_hud_layout import wide
from tests.viewer.hud.typesetting import Plain


class Desk:
    """The part of a desk that a library needs."""

    def __init__(self, recent: tuple[str, ...]) -> None:
        self.hud = Hud(wide, Plain(), lambda action: None)
        self.settings, self.now = Settings(recent=recent), 0.0
        self.user_name = ""
        self.schedule = Schedule()
        self.said: list[str] = []
        self.done: list[tuple[str, Any]] = []
        opening = SimpleNamespace(
            open_path=lambda name: self.done.append(("open", name)),
            open_sample=lambda data: self.done.append(("sample", data[:2])),
        )
        copy = lambda text: self.done.append(("copy", text))  # noqa: E731
        self.session = Session.new("boche")
        self.shelf = LibraryShelf(cast(Any, self), cast(Any, opening), cast(Any, None), copy)
        self.shelf.show()
        self.read()

    def read(self) -> None:
        while calls := self.schedule.take(self.now):
            for call in calls:
                call()

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait for work in the background."""
        for _ in range(1000):
            if condition():
                return
            time.sleep(0.01)
            self.now += 1.0
            self.read()
        raise AssertionError(self.said)

    def set_settings(self, settings: Settings) -> None:
        self.settings = settings

    def say(self, text: str, *, tone: str = "said") -> None:
        self.said.append(text)

    def refuse(self, text: str) -> None:
        self.say(text)

    def ask(
        self,
        title: str,
        text: str,
        *answers: tuple[Answer, Callable[[], object]],
        cancel: Callable[[], object],
    ) -> None:
        self.hud.close()
        self.question = Question(title, text, tuple(answer for answer, _ in answers))
        does = {"cancel": cancel, **{answer.name: do for answer, do in answers}}
        self.answer = lambda name: does[name]()

    def keys(self, *pressed: str) -> None:
        for key in pressed:
            self.hud.key(key)

    @property
    def form(self) -> LibraryForm:
        assert self.hud.form is not None
        assert isinstance(self.hud.form.of, LibraryForm)
        return self.hud.form.of

    @property
    def listed(self) -> list[GameFile]:
        assert self.hud.form is not None
        return [file for file, _ in self.hud.form.fields[GAMES].choices]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Return a desk with a library of two games played here and one of the user's files."""
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path))
    for first in ("Anna", "Carla"):
        session = Session.new("boche", [first, "Bert"], size=4)
        session.play("c:a1")
        keep(session)
    mine = tmp_path / "mine.sgf"
    mine.write_text("(;GM[Boche];W[c:a1])")
    return Desk((str(mine),))


def test_a_game_is_deleted_only_after_a_yes(desk: Desk) -> None:
    desk.keys("Down", "Delete")
    gone = desk.question
    assert gone.title == "Delete this game?"
    assert ("Anna" in gone.text) != ("Carla" in gone.text), "it does not say which"
    assert gone.answers[0].label == "No"
    assert len(kept_files()) == 2
    desk.answer("no")
    assert len(kept_files()) == len(desk.listed) == 2
    desk.keys("Delete")
    desk.answer("remove")
    assert len(kept_files()) == len(desk.listed) == 1
    assert desk.hud.form is not None
    assert desk.hud.form.fields[GAMES].value is desk.listed[0], "keys are no longer in the list"


def test_a_users_file_is_forgotten_and_stays(desk: Desk) -> None:
    (name,) = desk.settings.recent
    desk.keys("Down", "Left", "Delete")
    assert desk.question.title == "Forget mine.sgf?"
    desk.answer("cancel")
    assert [file.name for file in desk.listed] == [name]
    desk.keys("Delete")
    desk.answer("remove")
    assert (desk.settings.recent, desk.listed) == ((), [])
    assert Path(name).exists()


def test_a_game_that_cannot_be_deleted_is_told(desk: Desk) -> None:
    desk.keys("Down", "Delete")
    for path, _ in kept_files():
        path.unlink()
    desk.answer("remove")
    (line,) = desk.said
    assert line.startswith("cannot delete ")


def test_records_are_opened_and_their_paths_copied(desk: Desk) -> None:
    (name,) = desk.settings.recent
    desk.keys("Down", "Left", "Ctrl+C", "Enter")
    assert desk.done == [("copy", name), ("open", name)]
    desk.shelf.show()
    desk.keys("Down", "Left", "Enter")
    assert desk.done[2:] == [("sample", b"(;")]
    sample = desk.settings.recent[0]
    assert desk.settings.recent == (sample, name)
    desk.shelf.show(section="recent")
    desk.read()
    assert [file.name for file in desk.listed] == [sample, name]
    desk.keys("Down", "Enter")
    assert desk.done[3:] == [("sample", b"(;")]
    desk.shelf.show(section="recent")
    desk.read()
    desk.keys("Down", "Delete")
    assert desk.question.text == "It stays in Samples."
    desk.answer("remove")
    assert desk.settings.recent == (name,)


def test_what_is_let_be_leads_back(desk: Desk) -> None:
    back: list[str] = []
    desk.shelf.show(lambda: back.append("start screen"))
    desk.keys("Down", "Delete")
    desk.answer("no")
    desk.keys("Escape")
    assert back[-1:] == ["start screen"]


def test_nothing_is_read_twice(desk: Desk) -> None:
    desk.shelf.close()
    found = Library([], desk.settings.recent, sample_data, Index())
    while found.listing:
        found.step()
    assert found.unread == 0
    desk.shelf.show()
    assert desk.hud.form is not None
    left = desk.hud.form.of.library.unread
    assert left == len(desk.hud.form.of.library.search("samples", "")), "files are read again"


def test_a_record_that_has_been_read_is_freed_at_once(desk: Desk) -> None:
    for _ in range(40):
        session = Session.new("boche", ["Emma", "Bert"], size=4)
        session.play("c:a1")
        keep(session)
    gc.collect()
    gc.disable()
    try:
        desk.shelf.show()
        desk.read()
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        left = sum(isinstance(each, (Record, Node)) for each in gc.garbage)
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    # The last one may still be in use when the others are freed.
    assert left <= 3, "a later frame pays for all records that were read"


def test_a_closed_library_wants_nothing(desk: Desk) -> None:
    desk.shelf.show()
    assert desk.schedule.due is not None
    desk.keys("Escape")
    desk.read()
    assert desk.schedule.due is None
    desk.settings = replace(desk.settings, recent=())
    desk.read()


def test_tags_are_refused_for_a_sample_and_the_library_stays(desk: Desk) -> None:
    desk.form.section = "samples"
    desk.form.grown()
    for focus in (-1, GAMES):
        desk.form.form.focus_on(focus)
        desk.keys("F7")
        assert desk.hud.open_form is desk.hud.form
        assert "sample" in desk.form.form.problem


def test_the_first_game_is_tagged_without_choosing_it_and_its_row_shows_the_tags(
    desk: Desk,
) -> None:
    desk.form.form.focus_on(SEARCH)
    desk.keys("F7")
    desk.hud.text("joseki")
    desk.keys("Enter")
    desk.read()
    library = desk.form.library
    assert [library.card(file).tags for file in desk.listed if library.card(file).tags] == [
        "joseki"
    ]


def test_games_of_a_position_that_was_left_are_called_a_former_search(desk: Desk) -> None:
    first, other = Session.new("boche"), Session.new("boku")
    found = GameFound(str(kept_files()[0][0]), 1, 1, ("Anna", "Bert"), "", "", "", -1, 1)
    desk.session = first
    desk.shelf.show_found((found,))
    for session, title in ((first, "This position"), (other, "Last search")):
        desk.session = session
        desk.shelf.show()
        assert dict(desk.form.form.fields[SECTION].choices)["position"] == title
        assert desk.listed[0].name == found.path


def test_a_search_without_a_game_is_a_former_one_once_the_position_is_left(desk: Desk) -> None:
    desk.session = Session.new("octi")
    desk.session.play("57+d")
    desk.shelf.show_found(())
    assert dict(desk.form.form.fields[SECTION].choices)["position"] == "This position"
    desk.session.edits.undo()
    desk.shelf.show()
    assert desk.listed == []
    assert dict(desk.form.form.fields[SECTION].choices)["position"] == "Last search"


@pytest.mark.parametrize(
    ("since", "until"),
    [("foo", ""), ("", "20-99"), ("2024-13", ""), ("2027", "2020"), ("2024-05", "2024-04-30")],
)
def test_dates_that_are_none_are_refused_in_the_filter(desk: Desk, since: str, until: str) -> None:
    desk.keys("F6")
    form = desk.hud.open_form
    assert form is not None
    for name, text in (("since", since), ("until", until)):
        form.set([field.name for field in form.fields].index(name), text)
    desk.keys("Enter")
    assert desk.hud.open_form is form
    assert form.problem
    desk.keys("Escape")
    assert desk.hud.open_form is desk.form.form, "the library is not there again"


def test_an_export_that_fails_says_why_and_keeps_the_form(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    places = {str(tmp_path / "nowhere" / "a.sgf"): "nowhere", str(tmp_path / "file"): "file"}
    for to, named in places.items():
        desk.shelf.show()
        desk.keys("F9")
        form = desk.hud.open_form
        assert form is not None
        form.set(0, to)
        assert ("one file" in form.text) == to.endswith(".sgf")
        desk.keys("Enter")
        desk.until(lambda form=form: desk.hud.open_form is form)
        assert named in form.problem
        assert form.fields[0].value == to


def test_each_line_of_a_report_is_shown_whole(desk: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "club"
    folder.mkdir()
    for name in "ab":
        (folder / f"{name}.sgf").write_text("(;GM[Boche]SZ[4];W[z:z9])")
    desk.keys("F8")
    desk.hud.text(str(folder))
    desk.keys("Enter")
    desk.until(lambda: getattr(desk.hud.open_form, "name", "") == "report")
    form = desk.hud.open_form
    assert form is not None
    for name in "ab":
        assert form.text.split("\n")[1].startswith(f"{name}.sgf: ")
        desk.keys("Down")
