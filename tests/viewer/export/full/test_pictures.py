"""Pictures from Python: methods of positions and records, and ``Camera``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from boche.engine import GAMES, new
from boche.viewer.export.pictures import Camera
from tests.viewer.export.push import test_pictures as push
from tests.viewer.export.push.test_pictures import SMALL, alike


@pytest.mark.parametrize("way", ["layers"])
def test_levels_taken_apart_are_the_command_s(boche: Any, tmp_path: Path, way: str) -> None:
    push.test_levels_taken_apart_are_the_command_s(boche, tmp_path, way)


def test_one_camera_draws_many_positions_of_all_games() -> None:
    positions = [new(game) for game in GAMES]
    for _ in range(30):
        positions.append(positions[-len(GAMES)].play(positions[-len(GAMES)].legal_moves()[0]))
    with Camera(SMALL) as camera:
        drawn = list(camera.images(positions))
        assert drawn[7].shape == (90, 120, 3)
        again = list(camera.images(reversed(positions)))
    assert all(alike(one, other) for one, other in zip(drawn, reversed(again), strict=True))
    for number in (0, 5, 30):
        assert alike(positions[number].image(size=SMALL), drawn[number])
