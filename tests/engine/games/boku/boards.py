"""Boards of Boku for testing rules."""

from __future__ import annotations

from boche.engine.games.boku import GAME
from boche.engine.games.boku.position import Position

START = GAME.new()


def board(black: str, white: str, turn: str = "black") -> Position:
    """Return a position with these marbles, without playing: a list of cells for each colour."""
    return START.put_down({"AB": black.split(), "AW": white.split()}, turn)
