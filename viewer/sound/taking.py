"""Which moves take pieces, for the sound that they make."""

from __future__ import annotations

from typing import Any

from boche.engine.errors import BocheError

STONES = ("AB", "AW")
"""The setup properties of SGF for the pieces of either colour."""


def has_taken(before: Any, after: Any) -> bool:
    """Return whether a move has taken pieces: a colour lost more places than it gained.

    A game whose positions cannot be set up takes none.
    """
    try:
        old, new = (position.setup_values() for position in (before, after))
    except BocheError:
        return False
    pairs = [(set(old.get(colour, ())), set(new.get(colour, ()))) for colour in STONES]
    return any(len(one - other) > len(other - one) for one, other in pairs)
