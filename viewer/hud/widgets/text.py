"""Drawing and measuring of texts with pyglet. Sizes are pixels of the framebuffer."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from boche.viewer.fonts.direction import is_turned
from boche.viewer.hud.widgets.items import Text
from boche.viewer.hud.widgets.pyglet_setup import PLAIN, Batch, Label, font

FONTS = ("Segoe UI", "SF Pro Text", "Helvetica Neue", "Inter", "Noto Sans", "DejaVu Sans")
LIFT = 0.05  # of the size: letters look centred slightly above the middle of their box
POINTS = 72 / 96  # a pixel in points at 96 dots per inch
BREAKS = dict.fromkeys((*range(32), 127, 133, 8232, 8233), " ")
BREAKS |= dict.fromkeys(range(0xD800, 0xE000), "\ufffd")  # bytes of a file's name not in UTF-8

_Look = tuple[str, float, tuple[int, int, int, int], bool, str]


if PLAIN:
    from boche.viewer.hud.widgets.fallback_fonts import add_fallback_fonts

    add_fallback_fonts()


@lru_cache(maxsize=1)
def font_name() -> str | None:
    """Return the first of ``FONTS`` on this machine, or None for the default font."""
    return next((name for name in FONTS if font.have_font(name)), None)


@lru_cache(maxsize=32)
def _font(size: float, bold: bool) -> Any:
    weight = "bold" if bold else "normal"
    return font.load(font_name(), size * POINTS, weight=weight, dpi=96)


@lru_cache(maxsize=8192)
def _advance(character: str, size: float, bold: bool) -> float:
    glyphs, _ = _font(size, bold).get_glyphs(character)
    return float(sum(glyph.advance for glyph in glyphs))


def measure(text: str, size: float, bold: bool = False) -> float:
    """Return the width of a line of text. Needs a current GL context."""
    return sum(_advance(character, size, bold) for character in visual_text(text))


def visual_text(text: str) -> str:
    """Return the letters of a line as they are drawn, from the left."""
    line = text.translate(BREAKS)
    if not PLAIN or not is_turned(line):
        return line
    from boche.viewer.fonts.visual_order import line_of

    return line_of(line).letters


def keep_colours(lines: Iterable[Any]) -> None:
    """Restore the colours of letters that are pictures, whatever the text's colour is.

    ``lines`` are those of a pyglet layout, which tints all its letters.
    """
    for box in (box for line in lines for box in line.boxes if box.vertex_lists):
        for n, (_, glyph, _) in enumerate(box.glyphs):
            if glyph.colored:
                colours = box.vertex_lists[0].colors
                for corner in range(4 * n, 4 * n + 4):
                    colours[4 * corner : 4 * corner + 3] = (255, 255, 255)


class Texts:
    """The texts of one page; those that stay the same are kept from frame to frame."""

    def __init__(self) -> None:
        self._batch = Batch()
        self._cache: dict[_Look, list[Any]] = {}
        self._texts: tuple[Text, ...] = ()
        self._height = 0

    def load(self, texts: list[Text], height: int) -> None:
        """Prepare the texts for ``draw``, in a window of ``height`` pixels."""
        if self._texts == tuple(texts) and self._height == height:
            return
        spare, self._cache = self._cache, {}
        for text in texts:
            if not text.text.strip():
                continue
            look = (text.text, text.size, text.colour, text.bold, text.align)
            spares = spare.get(look)
            label = spares.pop() if spares else self._label(look)
            y = height - text.y + LIFT * text.size
            label.position = (round(text.x), round(y), 0)
            self._cache.setdefault(look, []).append(label)
        for labels in spare.values():
            for label in labels:
                label.delete()
        self._texts, self._height = tuple(texts), height

    def draw(self) -> None:
        """Draw with the window's projection, which pyglet holds."""
        if self._texts:
            self._batch.draw()

    def release(self) -> None:
        """Free the labels."""
        self.load([], 0)

    def _label(self, look: _Look) -> Any:
        text, size, colour, bold, align = look
        label: Any = Label(
            visual_text(text),
            font_name=font_name(),
            font_size=size * POINTS,
            weight="bold" if bold else "normal",
            color=colour,
            anchor_x=align,  # type: ignore[arg-type]
            anchor_y="center",
            dpi=96,
            batch=self._batch,
        )
        if not text.isascii():
            keep_colours(label._lines)
        return label
