"""Boku (Rob Nelson, 1998): marbles on a hexagonal board, five in a row, and sandwiches."""

from __future__ import annotations

from engine.game import Game, SgfForm
from engine.games.boku.position import Position

GAME = Game(
    name="boku",
    title="Boku",
    about="Five marbles in a row; take one of two caught between yours.",
    room=__name__,
    colours=("black", "white"),
    options=(),
    start=Position,
    sgf=SgfForm("Boku", {"black": "B", "white": "W"}, size=""),
)
Position.game = GAME
