"""Small pictures of records for lists: computed between two frames, and cached."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from boche.engine.errors import BocheError
from boche.viewer.camera.camera import Camera, frame
from boche.viewer.games.registry import build_scene, camera_of
from boche.viewer.hud.dialogs.tall_list import PICTURE, SHAPE
from boche.viewer.hud.widgets.items import Picture
from boche.viewer.renderer.cached_view import CachedView
from boche.viewer.renderer.style import Style
from boche.viewer.scene import SceneOptions
from boche.viewer.storage.last_position import LastPosition

MOST = 64
"""The maximum number of cached pictures: more than are visible at once, a few MB in total."""


class RecordPictures:
    """The pictures as textures, by the names that pages use. ``read`` returns a record's bytes.

    ``tick`` replays records, a few moves at a time; ``draw`` draws a picture that is ready.
    """

    def __init__(self, context: Any, read: Callable[[str], bytes]) -> None:
        self._context, self._read = context, read
        self._view: CachedView | None = None
        self._look: tuple[Any, ...] = ()
        self._wanted: Sequence[str] = ()
        self._replayed: LastPosition | None = None
        self._replaying = ""
        self._ready: tuple[str, Any] | None = None
        self._without: set[str] = set()
        self.textures: OrderedDict[str, Any] = OrderedDict()

    def want(self, pictures: Sequence[Picture], style: Style) -> None:
        """Request the visible pictures; without any, all are freed."""
        if not pictures:
            self.release()
            return
        size = max(round(pictures[0].rect.w), 16), max(round(pictures[0].rect.w * SHAPE), 9)
        if self._look != (size, style):
            self.release()
            self._look = (size, style)
        self._wanted = [picture.name for picture in pictures][:MOST]
        for name in self._wanted:
            if name in self.textures:
                self.textures.move_to_end(name)

    @property
    def _next(self) -> str | None:
        return next((n for n in self._wanted if n not in self.textures and n not in self._without),
                    None)  # fmt: skip

    @property
    def busy(self) -> bool:
        """True if ``tick`` has work to do."""
        return self._ready is None and self._next is not None

    def tick(self) -> bool:
        """Replay some moves of a record; return whether a picture is ready to ``draw``."""
        name = self._next
        if self._ready is not None or name is None:
            return self._ready is not None
        try:
            if self._replaying != name or self._replayed is None:
                self._replayed = LastPosition(self._read(name.removeprefix(PICTURE)))
                self._replaying = name
            elif not self._replayed.step():
                self._ready = name, self._replayed.position
                self._replayed = None
        except (BocheError, OSError):
            self._without.add(name)
        return self._ready is not None

    def draw(self) -> bool:
        """Draw a picture that is ready; return whether one was drawn. Raises ``RenderError``."""
        if self._ready is None:
            return False
        (name, position), self._ready = self._ready, None
        self._without.add(name)  # until drawing succeeds, so that a failure is not retried
        size, style = self._look
        if self._view is None:
            self._view = CachedView(self._context)
        options = SceneOptions(labels=False)
        texture = drawn_small(self._context, self._view, position, size, style, options)
        if texture is None:
            return False
        self.textures[name] = texture
        self._without.discard(name)
        while len(self.textures) > MOST:
            self.textures.popitem(last=False)[1].release()
        return True

    def release(self) -> None:
        """Free all GPU resources."""
        for texture in self.textures.values():
            texture.release()
        if self._view is not None:
            self._view.release()
        self._view, self._look, self._wanted = None, (), ()
        self._replayed, self._replaying, self._ready = None, "", None
        self.textures.clear()
        self._without.clear()


def drawn_small(
    context: Any,
    view: CachedView,
    position: Any,
    size: tuple[int, int],
    style: Style,
    options: SceneOptions,
    seen: Camera | None = None,
) -> Any:
    """Return a new texture with a position; None if it has no picture.

    It shows the whole board, as ``seen`` or as that of its game usually is. Raises ``RenderError``.
    """
    try:
        scene = build_scene(position, options)
        camera = frame(seen or camera_of(position.game.name), scene.bounds, size[0] / size[1])
    except Exception:  # plugins' views may raise anything
        return None
    view.update(scene, camera, size, style)
    return context.texture(size, 4, view.texture.read())
