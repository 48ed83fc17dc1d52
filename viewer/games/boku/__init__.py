"""Boku as people see it: marbles on a drilled board."""

from functools import partial

from viewer.games.boku import live, panel, pick, scene
from viewer.games.samples import sample
from viewer.games.view import GameView

GAME_VIEW = GameView(
    scene=scene.build,
    live=live.build,
    picker=pick,
    panel=panel,
    cover=partial(sample, "boku-row.sgf", 99),
)
