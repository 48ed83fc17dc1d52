"""Positions for tests, reached by playing moves."""

from __future__ import annotations

from typing import Any

from boche.engine import new


def played(start: Any, moves: str, **options: object) -> Any:
    """Return the position after moves separated by blanks.

    ``start`` is a position, or the name of a game that starts with these options.
    """
    position = new(start, **options) if isinstance(start, str) else start
    for move in moves.split():
        position = position.play(move)
    return position
