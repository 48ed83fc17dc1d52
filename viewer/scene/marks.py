"""Marks on the board: each meaning has its own shape and colour, the same in every game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Mark:
    """A meaning and its look.

    ``colours`` are the palette's entries for it; if there are two, the first is for light
    pieces, the second for dark ones. ``numbers`` are the same as in ``shaders/enamel.frag``.
    """

    meaning: str
    shape: str
    colours: tuple[str, ...]
    numbers: tuple[int, ...]
    words: str

    @property
    def number(self) -> int:
        """The colour's number, for marks that have the same one on all pieces."""
        return self.numbers[0]


HOVERED = Mark(
    "hovered", "outline", ("hover_light", "hover_dark"), (10, 11),
    "a line round what the pointer is on, or what a piece would join, which keeps its own colour",
)  # fmt: skip
THREATENED = Mark(
    "threatened", "ring", ("threat",), (6,), "a broad ring round what a move would close or take"
)
WON = Mark("won", "glow", ("won",), (7,), "the pieces that decided the game glow")
LAST = Mark("last", "frame", ("last",), (4,), "a frame round the last move")
HINT = Mark("hint", "edges", ("hint",), (8,), "the edges of the piece that a hint would play")
HEAT = Mark(
    "heat", "disc", ("heat",), (9,), "discs where the computer looks, larger where it looks more"
)

MARKS = (HOVERED, THREATENED, WON, LAST, HINT, HEAT)
"""Marks in the order in which a legend lists them."""
