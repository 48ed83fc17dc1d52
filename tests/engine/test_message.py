"""Sentences as data."""

from __future__ import annotations

import copy
import json
import pickle

import pytest

from boche.engine import new
from boche.engine.message import Language, Message, Phrase


def test_it_is_its_text_and_knows_what_it_is_made_of() -> None:
    said = Phrase("row", "{winner} has {count} in a row")(winner="black", count=5)
    assert said == "black has 5 in a row"
    assert (said.kind, said.phrase.text) == ("row", "{winner} has {count} in a row")
    assert dict(said.values) == {"winner": "black", "count": 5}
    assert json.dumps([said]) == '["black has 5 in a row"]'
    with pytest.raises(TypeError):
        said.values["winner"] = "white"  # type: ignore[index]


def test_a_gap_without_a_value_is_an_error() -> None:
    with pytest.raises(KeyError):
        Phrase("wins", "{winner} wins")()


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))]
)
def test_copies_know_it_too(again) -> None:
    said = Phrase("resigned", "{loser} resigned")(loser="light")
    other = again(said)
    assert isinstance(other, Message)
    assert (other, other.phrase, dict(other.values)) == (said, said.phrase, dict(said.values))


def test_a_gap_may_be_in_quotes_and_braces_be_written() -> None:
    said = Phrase("no", "no move {move!r} in {{}}")(move="a'b")
    assert said == """no move "a'b" in {}"""


def test_things_are_counted() -> None:
    blobs = Phrase("blobs", "{count} blob", many="{count} blobs")
    found = [blobs(count=count) for count in (0, 1, 2)]
    assert found == ["0 blobs", "1 blob", "2 blobs"]


def test_only_whole_values_are_exchanged() -> None:
    said = Phrase("k", "{a} and {b} of lightness, {n}")(a="light", b="light wood", n=3)
    assert said.exchanged({"light": "dark"}) == "dark and light wood of lightness, 3"


def test_a_language_counts_in_its_own_forms() -> None:
    def polish(count: int) -> int:
        few = count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14)
        return 0 if count == 1 else 1 if few else 2

    blobs = Phrase("blobs", "{count} blob", many="{count} blobs")
    language = Language(
        {"blobs": ("{count} kropka", "{count} kropki", "{count} kropek")}, {}, polish
    )
    found = [language.say(blobs(count=count)) for count in (1, 3, 5, 12)]
    assert found == ["1 kropka", "3 kropki", "5 kropek", "12 kropek"]
    assert language.say(Phrase("cubes", "{count} cube", many="{count} cubes")(count=3)) == "3 cubes"


@pytest.mark.parametrize(
    ("how", "wanted"),
    [
        ("and", "a, b and c"),
        ("or", "a, b or c"),
        ("comma", "a, b, c"),
        ("both", "a and b and c"),
        ("either", "a or b or c"),
    ],
)
def test_lists_are_told_as_their_gap_says(how: str, wanted: str) -> None:
    told = Phrase("told", f"{{names:{how}}}")
    assert told(names=("a", "b", "c")) == wanted
    assert (told(names=("a",)), told(names=())) == ("a", "")


def test_messages_in_a_message_are_translated_and_exchanged_with_it() -> None:
    group = Phrase("group", "a {colour} group")
    said = Phrase("joins", "joins {groups:and}")(
        groups=(group(colour="dark"), group(colour="light"))
    )
    assert said == "joins a dark group and a light group"
    swapped = said.exchanged({"light": "dark", "dark": "light"})
    assert swapped == "joins a light group and a dark group"
    german = Language({"group": "eine {colour} Gruppe"}, {"dark": "dunkle", "light": "helle"})
    assert german.say(swapped) == "joins eine helle Gruppe and eine dunkle Gruppe"


def test_phrases_in_a_message_are_put_in_other_words() -> None:
    click, done = Phrase("click", "click {place}"), Phrase("done", "{what:comma}; then {next}")
    said = done(what=(click(place="b2"), "wait"), next=click(place="c3"))
    other = said.rephrased({"click": Phrase("click-keys", "press Enter on {place}")})
    assert said == "click b2, wait; then click c3"
    assert other == "press Enter on b2, wait; then press Enter on c3"


def test_how_a_game_ended_can_be_read_without_reading() -> None:
    position = new("boku")
    for move in ("e1", "a1", "e2", "a2", "e3", "a3", "e4", "a4", "e5"):
        position = position.play(move)
    outcome = position.outcome
    assert outcome is not None
    values = {"winner": "black", "count": 5, "first": "e1", "last": "e5"}
    assert dict(outcome.reason.values) == values
    assert outcome.reason == "black wins with 5 in a row, e1 to e5"
