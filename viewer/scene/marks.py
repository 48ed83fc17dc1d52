"""Marks on the board: each meaning has its own shape and colour, the same in every game."""

from __future__ import annotations

from dataclasses import dataclass

from boche.engine.languages.current import tr_later
from boche.viewer.scene.enamel import Enamel


@dataclass(frozen=True)
class Mark:
    """A meaning and its look.

    ``colours`` are the palette's entries for it; if there are two, the first is for light
    pieces, the second for dark ones.
    """

    meaning: str
    shape: str
    colours: tuple[str, ...]
    words: str

    @property
    def numbers(self) -> tuple[Enamel, ...]:
        """The colours as ``enamel`` has them."""
        return tuple(Enamel[colour.upper()] for colour in self.colours)

    @property
    def number(self) -> Enamel:
        """The colour of marks that have the same one on all pieces."""
        return self.numbers[0]


HOVERED = Mark(
    "hovered", "outline", ("hover_light", "hover_dark"),
    tr_later("a line round what the pointer is on, or what a piece would join, which keeps its own "
             "colour"),
)  # fmt: skip
THREATENED = Mark(
    "threatened",
    "ring",
    ("threat",),
    tr_later("a broad ring round what a move would close or take"),
)
WON = Mark("won", "glow", ("won",), tr_later("the pieces that decided the game glow"))
LAST = Mark("last", "frame", ("last",), tr_later("a frame round the last move"))
HINT = Mark("hint", "edges", ("hint",), tr_later("the edges of the piece that a hint would play"))
HEAT = Mark(
    "heat",
    "disc",
    ("heat",),
    tr_later("discs where the computer looks, larger where it looks more"),
)
DRAWN = Mark(
    "drawn", "arrow", ("drawn",),
    tr_later("what somebody has drawn: arrows, circles, squares, triangles and crosses"),
)  # fmt: skip

MARKS = (HOVERED, THREATENED, WON, LAST, HINT, HEAT, DRAWN)
"""Marks in the order in which a legend lists them."""


# What lights the decided parts of a two-coloured face, as ``shaders/face.glsl`` draws it.

INSET = 0.075  # from the border of a part to what fills it
RING = (0.045, 0.095)  # from there to the two sides of the line within an enclosed part
PART_WON = 1 << 7
PART_ENCLOSED = PART_WON | 1 << 30
"""The bits of a face's pattern by which its lit parts have won, or were enclosed."""
PART_BOTH = PART_ENCLOSED | 1 << 29
"""The same where groups of both colours were enclosed: the dark ones are darker."""
DEEP = 0.15  # brightness of what fills those, relative to what fills the others


def fills(pattern: int, *, dark: bool) -> tuple[tuple[str, float], ...]:
    """Return what fills the lit parts of a decided game: roles, each from a distance inwards.

    ``dark`` says whether these parts are.
    """
    if pattern & PART_ENCLOSED != PART_ENCLOSED:
        return (("won", INSET),)
    near, far = RING
    deep = dark and pattern & PART_BOTH == PART_BOTH
    filled, ring = ("deep", "deep_ring") if deep else ("enclosed", "ring")
    return ((filled, INSET), (ring, INSET + near), (filled, INSET + far))
