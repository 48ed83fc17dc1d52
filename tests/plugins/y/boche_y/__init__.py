"""The game of Y (Craige Schensted and Charles Titus, 1953): one chain that links three sides."""

from boche.engine.game import Game, Option, SgfForm
from boche_y.board import MAX_SIZE
from boche_y.position import Position
from boche_y.words import LINKED

GAME = Game(
    name="y",
    title="Y",
    about="Link the three sides of a triangle by one chain of stones.",
    room=__name__,
    colours=("black", "white"),
    options=(Option("size", 9, "cells along each side of the triangle", 2, MAX_SIZE),),
    start=Position,
    sgf=SgfForm("Y", {"black": "B", "white": "W"}),
    groups="groups",
    won_by={"link": LINKED},
)
Position.game = GAME
