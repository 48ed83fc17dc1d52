"""The levels 1 to 8 by their numbers. How they play says ``strength.py``."""

from __future__ import annotations

from engine.game import Game
from engine.level import LEVEL_COUNT, Level

LEVELS = range(1, LEVEL_COUNT + 1)
"""The numbers of the levels, the same in every game."""


def level_of(game: Game, number: int) -> Level:
    """The level that has that number, from 1, in a game."""
    return game.levels[number - 1]
