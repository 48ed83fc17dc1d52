"""Boche as people see it: cubes on a triangular board."""

from functools import partial

from viewer.games.boche import live, panel, pick, scene
from viewer.games.samples import sample
from viewer.games.view import GameView

GAME_VIEW = GameView(
    scene=scene.build,
    live=live.build,
    picker=pick,
    panel=panel,
    cover=partial(sample, "boche-path.sgf", 30),
)
