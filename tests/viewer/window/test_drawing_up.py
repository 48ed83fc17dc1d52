"""Files shared from the table, each in a process of its own, which is here left out."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from boche.engine.errors import BocheError
from boche.viewer.export.film.frames import MovesError
from boche.viewer.hud.dialogs.share_model import ShareForm, Way
from boche.viewer.session import Session
from boche.viewer.window.records.file_chooser import FileChooser
from boche.viewer.window.sharing.documents import Figures, Pages
from boche.viewer.window.sharing.file_jobs import Start, Works
from boche.viewer.window.sharing.films import Filming
from boche.viewer.window.sharing.models import Models, Parts
from boche.viewer.window.sharing.names import Names
from tests.viewer.export.unpacked import Unpacked
from tests.viewer.window.made_here import AtOnce
from tests.viewer.window.user import User


class Maker(User):
    """A user who exports files of a short game."""

    def __init__(self, game: str = "boche", start: Start = AtOnce) -> None:
        if game == "boche":
            session = Session.new("boche", ["Anna", "Bert"], size=3)
            for move in ("c:a1", "a:b1", "c:c1"):
                session.play(move)
        else:
            session = Session.new(game)
        super().__init__(session)
        self.works = Works(self.desk, start)
        self.names = Names(self.desk, FileChooser(self.desk))
        self.pages = Pages(self.desk, self.names, self.works)
        self.figures = Figures(self.desk, self.names, self.works)
        self.models = Models(self.desk, self.names, self.works)
        self.parts = Parts(self.desk, self.names, self.works)
        canvas: Any = SimpleNamespace(desk=self.desk)
        self.filming = Filming(canvas, self.names, self.works)

    def ask_for_page(self, path: Path) -> None:
        """Open a dialog for a page of that name, and confirm it."""
        page = Way("page", "Page", "Make", self.pages.fields, self.pages.begin)
        self.desk.hud.open(ShareForm([page]).form)
        self.set("path", str(path))
        self.key("Enter")

    @property
    def status(self) -> str:
        return str(self.desk.controller.view().status)


def given(fields: object, **values: object) -> dict[str, object]:
    found = {field.name: field.value for field in fields}  # type: ignore[attr-defined]
    return {**found, **values}


def test_a_page_has_all_variations_and_begins_at_this_move(tmp_path: Path) -> None:
    user, path = Maker(), tmp_path / "game.html"
    user.session.cursor.go_index(1)
    user.session.play("b:b1")
    user.session.cursor.go_index(1)
    user.pages.begin(given(user.pages.fields({}), path=str(path)))
    story = Unpacked(path.read_text("utf-8")).story
    assert [row["ply"] for row in story["nodes"]] == [0, 1, 2, 3, 2]
    assert story["nodes"][story["start"]]["ply"] == 1
    assert story["title"].startswith("Anna – Bert")
    assert str(path) in user.status


@pytest.mark.parametrize("kind", [".svg", ".pdf"])
def test_a_figure_is_the_position_shown(tmp_path: Path, kind: str) -> None:
    user, path = Maker(), tmp_path / f"figure{kind}"
    wanted = given(user.figures.fields({"kind": kind}), path=str(path), palette="print")
    user.desk.session.edits.set_comment("not saved")
    user.figures.begin(wanted)
    data = path.read_bytes()
    assert b"* " not in data.partition(b"</title>")[0]
    if kind == ".pdf":
        assert data.startswith(b"%PDF")
    else:
        assert ElementTree.fromstring(data).tag.endswith("svg")


def test_the_suggested_name_ends_as_its_kind_wants_it() -> None:
    user = Maker()
    first = given(user.figures.fields({}))
    assert str(first["path"]).endswith(".svg")
    second = given(user.figures.fields({**first, "kind": ".pdf"}))
    assert str(second["path"]).endswith(".pdf")


def test_a_name_that_is_none_is_told() -> None:
    user = Maker()
    with pytest.raises(BocheError, match="type the name of a file"):
        user.pages.begin(given(user.pages.fields({}), path="  "))
    with pytest.raises(BocheError, match=r"figures are written as .svg or .pdf"):
        user.figures.begin(given(user.figures.fields({}), path="x.png"))
    assert user.desk.schedule.due is None


def test_a_file_that_is_there_is_replaced_only_if_wanted(tmp_path: Path) -> None:
    user, path = Maker(), tmp_path / "game.html"
    path.write_text("before")
    user.ask_for_page(path)
    assert user.asked == "Replace game.html?"
    question = user.desk.controller.view().question
    assert question is not None
    assert question.answers[0].name == "no", "Enter would replace it"
    user.answer("no")
    assert user.desk.schedule.due is None
    assert user.form.values()["path"] == str(path), "what was typed is lost"
    assert path.read_text() == "before"
    user.key("Enter")
    user.answer("replace")
    assert path.read_text().startswith("<!doctype html>")
    assert user.desk.hud.open_form is None


def test_a_film_asks_for_its_moves_and_its_kind_says_how_smooth_it_is() -> None:
    user = Maker()
    fields = {field.name: field for field in user.filming.fields({})}
    assert fields["moves"].value == "1-3"
    assert fields["fps"].value_text == "20 pictures a second"
    video = {field.name: field for field in user.filming.fields({"kind": ".mp4"})}
    assert video["fps"].value_text == "30 pictures a second"
    assert str(video["path"].value).endswith(".mp4")


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ("1-3", "640 x 480 pixels, 0:06 long."),
        ("2-3", "640 x 480 pixels, 0:05 long."),
        ("3", "640 x 480 pixels, 0:04 long."),
        ("2-9", "Moves 2-9: this line has 3 moves"),
        ("3-2", "'3-2': give a first and a last move, as in 10-30"),
        ("", "'': give a first and a last move, as in 10-30"),
    ],
)
def test_a_film_of_some_moves(moves: str, told: str) -> None:
    user = Maker()
    wanted = given(user.filming.fields({}), moves=moves)
    assert user.filming.description(wanted) == told
    if "long" not in told:
        with pytest.raises(MovesError, match="move"):
            user.filming.begin({**wanted, "path": "x.gif"})


def test_a_game_without_moves_is_no_film() -> None:
    user = Maker()
    user.desk.take(Session.new("boche", size=3), autosaved=True)
    wanted = given(user.filming.fields({}))
    assert user.filming.description(wanted) == "There are no moves to film yet."
    with pytest.raises(BocheError, match="there are no moves to film yet"):
        user.filming.begin(wanted)
