"""The messages of the program in its languages: each can be said, with whatever fills its gaps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from string import Formatter
from types import ModuleType
from typing import Any

import pytest

from boche.engine import new
from boche.engine.errors import BocheError, IllegalMoveError, OptionError, RecordError, why_not
from boche.engine.games.registry import GAMES
from boche.engine.languages.catalogue import PSEUDO, catalogue, codes
from boche.engine.languages.current import WORD, speaking, tr, tr_word, translate
from boche.engine.message import LISTS, TYPED, Message, Phrase
from boche.engine.players.spec import PlayerSpec
from boche.engine.record import loads
from boche.engine.review.words import POINTS_LOST
from boche.engine.time_control import TimeControl
from tests import ROOT

OTHERS = (*codes()[1:], PSEUDO)
INNER = Phrase("inner", "{colour} wins for certain")
GAPS = ("words", "engine")
"""The domains of this test."""


def modules() -> Iterator[ModuleType]:
    for path in sorted(ROOT.glob("*/**/words.py")):
        name = path.relative_to(ROOT).with_suffix("").parts
        if name[0] in ("engine", "viewer", "server"):
            yield import_module(".".join(("boche", *name)))


def phrases_in(value: Any) -> Iterator[Phrase]:
    if isinstance(value, Phrase):
        yield value
    elif isinstance(value, Message):
        yield value.phrase
    elif isinstance(value, dict):
        for each in value.values():
            yield from phrases_in(each)


PHRASES = sorted(
    {
        phrase
        for module in modules()
        for value in vars(module).values()
        for phrase in phrases_in(value)
    },
    key=lambda phrase: phrase.kind,
)


def gaps(phrase: Phrase) -> dict[str, str]:
    found = [gap for form in phrase.forms for gap in Formatter().parse(form)]
    return {name: spec or "" for _, name, spec, _ in found if name is not None}


def values(phrase: Phrase, inner: Any, count: int) -> dict[str, Any]:
    """Return values for a phrase's gaps: lists of so many, numbers, and ``inner``."""
    items = (inner, "dark", 7, "a3")[:count]
    made = {name: items if spec in LISTS else inner for name, spec in gaps(phrase).items()}
    return {**made, "count": count}


def words_of(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]{3,}", text)


def test_there_are_phrases() -> None:
    assert len(PHRASES) > 400


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("count", [0, 1, 2, 4, 1_000_000])
def test_each_phrase_can_be_said_with_all_kinds_of_values(code: str, count: int) -> None:
    for phrase in PHRASES:
        for inner in ("dark", "{count} {0!r}", INNER(colour="light"), 3, ""):
            message = phrase(**values(phrase, inner, count))
            with speaking(code):
                text = translate(message)
            assert text is not message or not phrase.text
            shown = {name for _, name, _, _ in Formatter().parse(phrase.forms[-1]) if name}
            if inner == 3 and count > 1 and shown - {"count"}:
                assert "3" in text, (phrase.kind, text)


@pytest.mark.parametrize("code", OTHERS)
def test_colours_are_words_as_they_are_and_as_they_begin_a_sentence(code: str) -> None:
    for game in GAMES.values():
        for colour in game.colours:
            for word in (colour, colour.capitalize()):
                assert catalogue(code).pgettext(WORD, word) != word


def test_german_sentences_decline_no_colour() -> None:
    by_kind = {phrase.kind: phrase for phrase in PHRASES}
    with speaking("de"):
        assert translate(by_kind["won"](winner="dark")) == "Dunkel hat gewonnen"
        group = by_kind["boche.joined-group"](colour="light", count=2)
        joins = by_kind["boche.joins"](groups=(group, group))
        assert translate(joins) == (
            "bildet eine Gruppe von Hell mit 2 Blobs und eine Gruppe von Hell mit 2 Blobs"
        )
        assert translate(by_kind["octi.adds-prong-list"](way="north")) == (
            "setzt einen Stachel nach Norden"
        )


@pytest.mark.parametrize("name", sorted(TYPED))
def test_what_people_typed_is_never_taken_for_a_word(name: str) -> None:
    message = Phrase("kind", f"{{{name}}} and {{colour}}")(**{name: "dark", "colour": "dark"})
    with speaking("de"):
        assert translate(message) == "dark and Dunkel"


def test_chat_stays_as_it_was_written() -> None:
    by_kind = {phrase.kind: phrase for phrase in PHRASES}
    with speaking("de"):
        assert translate(by_kind["remote.says"](name="White", text="light")) == "White: light"
        assert translate(by_kind["remote.you-say"](text="light")) == "du: light"


def test_a_quoted_text_is_shown_as_it_is() -> None:
    with speaking("de"):
        assert translate(Phrase("no", "{move!r}")(move="dark")) == "„dark“"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("code", ["de", PSEUDO])
def test_options_of_games_are_in_the_catalogue(game: str, code: str) -> None:
    with speaking(code):
        texts = [GAMES[game].about]
        for option in GAMES[game].options:
            texts += [option.title, option.help]
            texts += [text for _, text in option.named]
            texts += [option.in_words(True), option.in_words(False)] if option.is_flag else []
            assert tr_word(option.title) or option.is_flag
        for text in texts:
            assert tr(text) != text


def test_settings_of_boards_being_set_up_are_in_the_catalogue() -> None:
    from boche.engine.draft import draft_of

    for game in GAMES:
        for knob in draft_of(new(game)).knobs:
            with speaking("de"):
                assert tr(knob.label) != knob.label


def bad(name: str) -> BocheError:
    """Return an error that users see."""
    calls = {
        "option": lambda: new("boche", size=99),
        "flag": lambda: new("boche", adjacent=3),
        "name": lambda: new("boku", size=3),
        "move": lambda: new("octi").play("46+z"),
        "illegal": lambda: new("octi").play("11-12"),
        "record": lambda: loads("(;GM[7]", game="boche"),
        "empty": lambda: loads(""),
        "bracket": lambda: loads("(;GM[19];B[", strict=True),
        "clock": lambda: TimeControl.parse("soon"),
        "player": lambda: PlayerSpec.parse("rated:x").check_rating(),
    }
    with pytest.raises(BocheError) as caught:
        calls[name]()
    return caught.value


ERRORS = ("option", "flag", "name", "move", "illegal", "record", "empty", "bracket", "clock")
# Names of games and options, moves and what was typed; they are the same in every language.
SAME = {"boche", "Boche", "Boku", "Octi", "Che", "boku", "octi", "size", "adjacent", "soon", "none"}


@pytest.mark.parametrize("name", ERRORS)
def test_no_error_comes_past_the_catalogue(name: str) -> None:
    with speaking(PSEUDO):
        text = str(bad(name))
    assert re.search("[áçéíñöšúýž]", text), text
    past = [word for word in words_of(text) if word.isascii() and word not in SAME]
    assert past == [], text


@pytest.mark.parametrize("name", ERRORS)
def test_errors_are_english_unless_another_language_is_spoken(name: str) -> None:
    plain = str(bad(name))
    assert plain.isascii()
    with speaking("de"):
        assert str(bad(name)) != plain


def test_a_refused_move_is_told_in_the_language_that_is_spoken_then() -> None:
    error = bad("illegal")
    assert isinstance(error, IllegalMoveError)
    english = str(error)
    with speaking("de"):
        assert str(error) != english
        assert str(error.message) == english
        assert translate(why_not(error)) == str(error)
    assert str(error) == english


def test_an_error_raised_with_a_message_keeps_it() -> None:
    error = OptionError(POINTS_LOST(points=3))
    assert isinstance(why_not(error), Message)
    with speaking("de"):
        assert str(error) == "\N{MINUS SIGN}3 Punkte"
    assert str(error) == "\N{MINUS SIGN}3 points"


def test_the_place_of_a_problem_is_told_too() -> None:
    with speaking("de"), pytest.raises(RecordError, match=r"^Zeile 1, Spalte "):
        loads("(;GM[19];B[", strict=True)


@pytest.mark.parametrize(
    ("player", "label"), [("4", "Stufe 4"), ("rated:900", "Stärke 900"), ("uct:10", "uct:10")]
)
def test_players_labels_are_messages(player: str, label: str) -> None:
    spec = PlayerSpec.parse(player)
    english = spec.record_name
    with speaking("de"):
        assert translate(spec.label) == label
        assert spec.record_name == english
