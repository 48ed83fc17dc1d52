"""Random games and cameras for tests of pointing."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import strategies as st

from boche.engine import new
from boche.engine.games.boche.position import Position
from boche.viewer.camera.camera import VIEWS, Camera, frame
from boche.viewer.games.boche.pick import bounds
from boche.viewer.games.view import Display

PLAIN = Display()
VIEWPORT = (1280, 720)

cameras = st.builds(
    Camera,
    target=st.tuples(*[st.floats(-4, 4)] * 2, st.floats(0, 4)),
    azimuth=st.floats(-400, 400),
    elevation=st.floats(4, 90),
    distance=st.floats(3, 80),
    projection=st.sampled_from(["perspective", "ortho"]),
)


def random_game(rng: random.Random, size: int, plies: int) -> Position:
    position = new("boche", size=size, kill=0)
    for _ in range(plies):
        moves = [m for m in position.legal_moves() if m.rotation != "swap"]
        if not moves:
            break
        position = position.play(rng.choice(moves))
    assert isinstance(position, Position)
    return position


def random_camera(rng: random.Random, position: Position) -> Camera:
    start = replace(
        rng.choice(list(VIEWS.values())),
        azimuth=rng.uniform(-180, 180),
        elevation=rng.choice([4.0, 90.0, rng.uniform(4, 90), rng.uniform(30, 80)]),
        projection=rng.choice(["perspective", "ortho"]),
    )
    return frame(start, bounds(position), 16 / 9)


def play(*moves: str, **options: object) -> Position:
    position = new("boche", **options)
    for move in moves:
        position = position.play(move)
    return position
