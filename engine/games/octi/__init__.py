"""Octi (Donald Green): pods that move where their prongs point, step, jump and capture."""

from __future__ import annotations

from typing import cast

from boche.engine.deferred import Deferred
from boche.engine.game import Codec, Game, Option, SgfForm
from boche.engine.games.octi.words import WON_BY
from boche.engine.languages.current import tr_later
from boche.engine.level import Level

LEVELS = (
    Level(10, 1, 10.0, 0.95, 0.99, teaching=True, rating=179),
    Level(20, 1, 10.0, 0.8, teaching=True, rating=239),
    Level(100, 1, 6.0, 0.4, teaching=True, rating=289),
    Level(2_000, tactical_check=1_000, teaching=True, rating=392),
    Level(8_000, tactical_check=1_000, rating=566),
    Level(30_000, tactical_check=1_000, rating=774),
    Level(100_000, tactical_check=1_000, rating=1024),
    Level(None, tactical_check=1_000, rating=1163),
    Level(None, tactical_check=1_000, learned=True, rating=1722),
)

_POSITION = Deferred(f"{__name__}.position")

GAME = Game(
    name="octi",
    title="Octi",
    about=tr_later("Give your pods prongs and occupy the enemy's home squares."),
    room=__name__,
    colours=("black", "white"),
    options=(
        Option(
            "bases",
            3,
            tr_later("enemy home squares you must occupy to win: all 3, or any 1"),
            1,
            3,
            values=(1, 3),
            label=tr_later("Bases"),
            named=(
                (1, tr_later("short game (any 1)")),
                (3, tr_later("usual game (all 3)")),
            ),
        ),
        Option(
            "wrap",
            False,
            tr_later("a pod that leaves the board on one side comes back on the other"),
            label=tr_later("No edges"),
        ),
    ),
    start=lambda options: _POSITION.Position(options),
    sgf=SgfForm(
        "19",
        {"black": "B", "white": "W"},
        size="",
        codec=cast(Codec, Deferred(f"{__name__}.sgf")),
        setup=("AB", "AW", "STORE", "SEEN"),
    ),
    levels=LEVELS,
    won_by=WON_BY,
)
