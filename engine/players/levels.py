"""The levels by number, and the strengths between them; ``strength.py`` defines how they play."""

from __future__ import annotations

import math
from itertools import pairwise

from boche.engine.game import Game
from boche.engine.level import EASIEST, LEVEL_COUNT, Level
from boche.engine.players.spec import PlayerSpec

LEVELS = range(1, LEVEL_COUNT + 1)
"""Numbers of the levels, the same in every game."""

LOSSES = 3
"""Losses in a row against a level after which the one below is offered."""


def level_of(game: Game, number: int) -> Level:
    """Return a game's level by its number, from 1."""
    return game.levels[number - 1]


def next_level(level: int, *, won: bool, lost: int) -> int:
    """Return the level to offer after a game against one, or 0 for none.

    It is the next one after a win, and the one below once ``LOSSES`` games in a row were ``lost``
    against it, the last one included.
    """
    offered = level + 1 if won else level - 1 if lost >= LOSSES else 0
    return offered if offered in LEVELS else 0


def named_level(game: Game, spec: PlayerSpec) -> Level | None:
    """Return the level that a name such as ``5`` or ``rated:1200`` means, or None."""
    if spec.level is not None:
        return level_of(game, spec.level)
    return rated_level(game, spec.rating) if spec.rating is not None else None


def rated_level(game: Game, rating: float) -> Level:
    """Return a level of about that rating, between two of the game's levels.

    Numbers are interpolated geometrically, what is seen of the moves linearly. Where the upper of
    the two uses all its time, the nearer one is returned; likewise above the highest and below
    ``EASIEST``.
    """
    ladder = [EASIEST, *game.levels]
    lower, upper = next(
        (pair for pair in pairwise(ladder) if rating < pair[1].rating), (ladder[-2], ladder[-1])
    )
    span = max(upper.rating - lower.rating, 1)
    share = min(max((rating - lower.rating) / span, 0.0), 1.0)
    if lower.playouts is None or upper.playouts is None:
        return upper if share >= 0.5 else lower
    return Level(
        _between(lower.playouts, upper.playouts, share),
        _between(lower.tactical_check, upper.tactical_check, share),
        lower.temperature + share * (upper.temperature - lower.temperature),
        lower.oversight + share * (upper.oversight - lower.oversight),
        lower.breadth + share * (upper.breadth - lower.breadth),
        teaching=lower.teaching,
        rating=round(lower.rating + share * span),
    )


def nearest_level(game: Game, rating: float) -> int:
    """Return the number of the level whose rating is nearest."""
    return min(LEVELS, key=lambda number: abs(level_of(game, number).rating - rating))


def _between(low: int, high: int, share: float) -> int:
    """Return the geometric mean of two numbers with weights; 0 counts as 1."""
    return round(math.exp((1.0 - share) * math.log(max(low, 1)) + share * math.log(max(high, 1))))
