"""The samples' titles and comments in the user's language; their files stay English."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine.languages.current import speaking
from boche.viewer.games.samples import sample_data
from boche.viewer.lessons.samples import in_language
from boche.viewer.session import Session
from boche.viewer.table import actions
from tests.viewer.window.user import User


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path / "home"))


def test_what_a_sample_says_is_shown_in_the_language_and_stays_as_it_is_in_the_record() -> None:
    user = User(Session.new("octi"))
    user.opening.open_sample(sample_data("octi-three-bases.sgf"))
    table = user.desk.controller.table
    said = table.session.record.root.comment
    with speaking("de"):
        actions.comment(table)
        entry = table.writing.entry
        assert entry is not None
        assert entry.text.startswith("Drei Heimatfelder: ")
        user.desk.controller.key("Enter", 0.0)
        assert table.session.record.root.comment == said
        assert not table.session.edits.modified
        actions.comment(table)
        user.desk.controller.text("!", 0.0)
        user.desk.controller.key("Enter", 0.0)
        assert table.session.record.root.comment.endswith("gewinnt.!")


def test_a_user_s_own_comment_is_not_translated() -> None:
    session = Session.new("boche")
    session.edits.set_comment("Small board")
    with speaking("de"):
        assert session.reads(session.cursor.node.comment) == "Small board"


def test_books_tell_their_numbers_as_the_language_writes_them() -> None:
    with speaking("de"):
        said = in_language("Dark 51%: 24,000,000 playouts\nGoes on as after a:b2 a:c4")
    assert (
        said
        == "Dunkel 51\N{NO-BREAK SPACE}%: 24.000.000 Durchläufe\nGeht weiter wie nach a:b2 a:c4"
    )
