"""Right-to-left lines in their visual order, from the left."""

from __future__ import annotations

import random

import pytest

from boche.viewer.fonts.visual_order import Rows, line_of

LETTERS = "ab אבג مح12,.() \u05b8\u0644\u0627🙂"


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("abc 12", "abc 12"),
        ("אבג", "גבא"),
        ("ab אבג cd", "ab גבא cd"),
        ("אב (12)!", "!(12) בא"),
        ("אב 12:30, גד", "דג ,12:30 בא"),
        ("a אב-1.", "a 1-בא."),
        ("אב2:", ":2בא"),
        ("אב cd", "בא cd"),
        ("🙂!", "🙂!"),
        ("שָם", "םשָ"),
    ],
)
def test_hebrew_and_numbers_stand_as_unicode_has_them(text: str, seen: str) -> None:
    assert line_of(text).letters == seen


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("محمد", "\ufeaa\ufee4\ufea4\ufee3"),
        ("مُحم", "\ufee2\ufea4\ufee3\u064f"),
        ("دار", "\ufead\ufe8d\ufea9"),
        ("سلا", "\u200d\ufefc\ufeb3"),
        ("پا", "\ufe8e\ufb58"),
    ],
)
def test_arabic_letters_take_the_form_of_their_place(text: str, seen: str) -> None:
    assert line_of(text).letters == seen


@pytest.mark.parametrize("text", ["אבג", "محمد", "سلا"])
def test_the_cursor_goes_through_a_line_from_the_right(text: str) -> None:
    line = line_of(text)
    places = range(len(text) + 1)
    assert [line.seen_at(at) for at in places] == list(reversed(places))
    assert [line.place_at(line.seen_at(at)) for at in places] == list(places)


def test_every_letter_is_seen_once_and_what_is_selected_is_seen_as_that() -> None:
    dice = random.Random(1)
    for _ in range(3000):
        text = "".join(dice.choices(LETTERS, k=dice.randint(1, 12)))
        line = line_of(text)
        assert sorted(line.places) == list(range(len(text)))
        start, end = sorted(dice.sample(range(len(text) + 1), 2))
        first, last = Rows(((0, line),)).seen_part((start, end))
        assert set(line.places[first:last]) >= set(range(start, end))
