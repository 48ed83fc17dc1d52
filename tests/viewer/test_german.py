"""What the window says in German: keys, computer players, results, dates, quotes and shapes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from boche.engine.games.registry import GAMES
from boche.engine.languages.current import speaking, tr, translate
from boche.engine.message import Phrase
from boche.engine.record import marks
from boche.engine.record.people import called, result_shown
from boche.viewer.games.boche import words as boche_words
from boche.viewer.games.boche.aloud import turned
from boche.viewer.session import Session
from boche.viewer.storage.library_filter import Filter, date_of
from boche.viewer.storage.settings import Settings
from boche.viewer.table.commands import tip_of
from boche.viewer.table.input import Controller
from boche.viewer.table.keys import key_name


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    with speaking("de"):
        yield


def test_keys_have_the_names_of_the_keyboard() -> None:
    assert key_name("Ctrl+Shift+Z") == "Strg+Umschalt+Z"
    assert [key_name(key) for key in ("+", "F1", "A", "Home")] == ["+", "F1", "A", "Pos1"]
    assert tip_of("undo").endswith("(Strg+Z)")
    with speaking("en"):
        assert key_name("Ctrl+PageUp") == "Ctrl+PageUp"


def test_a_level_keeps_its_name_in_records() -> None:
    name = called("Computer level 3")
    assert (str(name), translate(name)) == ("Computer level 3", "Computer, Stufe 3")
    assert called("Computer level 3 junior") == "Computer level 3 junior"


@pytest.mark.parametrize(
    ("result", "shown"),
    [
        ("Dark won on time", "Dunkel hat auf Zeit gewonnen"),
        ("Computer level 1 won", "Computer, Stufe 1 hat gewonnen"),
        ("a draw", "Remis"),
        ("Anna won somehow", "Anna won somehow"),
    ],
)
def test_results_of_an_index(result: str, shown: str) -> None:
    assert result_shown(result, GAMES.values()) == shown
    with speaking("en"):
        assert result_shown(result, GAMES.values()) == result


@pytest.mark.parametrize(
    ("typed", "date"),
    [
        ("31.05.2024", "2024-05-31"), ("1.5.2024", "2024-05-01"), ("05.2024", "2024-05"),
        ("2024", "2024"), ("2024-05-31", "2024-05-31"), ("gestern", "gestern"),
    ],
)  # fmt: skip
def test_dates_of_the_filter(typed: str, date: str) -> None:
    assert date_of(typed) == date


def test_the_filter_says_dates_in_german() -> None:
    assert Filter(since="2024-05-31").summary == "seit 31.05.2024"
    assert "„gestern“" in Filter(since="gestern").problem


def test_quotes_around_what_was_typed() -> None:
    assert translate(Phrase("test.quoted", "{name!r}")(name="it's")) == "„it's“"
    assert tr("{name!r}", name="a\nb") == "„a\\nb“"
    with speaking("en"):
        assert tr("{name!r}", name="it's") == '"it\'s"'


def test_sides_fit_their_sentences() -> None:
    sides = boche_words.SIDES(sides=("left", "bottom"), count=2)
    assert translate(sides) == "berührt die linke und die untere Seite"
    assert "auf der linken Fläche" in translate(turned("b"))


def test_shapes_and_the_swap_may_be_typed_in_german() -> None:
    session = Session.new("boche")
    controller = Controller(session, (800, 600), Settings(animation_speed=0.0))
    assert controller.submit("move", "a:a1")
    assert controller.submit("mark", "a1 Quadrat")
    assert [mark.kind for mark in marks.marks_of(session.cursor.node)] == [marks.SQUARE]
    assert controller.submit("move", "Tausch")
    assert session.cursor.node.move == "swap"


def test_the_box_of_moves_closes_when_resign_was_typed_there() -> None:
    session = Session.new("boche")
    controller = Controller(session, (800, 600), Settings(animation_speed=0.0))
    writing = controller.table.writing
    writing.open("move", "resign")
    controller.submit("move", "resign")
    controller.answer("yes", 1.0)
    assert session.outcome is not None
    assert writing.entry is None
