"""Checks of what callers pass to the public functions."""

from __future__ import annotations

import math
from typing import Any

from boche.engine.errors import BocheError
from boche.engine.game import Standing
from boche.engine.integer_actions import IntegerActions
from boche.engine.languages.current import tr

MOST_THREADS = 256
"""Most threads of one search: each takes memory of its own."""


class ArgumentError(BocheError):
    """An argument of the wrong kind, or out of its range."""


def check_whole(name: str, value: object, low: int | None = None, high: int | None = None) -> None:
    """Raise ``ArgumentError`` unless the value is a whole number in the range."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise ArgumentError(tr("{name}: {value!r} is not a whole number", name=name, value=value))
    if low is not None and value < low:
        raise ArgumentError(tr("{name}: {value} is below {low}", name=name, value=value, low=low))
    if high is not None and value > high:
        raise ArgumentError(
            tr("{name}: {value} is above {high}", name=name, value=value, high=high)
        )


def check_seconds(value: object) -> None:
    """Raise ``ArgumentError`` unless the value is a finite number above 0."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not (number and 0 < value < math.inf):  # type: ignore[operator]
        raise ArgumentError(tr("seconds: {value!r} is not a finite number above 0", value=value))


def check_position(value: object) -> None:
    """Raise ``ArgumentError`` unless the value is a position, whole or in the middle of a move."""
    if not isinstance(value, IntegerActions):
        raise ArgumentError(tr("{value!r} is not a position", value=str(value)[:60]))


def check_unfinished(position: Standing) -> None:
    """Raise ``ArgumentError`` for no position, or if the game is over or a move begun."""
    check_position(position)
    if getattr(position, "whole", position) is not position:
        raise ArgumentError(f"{position!r}: not in the middle of a move; take its attribute whole")
    if position.outcome is not None:
        raise ArgumentError(tr("the game is over: {reason}", reason=position.outcome.reason))
    check_playable(position)


def check_playable(position: Any) -> None:
    """Raise ``ArgumentError`` for an unfinished game without a legal move.

    No game comes to such a position, but one may be put down, and compiled code would not end.
    """
    choices = getattr(position, "steps", position.legal_moves)
    if position.outcome is None and not choices():
        raise ArgumentError(f"{position!r}: there is no legal move")


def check_players(seed: object, seconds: object, threads: object = 1) -> None:
    """Raise ``ArgumentError`` unless these can be given to a player."""
    check_whole("seed", seed)
    check_seconds(seconds)
    check_whole("threads", threads, 1, MOST_THREADS)
