"""The levels by number; ``strength.py`` defines how they play."""

from __future__ import annotations

from boche.engine.game import Game
from boche.engine.level import LEVEL_COUNT, Level

LEVELS = range(1, LEVEL_COUNT + 1)
"""Numbers of the levels, the same in every game."""


def level_of(game: Game, number: int) -> Level:
    """Return a game's level by its number, from 1."""
    return game.levels[number - 1]
