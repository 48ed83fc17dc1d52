"""The start screen's thumbnails of the games."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from boche.engine.games.registry import GAMES
from boche.viewer.camera.camera import Camera
from boche.viewer.games.registry import camera_of
from boche.viewer.renderer.style import Style
from boche.viewer.window.drawing import frame
from boche.viewer.window.drawing.frame import Thumbnails


def test_each_game_is_seen_as_at_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    cameras: list[Camera] = []

    class View:
        """A view that records the cameras it draws with."""

        def __init__(self, *_: Any) -> None:
            self.texture = None

        def update(self, scene: Any, camera: Camera, size: Any, style: Any) -> None:
            cameras.append(camera)

    monkeypatch.setattr(frame, "CachedView", View)
    monkeypatch.setattr(frame, "Renderer", lambda context: SimpleNamespace())
    pictures = Thumbnails(None)
    while pictures.work(250, Style()):
        pass
    fronts = [camera_of(game) for game in GAMES]
    seen = [(camera.azimuth, camera.elevation, camera.projection) for camera in cameras]
    assert seen == [(front.azimuth, front.elevation, front.projection) for front in fronts]
    assert len({front.azimuth for front in fronts}) > 1, "no game to tell them apart by"
