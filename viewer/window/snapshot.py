"""Pictures of what a window shows, drawn and written as all pictures are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from viewer.export.png import encode_png
from viewer.export.size import parse_size
from viewer.games.registry import build_scene
from viewer.hud import layout
from viewer.renderer.offscreen import Target
from viewer.renderer.renderer import Renderer
from viewer.scene import SceneOptions
from viewer.window.board_picture import style_of

if TYPE_CHECKING:
    from viewer.window.app import App


def table_png(app: App, size: str = "as seen") -> bytes:
    """The table as it is seen, without ghost and pointer, in a size such as ``1920x1080``.

    The same picture as ``boche shot`` draws for this camera.
    """
    wanted = layout.picture_size(app.areas) if "x" not in size else parse_size(size)
    shown = app.shown()
    display = shown.view.display
    options = SceneOptions(
        last=shown.view.last,
        labels=shown.settings.coordinates,
        explode=display.explode,
    )
    if display.peeled:
        scene = app.frame.picture.scene(shown)
    else:
        scene = build_scene(shown.session.position, options)
    app.window.switch_to()
    target, renderer = Target(app.frame.context, wanted), Renderer(app.frame.context)
    try:
        renderer.draw(scene, shown.view.camera, target.drawn, wanted, style_of(shown))
        return encode_png(target.read(), alpha=False)
    finally:
        renderer.release()
        target.release()


def window_png(app: App) -> bytes:
    """The whole window as it was drawn last."""
    return encode_png(window_image(app), alpha=False)


def window_image(app: App) -> np.ndarray:
    """The whole window as it was drawn last: (height, width, 4), the first row at the bottom."""
    width, height = app.window.pixels
    app.window.switch_to()
    app.draw_only()
    data = app.frame.context.screen.read(viewport=(0, 0, width, height), components=4, alignment=1)
    return np.frombuffer(data, np.uint8).reshape(height, width, 4)
