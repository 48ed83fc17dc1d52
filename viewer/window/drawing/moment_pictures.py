"""Small pictures of the game's moves, for the card of the move under the pointer."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from boche.engine.record import Node
from boche.viewer.games.registry import front_of
from boche.viewer.hud.model import MOMENT, HudData
from boche.viewer.hud.widgets.items import Picture
from boche.viewer.renderer.cached_view import CachedView
from boche.viewer.renderer.style import Style
from boche.viewer.scene import SceneOptions
from boche.viewer.window.drawing.record_pictures import drawn_small

MOST = 24
"""The maximum number of pictures kept: those passed last, a few MB in total."""


class MomentPictures:
    """The pictures as textures, by the nodes that they show."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self._view: CachedView | None = None
        self._look: tuple[Any, ...] = ()
        self._kept: OrderedDict[Node, Any] = OrderedDict()
        self._without: set[Node] = set()

    def textures(self, places: Sequence[Picture], shown: HudData) -> dict[str, Any]:
        """Return the textures that there are already, by the names that pages use."""
        found = {place.name: self._kept.get(_node_of(place, shown)) for place in places}
        return {name: texture for name, texture in found.items() if texture is not None}

    def draw(self, places: Sequence[Picture], shown: HudData, style: Style) -> bool:
        """Draw one that is missing; return whether one was drawn. Raises ``RenderError``."""
        if not places:
            return False
        place = places[-1]
        size = max(round(place.rect.w), 16), max(round(place.rect.h), 9)
        seen = front_of(shown.session.record.game_name, shown.own_side)
        look = size, style, shown.session, seen
        if self._look != look:
            self.release()
            self._look = look
        node = _node_of(place, shown)
        if node in self._kept or node in self._without:
            return False
        if self._view is None:
            self._view = CachedView(self._context)
        position = shown.session.positions.at(node)
        options = SceneOptions(labels=False, last=node.move if position.ply else None)
        texture = drawn_small(self._context, self._view, position, size, style, options, seen)
        if texture is None:
            self._without.add(node)
            return False
        self._kept[node] = texture
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)[1].release()
        return True

    def release(self) -> None:
        """Free all GPU resources."""
        for texture in self._kept.values():
            texture.release()
        if self._view is not None:
            self._view.release()
        self._view, self._look = None, ()
        self._kept.clear()
        self._without.clear()


def _node_of(place: Picture, shown: HudData) -> Node:
    """Return the node of the line shown that a picture is to show."""
    return shown.session.cursor.line[int(place.name.removeprefix(MOMENT))]
