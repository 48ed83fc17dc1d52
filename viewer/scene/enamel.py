"""Colours of the material ``enamel``, by their numbers in ``shaders/enamel.frag``."""

from __future__ import annotations

from enum import IntEnum


class Enamel(IntEnum):
    """A colour of ``enamel``, for the pattern of an instance.

    ``LIGHT`` and ``DARK`` are the players' parts, ``LIT_LIGHT`` and ``LIT_DARK`` what is set into
    these; ``glass`` has the first two. ``DRILLED`` is dark wood, the others are those of the marks.
    """

    LIGHT = 0
    DARK = 1
    LIT_LIGHT = 2
    LIT_DARK = 3
    LAST = 4
    DRILLED = 5
    THREAT = 6
    WON = 7
    HINT = 8
    HEAT = 9
    HOVER_LIGHT = 10
    HOVER_DARK = 11
    DRAWN = 12

    @property
    def colour(self) -> str:
        """Name of the colour in a palette; wood is in none."""
        return self.name.lower()
