"""Texts of the desk in other languages: none comes past the catalogue, and none is stored."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine.errors import BocheError, why_not
from boche.engine.languages.catalogue import PSEUDO
from boche.engine.languages.current import speaking, translate
from boche.engine.languages.formats import grouped, short
from boche.engine.record import loads
from boche.viewer.export.line import caption_of, state_line
from boche.viewer.session import Session, SessionError, words
from boche.viewer.storage.library import Library
from boche.viewer.storage.library_filter import Filter
from boche.viewer.storage.library_index import Index
from boche.viewer.storage.shared_file import SharedFile
from boche.viewer.window.records.overwrite_question import ask_to_replace
from tests import ROOT
from tests.viewer.window.user import User

# -- what users read


@pytest.fixture
def record() -> str:
    return (ROOT / "assets" / "records" / "boche-path.sgf").read_text("utf-8")


def test_an_error_raised_with_a_message_is_said_in_the_current_language() -> None:
    error = SessionError(words.NO_PAUSE)
    assert why_not(error) == "the clocks of a tournament's game are not held"
    with speaking(PSEUDO):
        assert translate(why_not(error)).startswith("thé çlöçkš")


def test_a_question_before_a_file_is_replaced(tmp_path: Path) -> None:
    user = User(Session.new("boche"))
    with speaking("de"):
        ask_to_replace(user.desk, tmp_path / "a.sgf", lambda: None, lambda: None)
    question = user.desk.controller.table.writing.question
    assert question is not None
    assert question.title == "a.sgf ersetzen?"
    assert [each.label for each in question.answers] == ["Nein", "Ersetzen"]


def test_a_picture_is_captioned_in_the_current_language(record: str) -> None:
    start = loads(record).start
    assert state_line(start) == "light to move"
    with speaking(PSEUDO):
        title, text = caption_of(start)
    assert (title[:13], text[:6]) == ("Boche, thé bé", "líght·")


def test_a_card_of_the_library_is_made_again_in_another_language(
    record: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path))
    path = tmp_path / "game.sgf"
    path.write_text(record)

    def result() -> str:
        library = Library([], [str(path)], lambda name: b"", Index())
        unread.append(library.unread)
        while library.step():
            pass
        card = library.card(library.search("recent", "")[0])
        assert card is not None
        return card.result

    unread: list[int] = []
    assert result() == result()
    with speaking("de"):
        assert result().endswith("56 Züge")
    assert unread == [1, 0, 1]


def test_a_filter_is_told_in_the_current_language() -> None:
    wanted = Filter(opponent="Bert", result="won", since="2024")
    assert wanted.summary == "against Bert, won, since 2024"
    with speaking("de"):
        assert wanted.summary == "gegen Bert, gewonnen, seit 2024"
        assert Filter(since="x").problem.startswith("Von: „x“ ist kein Datum")


def test_a_damaged_file_is_told_of_in_the_current_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path))
    file = SharedFile("x.json", "training", "your results are not being saved", 0, int, str)
    file.path.parent.mkdir(parents=True, exist_ok=True)
    file.path.write_text("{")
    with speaking("de"):
        told = file.load()[1][0]
    assert told.startswith("Training: x.json ist beschädigt")


def test_unsaved_work_is_told_of_in_the_current_language() -> None:
    session = Session.new("boche")
    with speaking("de"):
        assert session.name == "neue Partie"
    assert session.name == "new game"


def test_numbers_are_written_as_the_language_has_them() -> None:
    assert (short(0.5), grouped(12345)) == ("0.5", "12,345")
    with speaking("de"):
        assert (short(0.5), grouped(12345)) == ("0,5", "12.345")


def test_what_people_typed_stays() -> None:
    with speaking(PSEUDO), pytest.raises(BocheError, match="zz"):
        Session.new("boche").play("zz")
