"""Moves as keyboards, correctors and mail programs leave them."""

from __future__ import annotations

import pytest

from boche.engine.typed_move import bare, joined, latin_list, narrow


@pytest.mark.parametrize(
    "typed",
    ["c:a1", " c : a1 ", "c: a1", "c\uff1aa1", "\uff43\uff1a\uff41\uff11", "c:a1.",
     "\u201cc:a1\u201d", "'c:a1'.", "c:a1\u200b", "\u2068c:a1\u2069", "c:\u3000a1\uff0e",
     "*c:a1*", "**c:a1**.", "`c:a1`", "(c:a1)", "[c:a1]", "<c:a1>", "_c:a1_",
     "* c:a1", "- c:a1", "\u2022 c:a1", "\u2014 c:a1",
     "1. c:a1", "1) c:a1", "3... c:a1", "12.c:a1", "- 1. c:a1", "c\u2236a1", "c:a1\ufe0f\u20e3"],
)  # fmt: skip
def test_a_move_is_what_was_meant(typed: str) -> None:
    assert bare(joined(typed)) == "c:a1"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("φ7", "f7"), ("Φ7", "F7"), ("ψ:α1", "c:a1"), ("57+ε", "57+e"), ("βλ:-1,0", "bl:-1,0"),
     ("κ\u0667", "k7"), ("σςαπ", "swap"), ("c:а1", "c:а1")],
)  # fmt: skip
def test_a_greek_keyboard_and_other_digits(typed: str, meant: str) -> None:
    """Check that the last one, a Russian letter, is no other than the one typed."""
    assert joined(typed) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("3. 57+e", "57+e"), ("57+e", "57+e"), ("fr:0,\u22121", "fr:0,-1"), ("34\u201336x", "34-36x"),
     ("2.5", "2.5"), ("7.", "7"), ("-", "-"), ("1.", "1"), ("1. ", "1"), ("", "")],
)  # fmt: skip
def test_numbers_and_signs_of_moves(typed: str, meant: str) -> None:
    assert bare(joined(typed)) == meant


def test_a_list_of_moves_without_its_comments() -> None:
    typed = "1. ψ:α1 2. ψ:β2 # καλή κίνηση 3. α\r\n\u0663. ψ:ψ3\n# ψ:α1"
    assert latin_list(typed) == "1. c:a1 2. c:b2 # καλή κίνηση 3. α\r\n3. c:c3\n# ψ:α1"


def test_what_a_comment_says_stays() -> None:
    said = "c:d3 \u00bd of it is \u5f00\u5c40 \u2764\ufe0f"
    assert narrow(said) == said
