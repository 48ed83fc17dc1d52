"""Letters that the window's font lacks, lent to it from another: where pyglet draws by FreeType,
which takes all of a text from one font. Windows and macOS look for other fonts themselves."""

from __future__ import annotations

from typing import Any

from pyglet.font.freetype import FreeTypeFont, FreeTypeGlyphRenderer
from pyglet.image import ImageData


class Renderer(FreeTypeGlyphRenderer):
    """Pyglet's, which asks for no other font before it meets a letter that its own lacks."""

    font: FreeTypeFont

    def render(self, text: str) -> Any:
        if self.font.face.get_character_index(text[0]):
            return super().render(text)
        return _lent(self.font, text[0]) or super().render(text)


def _lent(font: Any, letter: str) -> Any:
    """The letter as another font has it; None if there is none."""
    from viewer.letters.picture import drawn

    found = drawn(letter, font.size * font.dpi / 72, font.weight == "bold")
    if found is None:
        return None
    height, width = found.pixels.shape[:2]
    glyph = font.create_glyph(
        ImageData(width, height, "RGBA", found.pixels[::-1].tobytes(), width * 4)
    )
    glyph.set_bearings(found.bottom, found.left, found.advance)
    glyph.colored = found.colour
    return glyph


def lend() -> None:
    """Have all fonts of pyglet take what they lack from others."""
    FreeTypeFont.glyph_renderer_class = Renderer
