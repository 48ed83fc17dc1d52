"""Fallback fonts for letters that the window's font lacks, where pyglet draws with FreeType.

FreeType takes a whole text from one font. Windows and macOS find other fonts themselves.
"""

from __future__ import annotations

from typing import Any

from pyglet.font.base import FontException
from pyglet.font.freetype import FreeTypeFont, FreeTypeGlyphRenderer, FreeTypeMemoryFace
from pyglet.font.freetype_lib import FT_Byte
from pyglet.image import ImageData

from boche.viewer.fonts.installed import spare_font


class Renderer(FreeTypeGlyphRenderer):
    """Pyglet's renderer, with another font for a letter that its own lacks."""

    font: FreeTypeFont

    def render(self, text: str) -> Any:
        if self.font.face.get_character_index(text[0]):
            return super().render(text)
        return _lent(self.font, text[0]) or super().render(text)


def _lent(font: Any, character: str) -> Any:
    """Return the letter from another font, or None if there is none."""
    from boche.viewer.fonts.glyph_picture import drawn

    picture = drawn(character, font.size * font.dpi / 72, font.weight == "bold")
    if picture is None:
        return None
    height, width = picture.pixels.shape[:2]
    glyph = font.create_glyph(
        ImageData(width, height, "RGBA", picture.pixels[::-1].tobytes(), width * 4)
    )
    glyph.set_bearings(picture.bottom, picture.left, picture.advance)
    glyph.colored = picture.colour
    return glyph


def _load(font: Any) -> None:
    """Load a font from the system, or one that is always there if the system has none at all."""
    try:
        _load_from_system(font)
    except FontException:
        data = spare_font()
        held: Any = (FT_Byte * len(data)).from_buffer_copy(data)
        font.face = FreeTypeMemoryFace(held, 0)


_load_from_system = FreeTypeFont._load_font_face_from_system


def add_fallback_fonts() -> None:
    """Let all of pyglet's fonts use fallback fonts."""
    FreeTypeFont.glyph_renderer_class = Renderer
    FreeTypeFont._load_font_face_from_system = _load  # type: ignore[assignment, method-assign]
