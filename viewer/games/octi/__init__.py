"""Octi as people see it: pods with prongs on a board of squares."""

from functools import partial

from viewer.camera.camera import Camera
from viewer.games.octi import live, panel, pick, scene
from viewer.games.samples import sample
from viewer.games.view import GameView

GAME_VIEW = GameView(
    scene=scene.build,
    live=live.build,
    picker=pick,
    panel=panel,
    cover=partial(sample, "octi-south.sgf", 30),
    front=Camera(azimuth=-90.0),
)
