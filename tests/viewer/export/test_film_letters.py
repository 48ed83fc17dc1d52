"""The letters of captions: none vanishes, and those that no font has are told."""

from __future__ import annotations

import numpy as np
import pytest

from engine.record import loads, positions_along
from viewer.export.film.fonts import length, unwritten
from viewer.export.film.frames import Caption, FilmOptions, Plan, Story
from viewer.export.film.lettering import Lettering, boxes_told
from viewer.renderer.style import theme

NOWHERE = "\U0010fffd"
"""A letter that no font has."""


def ink(comment: str) -> int:
    """How many pixels of a strip with that comment are written."""
    strip = Lettering((640, 480), theme("light"), {}).strip(Caption(comment=comment), 60)
    return int((np.abs(strip.astype(int) - strip[-1, -1]).sum(axis=2) > 60).sum())


@pytest.mark.parametrize("letter", ["é", "Ł", "–", "½", "Ж", "Ω", "囲", "ש", NOWHERE])
def test_no_letter_vanishes(letter: str) -> None:
    assert ink(f"a{letter}b") > ink("a b") + 5
    assert length(f"a{letter}b", 17) > length("ab", 17) + 2


def test_a_letter_with_an_accent_is_written_without_it_rather_than_as_a_box() -> None:
    assert unwritten("e\u0301 A\u030a") == ""
    assert unwritten("Anna - Bert, 12. e4") == ""


def test_letters_that_no_font_has_are_told() -> None:
    assert unwritten(f"a{NOWHERE}b{NOWHERE}") == NOWHERE
    record = loads(f"(;GM[Boche]SZ[3]PW[Ann{NOWHERE}]C[Begin];W[c:a1]C[Well{NOWHERE}])")
    line = record.main_line()
    story = Story(record, line[1:], positions_along(record, line[-1]))
    assert NOWHERE in boxes_told(Plan(story, FilmOptions()))
    assert boxes_told(Plan(story, FilmOptions(captions=False))) == ""
    assert NOWHERE in boxes_told(Plan(story, FilmOptions(captions=False, title=True)))
