"""The letters of captions: none is lost, and those that no font has are reported."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from boche.engine.record import loads, positions_along
from boche.viewer.export.film.captions import Lettering, boxes_told, length, unwritten, write
from boche.viewer.export.film.frames import Caption, FilmOptions, Plan, Story
from boche.viewer.renderer.style import theme
from tests import ROOT
from tests.e2e.window.made_font import install

NOWHERE = "\U0010fffd"
"""A character that no font has."""


def ink(comment: str) -> int:
    """Return how many pixels of a caption strip with that comment have ink."""
    foot = np.full((60, 640, 3), 200, np.uint8)
    strip = Lettering((640, 480), theme("light"), {}).strip(Caption(comment=comment), foot)
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


RARE = "\U00030000"
"""A Chinese character that almost no font has."""
ASKING = f"""
from boche.viewer.export.film.captions import length, unwritten
print([unwritten({RARE!r}), length({RARE!r}, 40)])
"""


def test_a_letter_is_taken_from_any_font_that_is_installed(tmp_path: Path) -> None:
    fonts = install(tmp_path, {RARE: (0, 0, 700, 700)}, {})
    env = {**os.environ, "FONTCONFIG_FILE": str(fonts)}
    command = [sys.executable, "-c", ASKING]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['', 40.0]"


def written(text: str) -> list[tuple[bool, ...]]:
    """Return the pixel columns of a written line, without the empty ones at its ends."""
    image = Image.new("RGB", (200, 60))
    write(ImageDraw.Draw(image), (10, 10), text, 30, (255, 255, 255), "la")
    pixels = np.asarray(image)[..., 0] > 100
    used = np.flatnonzero(pixels.any(axis=0))
    return [tuple(column.tolist()) for column in pixels.T[used[0] : used[-1] + 1]]


def test_hebrew_is_read_from_the_right_and_arabic_joined() -> None:
    assert written("אב")[:8] == written("ב")[:8]
    assert all(map(any, written("محمد")[12:]))
    assert not all(map(any, written("م ح م د")[12:]))
