"""Boku (Rob Nelson, 1998): marbles on a hexagonal board, five in a row, and sandwiches."""

from __future__ import annotations

from boche.engine.deferred import Deferred
from boche.engine.game import Game, SgfForm
from boche.engine.games.boku.words import WON_BY
from boche.engine.languages.current import tr_later
from boche.engine.level import Level

LEVELS = (
    Level(20, 1, 10.0, 0.9, 0.92, teaching=True, rating=1015),
    Level(40, 1, 7.0, 0.0, 0.92, teaching=True, rating=1275),
    Level(60, 1, 2.6, teaching=True, rating=1418),
    Level(140, tactical_check=1_000, teaching=True, rating=1603),
    Level(400, tactical_check=1_000, rating=1822),
    Level(2_000, tactical_check=1_000, rating=2095),
    Level(10_000, tactical_check=1_000, rating=2415),
    Level(None, tactical_check=1_000, rating=2721),
    Level(None, tactical_check=1_000, learned=True, rating=3177),
)
"""From the third level on, players see a row of three that becomes five against any defence."""

_POSITION = Deferred(f"{__name__}.position")

GAME = Game(
    name="boku",
    title="Boku",
    about=tr_later("Five marbles in a row; take one of two caught between yours."),
    room=__name__,
    colours=("black", "white"),
    options=(),
    start=lambda options: _POSITION.Position(options),
    sgf=SgfForm("Boku", {"black": "B", "white": "W"}, size="", setup=("AB", "AW", "TAKEN")),
    levels=LEVELS,
    won_by=WON_BY,
)
