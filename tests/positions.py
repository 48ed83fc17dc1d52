"""Positions for tests, reached by playing moves."""

from __future__ import annotations

from typing import Any

from boche.engine import new

BOTH_ENCLOSED = "a:a1 a:a2 a:a3 a:a4 a:a5 a:b1 a:b4 a:c1 a:c3 a:d1 a:d2 a:e1 c:b2 b:c2 f:a1 d:b3"
"""Moves of Boche of size 5, the last of which encloses a light group and the dark one within it."""


def played(start: Any, moves: str, **options: object) -> Any:
    """Return the position after moves separated by blanks.

    ``start`` is a position, or the name of a game that starts with these options.
    """
    position = new(start, **options) if isinstance(start, str) else start
    for move in moves.split():
        position = position.play(move)
    return position
