"""Sentences as data."""

from __future__ import annotations

import copy
import json
import pickle

import pytest

from engine import new
from engine.message import Message, Phrase


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


def test_things_are_counted() -> None:
    blobs = Phrase("blobs", "{count} blob", many="{count} blobs")
    found = [blobs(count=count) for count in (0, 1, 2)]
    assert found == ["0 blobs", "1 blob", "2 blobs"]


def test_only_whole_values_are_exchanged() -> None:
    said = Phrase("k", "{a} and {b} of lightness, {n}")(a="light", b="light wood", n=3)
    assert said.exchanged({"light": "dark"}) == "dark and light wood of lightness, 3"


def test_how_a_game_ended_can_be_read_without_reading() -> None:
    position = new("boku")
    for move in ("e1", "a1", "e2", "a2", "e3", "a3", "e4", "a4", "e5"):
        position = position.play(move)
    outcome = position.outcome
    assert outcome is not None
    values = {"winner": "black", "count": 5, "first": "e1", "last": "e5"}
    assert dict(outcome.reason.values) == values
    assert outcome.reason == "black has 5 in a row, e1 to e5"
