"""Noughts and crosses, as a package of its own would define it: a small game full of draws."""

from __future__ import annotations

from boche.engine.game import Game, SgfForm
from boche.engine.message import Phrase
from tests.engine.search.noughts.position import Position

GAME = Game(
    name="noughts",
    title="Noughts",
    about="Three in a row on a board of nine squares.",
    room=__name__,
    colours=("cross", "nought"),
    options=(),
    start=Position,
    sgf=SgfForm("Noughts", {"cross": "B", "nought": "W"}, size=""),
    won_by={"row": Phrase("noughts.row", "{winner} has a row")},
)
Position.game = GAME
