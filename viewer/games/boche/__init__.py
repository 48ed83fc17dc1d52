"""Boche as people see it: cubes on a triangular board."""

from functools import partial

from viewer.games.boche import live, scene
from viewer.games.boche.guide import GUIDE
from viewer.games.boche.panel import PANEL
from viewer.games.boche.pick import PICKER
from viewer.games.samples import sample
from viewer.games.view import GameView
from viewer.resources import asset_text

GAME_VIEW = GameView(
    scene=scene.build,
    live=live.build,
    picker=PICKER,
    panel=PANEL,
    cover=partial(sample, "boche-path.sgf", 30),
    rules=partial(asset_text, "rules/boche.md"),
    guide=GUIDE,
)
