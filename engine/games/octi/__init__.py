"""Octi (Donald Green): pods that go where their prongs point, step, jump and capture."""

from __future__ import annotations

from engine.game import Game, Option, SgfForm
from engine.games.octi import sgf
from engine.games.octi.position import Position

GAME = Game(
    name="octi",
    title="Octi",
    about="Grow prongs on pods, jump to the enemy's bases.",
    room=__name__,
    colours=("black", "white"),
    options=(
        Option(
            "bases", 3, "enemy home squares to occupy: all 3, or 1 (any one)", 1, 3, values=(1, 3)
        ),
        Option("wrap", False, "the board has no edges: a torus", label="No edges"),
    ),
    start=Position,
    sgf=SgfForm("19", {"black": "B", "white": "W"}, size="", codec=sgf),
)
Position.game = GAME
