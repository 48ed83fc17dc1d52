"""The text editor as data: the effects of keys, typing and clicks on a text."""

from __future__ import annotations

import time

import pytest

from boche.viewer.table.text_edit import TextEdit


def after(text: str, *pressed: str, many: bool = False) -> TextEdit:
    edit = TextEdit.at_end(text, many=many)
    for key in pressed:
        found = edit.key(key)
        assert found is not None, key
        edit = found
    return edit


@pytest.mark.parametrize(
    ("pressed", "cursor"),
    [
        (("Left",), 12),
        (("Left", "Right", "Right"), 13),
        (("Home",), 0),
        (("Home", "Left"), 0),
        (("Ctrl+Left",), 9),
        (("Ctrl+Left", "Ctrl+Left"), 5),
        (("Home", "Ctrl+Right"), 3),
        (("Home", "Ctrl+Right", "Ctrl+Right"), 8),
        (("Ctrl+Home", "End"), 13),
    ],
)
def test_the_cursor_moves_by_letters_and_words(pressed: tuple[str, ...], cursor: int) -> None:
    edit = after("the, two/nine", *pressed)
    assert (edit.cursor, edit.selected) == (cursor, "")


@pytest.mark.parametrize(
    ("pressed", "selected"),
    [
        (("Shift+Left", "Shift+Left"), "ne"),
        (("Shift+Home",), "the, two/nine"),
        (("Ctrl+Shift+Left",), "nine"),
        (("Home", "Ctrl+Shift+Right"), "the"),
        (("Home", "Shift+End"), "the, two/nine"),
        (("Ctrl+A",), "the, two/nine"),
        (("Shift+Left", "Shift+Right"), ""),
        (("Ctrl+A", "End"), ""),
    ],
)
def test_shift_selects(pressed: tuple[str, ...], selected: str) -> None:
    assert after("the, two/nine", *pressed).selected == selected


def test_left_and_right_leave_a_selection_at_its_ends() -> None:
    assert after("one two", "Ctrl+Shift+Left", "Right").cursor == 7
    assert after("one two", "Ctrl+Shift+Left", "Left").cursor == 4
    assert after("one two", "Home", "Ctrl+Shift+Right", "Left").cursor == 0


@pytest.mark.parametrize(
    ("pressed", "text"),
    [
        (("Backspace",), "the, two/nin"),
        (("Home", "Backspace"), "the, two/nine"),
        (("Home", "Delete"), "he, two/nine"),
        (("Delete",), "the, two/nine"),
        (("Ctrl+Backspace",), "the, two/"),
        (("Home", "Ctrl+Delete"), ", two/nine"),
        (("Ctrl+Left", "Ctrl+U"), "nine"),
        (("Shift+Left", "Shift+Left", "Ctrl+Backspace"), "the, two/ni"),
        (("Ctrl+A", "Delete"), ""),
    ],
)
def test_keys_cut_letters_words_and_what_is_selected(pressed: tuple[str, ...], text: str) -> None:
    assert after("the, two/nine", *pressed).text == text


def test_what_is_typed_takes_the_place_of_what_is_selected() -> None:
    edit = after("one two three", "Home", "Ctrl+Right", "Ctrl+Shift+Right").typed(" 2")
    assert (edit.text, edit.cursor, edit.selected) == ("one 2 three", 5, "")


def test_a_line_takes_no_line_breaks_and_a_comment_does() -> None:
    assert TextEdit().typed("a\r\nb\tc\x07").text == "abc"
    assert TextEdit(many=True).typed("a\r\nb\rc\x07").text == "a\nb\nc"
    assert TextEdit().key("Shift+Enter") is None
    assert after("a", "Shift+Enter", many=True).text == "a\n"


def test_no_more_letters_than_there_is_room_for() -> None:
    edit = TextEdit.at_end("abcd", most=5).typed("xyz")
    assert edit.text == "abcdx"
    assert after_all(edit).typed("1234567").text == "12345"


def after_all(edit: TextEdit) -> TextEdit:
    found = edit.key("Ctrl+A")
    assert found is not None
    return found


def test_home_and_end_keep_to_the_line() -> None:
    text = "one\ntwo\nthree"
    edit = TextEdit(text, 5, 5, many=True)
    for pressed, cursor in (("Home", 4), ("End", 7), ("Ctrl+Home", 0), ("Ctrl+End", len(text))):
        found = edit.key(pressed)
        assert found is not None
        assert found.cursor == cursor


def test_clicks_take_a_place_a_word_a_line() -> None:
    edit = TextEdit("one two\nthree", many=True)
    assert [edit.pointed(5, clicks).selected for clicks in (1, 2, 3, 4)] == [
        "",
        "two",
        "one two",
        "",
    ]
    assert edit.pointed(5, 1).cursor == 5


def test_an_accent_goes_with_its_letter() -> None:
    assert after("ae\u0301", "Left").cursor == 1
    assert after("ae\u0301", "Home", "Right", "Right").cursor == 3
    assert after("ae\u0301", "Backspace").text == "a"


def test_words_are_found_quickly_in_a_long_text() -> None:
    edit = TextEdit.at_end("a" * 20_000, most=20_000)
    begin = time.process_time()
    for pressed in ("Ctrl+Left", "Ctrl+Backspace"):
        assert edit.key(pressed) is not None
    assert time.process_time() - begin < 0.5  # measured: 1 ms
