"""The letters drawn at start."""

from __future__ import annotations

import numpy as np

from boche.viewer.renderer.textures import glyph_atlas


def test_blanks_that_do_not_break_are_blank() -> None:
    """The font lacks them, and would show a box; a percent sign has one before it in German."""
    image, glyphs = glyph_atlas("0%\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}")
    height, width = image.shape
    for character, glyph in glyphs.items():
        left, top, wide, high = glyph.uv
        rows = slice(round(top * height), round((top + high) * height))
        columns = slice(round(left * width), round((left + wide) * width))
        part = image[rows, columns]
        assert np.any(part) != character.isspace(), character
        assert glyph.advance > 0.1
