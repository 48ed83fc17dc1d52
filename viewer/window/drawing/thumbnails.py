"""Small pictures of the games for the start screen: drawn one at a time, between two frames."""

from __future__ import annotations

from typing import Any

from boche.engine.errors import BocheError, why_not
from boche.engine.games.registry import GAMES, find
from boche.engine.languages.current import tr
from boche.viewer.camera.camera import frame
from boche.viewer.games.registry import build_scene, camera_of, view_of
from boche.viewer.hud.pages.start import SHAPE, picture_name
from boche.viewer.renderer.cached_view import CachedView
from boche.viewer.renderer.renderer import Renderer
from boche.viewer.renderer.style import Style
from boche.viewer.scene import Scene, SceneOptions


class Thumbnails:
    """The pictures of the games, as textures."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self._renderer: Renderer | None = None
        self._views: dict[str, CachedView] = {}
        self._scenes: dict[str, Scene] = {}
        self._wanted: tuple[Any, ...] = ()
        self._without: set[str] = set()
        self._problems: list[str] = []

    @property
    def textures(self) -> dict[str, Any]:
        """The existing textures, by the names that pages use."""
        return {picture_name(game): view.texture for game, view in self._views.items()}

    def work(self, width: int, style: Style) -> bool:
        """Draw one picture that is missing or out of date; return False if there is none.

        ``width`` is in pixels. Raises ``RenderError``.
        """
        if self._wanted != (width, style):
            self.release()
            self._wanted = (width, style)
        done = self._without.union(self._views)
        game = next((name for name in GAMES if name not in done), None)
        if game is None:
            return False
        size = (max(width, 16), max(round(width * SHAPE), 9))
        try:
            scene = self._scene(game)
            camera = frame(camera_of(game), scene.bounds, size[0] / size[1])
        except Exception as error:  # plugins' views may raise anything
            self._without.add(game)
            self._problems.append(
                tr("no picture of {title}: {reason}", title=find(game).title, reason=why_not(error))
            )
            return True
        if self._renderer is None:
            self._renderer = Renderer(self._context)
        view = self._views[game] = CachedView(self._context, "high", self._renderer)
        view.update(scene, camera, size, style)
        return True

    def take_problems(self) -> list[str]:
        """Return a line for each game found to have no picture since the last call."""
        found, self._problems = self._problems, []
        return found

    def _scene(self, game: str) -> Scene:
        if game not in self._scenes:
            position = shown_position(game)
            self._scenes[game] = build_scene(position, SceneOptions(labels=False))
        return self._scenes[game]

    def release(self) -> None:
        """Free all GPU resources."""
        for view in self._views.values():
            view.release()
        self._views = {}
        if self._renderer is not None:
            self._renderer.release()
            self._renderer = None


def shown_position(game: str) -> Any:
    """Return the position that shows a game, by default its start. Raises ``ViewError``."""
    thumbnail = view_of(game).thumbnail
    try:
        return thumbnail() if thumbnail is not None else find(game).new()
    except (BocheError, OSError):
        return find(game).new()
