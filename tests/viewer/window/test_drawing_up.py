"""Pages and figures made at the table, step by step, without a window."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.errors import BocheError
from tests.viewer.export.unpacked import Unpacked
from tests.viewer.window.user import User
from viewer.session import Session
from viewer.window.records.file_chooser import FileChooser
from viewer.window.sharing.drawing_up import Figures, Pages
from viewer.window.sharing.making import Making


class Maker(User):
    """Who makes files of a short game."""

    def __init__(self) -> None:
        session = Session.new("boche", ["Anna", "Bert"], size=3)
        for move in ("c:a1", "a:b1", "c:c1"):
            session.play(move)
        super().__init__(session)
        self.making = Making(self.desk)
        chooser = FileChooser(self.desk)
        self.pages = Pages(self.desk, chooser, self.making)
        self.figures = Figures(self.desk, chooser, self.making)

    def work(self, most: int = 99) -> int:
        """Do the steps that are wanted, so many at most; the answer is how many."""
        done = 0
        while self.making.wakeup() is not None and done < most:
            self.making.tick()
            done += 1
        return done

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
    assert "Position 0 of 5" in user.form.text
    user.work()
    story = Unpacked(path.read_text("utf-8")).story
    assert [row["ply"] for row in story["nodes"]] == [0, 1, 2, 3, 2]
    assert story["nodes"][story["start"]]["ply"] == 1
    assert story["title"].startswith("Anna - Bert")
    assert str(path) in user.status


def test_a_page_that_is_stopped_leaves_nothing(tmp_path: Path) -> None:
    user = Maker()
    user.pages.begin(given(user.pages.fields({}), path=str(tmp_path / "game")))
    user.work(3)
    user.key("Escape")
    assert user.making.wakeup() is None
    assert user.status == "the page was stopped, and nothing of it is kept"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", [".svg", ".pdf"])
def test_a_figure_is_the_position_shown(tmp_path: Path, kind: str) -> None:
    user, path = Maker(), tmp_path / f"figure{kind}"
    wanted = given(user.figures.fields({"kind": kind}), path=str(path), colours="print")
    user.figures.begin(wanted)
    user.work()
    data = path.read_bytes()
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
        user.pages.begin({"path": "  ", "here": True})
    with pytest.raises(BocheError, match=r"figures are written as .svg or .pdf"):
        user.figures.begin(given(user.figures.fields({}), path="x.png"))
    assert user.making.wakeup() is None
