"""Boku (Rob Nelson, 1998): marbles on a hexagonal board, five in a row, and sandwiches."""

from __future__ import annotations

from boche.engine.deferred import Deferred
from boche.engine.game import Game, SgfForm
from boche.engine.games.boku.words import WON_BY
from boche.engine.level import Level

LEVELS = (
    Level(20, 1, 10.0, 0.91, 60, rating=460),
    Level(40, 1, 5.2, 0.75, 45, rating=845),
    Level(60, 1_000, 4.8, 0.48, 40, rating=1101),
    Level(100, tactical_check=1_000, rating=1386),
    Level(400, tactical_check=1_000, rating=1784),
    Level(2_000, tactical_check=1_000, rating=2057),
    Level(10_000, tactical_check=1_000, rating=2377),
    Level(None, tactical_check=1_000, rating=2683),
    Level(None, tactical_check=1_000, learned=True, rating=3001),
)
"""From the third level on, players see a row of three that becomes five against any defence."""

_POSITION = Deferred(f"{__name__}.position")

GAME = Game(
    name="boku",
    title="Boku",
    about="Five marbles in a row; take one of two caught between yours.",
    room=__name__,
    colours=("black", "white"),
    options=(),
    start=lambda options: _POSITION.Position(options),
    sgf=SgfForm("Boku", {"black": "B", "white": "W"}, size="", setup=("AB", "AW", "TAKEN")),
    levels=LEVELS,
    won_by=WON_BY,
)
