"""Che as people see it: tiles on a table."""

from functools import partial

from viewer.games.che import live, panel, pick, scene
from viewer.games.samples import sample
from viewer.games.view import GameView

GAME_VIEW = GameView(
    scene=scene.build,
    live=live.build,
    picker=pick,
    panel=panel,
    cover=partial(sample, "che-closed.sgf", 99),
)
