"""Small pictures of the games for the start screen: drawn one at a time, between two frames."""

from __future__ import annotations

from typing import Any

from engine.errors import BocheError
from engine.games.registry import GAMES, find
from viewer.camera.camera import Camera, frame
from viewer.games.registry import build_scene, view_of
from viewer.hud.pages.start import SHAPE, picture_name
from viewer.renderer.cached_view import Stage
from viewer.renderer.renderer import Renderer
from viewer.renderer.style import Style
from viewer.scene import Scene, SceneOptions


class Shelf:
    """The pictures, as textures."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self._renderer: Renderer | None = None
        self._stages: dict[str, Stage] = {}
        self._scenes: dict[str, Scene] = {}
        self._wanted: tuple[Any, ...] = ()

    @property
    def textures(self) -> dict[str, Any]:
        """Those that there are, by the names that pages use."""
        return {picture_name(game): stage.texture for game, stage in self._stages.items()}

    def work(self, width: int, style: Style) -> bool:
        """Draw one picture that is missing or looks otherwise; False if there is none.

        ``width`` is in pixels. Raises ``RenderError``.
        """
        if self._wanted != (width, style):
            self.release()
            self._wanted = (width, style)
        game = next((name for name in GAMES if name not in self._stages), None)
        if game is None:
            return False
        if self._renderer is None:
            self._renderer = Renderer(self._context)
        stage = self._stages[game] = Stage(self._context, "high", self._renderer)
        scene = self._scene(game)
        size = (max(width, 16), max(round(width * SHAPE), 9))
        camera = frame(Camera(), scene.bounds, size[0] / size[1])
        stage.update(scene, camera, size, style)
        return True

    def _scene(self, game: str) -> Scene:
        if game not in self._scenes:
            position = cover(game)
            self._scenes[game] = build_scene(position, SceneOptions(labels=False))
        return self._scenes[game]

    def release(self) -> None:
        """Free everything on the card."""
        for stage in self._stages.values():
            stage.release()
        self._stages = {}
        if self._renderer is not None:
            self._renderer.release()
            self._renderer = None


def cover(game: str) -> Any:
    """The position that shows a game; the start where that cannot be had."""
    try:
        return view_of(game).cover()
    except (BocheError, OSError):
        return find(game).new()
