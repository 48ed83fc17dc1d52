"""The animated board beside the text of the rules: drawn while visible, and freed afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boche.viewer.camera.camera import Camera, frame
from boche.viewer.games.registry import build_live, camera_of
from boche.viewer.hud.widgets.items import Picture
from boche.viewer.renderer.cached_view import CachedView
from boche.viewer.renderer.style import Style
from boche.viewer.scene import Scene
from boche.viewer.scene.live import LiveOptions
from boche.viewer.table.shown import in_motion

if TYPE_CHECKING:
    from boche.viewer.rules.demonstration import Moment, Showing


class LivePicture:
    """The texture of a board that plays by itself, kept up to date."""

    def __init__(self, context: Any, quality: str) -> None:
        self._context, self._quality = context, quality
        self._view: CachedView | None = None
        self._scene: tuple[Moment, Scene] | None = None
        self._camera: tuple[tuple[Showing, tuple[int, int]], Camera] | None = None
        self.frames = 0
        """The number of times it has been drawn."""

    def update(
        self, showing: Showing | None, places: list[Picture], style: Style
    ) -> dict[str, Any]:
        """Return the texture by its picture's name, or nothing without an animation.

        Raises ``RenderError``.
        """
        if showing is None or not places:
            self.release()
            return {}
        rect, name = places[-1].rect, places[-1].name
        size = max(round(rect.w), 16), max(round(rect.h), 16)
        camera = self._camera_of(showing, size)
        if self._view is None:
            self._view = CachedView(self._context, self._quality)
        self.frames += self._view.update(self._scene_of(showing.moment()), camera, size, style)
        return {name: self._view.texture}

    def _camera_of(self, showing: Showing, size: tuple[int, int]) -> Camera:
        """Return the camera that sees all of the last position."""
        if self._camera is None or self._camera[0] != (showing, size):
            view = camera_of(showing.game, showing.play.view or "corner")
            bounds = build_live(showing.final, LiveOptions()).bounds
            self._camera = ((showing, size), frame(view, bounds, size[0] / size[1]))
        return self._camera[1]

    def _scene_of(self, moment: Moment) -> Scene:
        """Return the scene of a moment; the same object while nothing in it changes."""
        if self._scene is None or self._scene[0] != moment:
            if moment.change is not None:
                scene = build_live(*in_motion(moment.change, LiveOptions()))
            else:
                scene = build_live(moment.position, LiveOptions(last=moment.last))
            self._scene = (moment, scene)
        return self._scene[1]

    def release(self) -> None:
        """Free all GPU resources."""
        if self._view is not None:
            self._view.release()
        self._view, self._scene, self._camera = None, None, None
