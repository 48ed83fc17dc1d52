"""The start screen's thumbnails of the games."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from boche.engine.games.registry import GAMES
from boche.viewer.camera.camera import Camera
from boche.viewer.games.registry import camera_of
from boche.viewer.hud.model import MOMENT
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Picture
from boche.viewer.renderer.style import Style
from boche.viewer.session import Seat, Session
from boche.viewer.table.input import Controller
from boche.viewer.window.drawing import frame, moment_pictures
from boche.viewer.window.drawing.frame import Thumbnails
from tests.viewer.hud.test_hud_layout import shown_of


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


@pytest.mark.parametrize("own", ["black", "white"])
def test_the_board_of_a_move_under_the_pointer_is_seen_from_the_player_s_side(
    own: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cameras: list[Camera] = []

    class View:
        """A view that records the cameras it draws with."""

        def __init__(self, _: Any) -> None:
            self.texture = SimpleNamespace(read=bytes)

        def update(self, scene: Any, camera: Camera, size: Any, style: Any) -> None:
            cameras.append(camera)

    monkeypatch.setattr(moment_pictures, "CachedView", View)
    pictures = moment_pictures.MomentPictures(SimpleNamespace(texture=lambda *_: "drawn"))
    seats = {"black": Seat("", "1"), "white": Seat("", "1")} | {own: Seat("Anna")}
    session = Session.new("octi", seats=seats)
    place = Picture(Rect(0, 0, 160, 90), f"{MOMENT}0")
    assert pictures.draw([place], shown_of(session), Style())
    (camera,) = cameras
    assert camera.azimuth == Controller(session).table.looking.orbit.camera.azimuth
