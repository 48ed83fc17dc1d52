"""Boku (Rob Nelson, 1998): marbles on a hexagonal board, five in a row, and sandwiches."""

from __future__ import annotations

from boche.engine.deferred import Deferred
from boche.engine.game import Game, SgfForm
from boche.engine.games.boku.words import WON_BY
from boche.engine.level import Level

LEVELS = (
    Level(10, 1 / 2, tactical_check=0, refined=False),
    Level(40, 1 / 5, tactical_check=1, refined=False),
    Level(40, 1 / 4, tactical_check=1_000),
    Level(100, tactical_check=1_000),
    Level(400, tactical_check=1_000),
    Level(2_000, tactical_check=1_000),
    Level(10_000, tactical_check=1_000),
    Level(None, tactical_check=1_000),
    Level(None, tactical_check=1_000, learned=True),
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
