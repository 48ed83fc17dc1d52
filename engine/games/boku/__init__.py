"""Boku (Rob Nelson, 1998): marbles on a hexagonal board, five in a row, and sandwiches."""

from __future__ import annotations

from engine.games.boku.position import Position
from engine.game import Game

GAME = Game(
    name="boku",
    title="Boku",
    about="Five marbles in a row; take one of two caught between yours.",
    colours=("black", "white"),
    options=(),
    start=Position,
)
