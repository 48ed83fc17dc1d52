"""Octi as people see it: pods with prongs on a board of squares."""

from functools import partial

from viewer.camera.camera import Camera
from viewer.games.octi import live, scene
from viewer.games.octi.panel import PANEL
from viewer.games.octi.pick import PICKER
from viewer.games.samples import sample
from viewer.games.view import GameView

GAME_VIEW = GameView(
    scene=scene.build,
    live=live.build,
    picker=PICKER,
    panel=PANEL,
    cover=partial(sample, "octi-south.sgf", 30),
    front=Camera(azimuth=-90.0),
)
