"""Pictures of what a window shows, drawn and written as all pictures are."""

from __future__ import annotations

import numpy as np

from viewer.export.png import encode_picture
from viewer.export.size import parse_size
from viewer.games.registry import build_scene
from viewer.hud import layout
from viewer.renderer.offscreen import Target
from viewer.renderer.renderer import Renderer
from viewer.scene import SceneOptions
from viewer.window.board_picture import numbered, style_of
from viewer.window.canvas import Canvas


def table_picture(canvas: Canvas, size: str = "as seen", kind: str = "PNG") -> bytes:
    """The table as it is seen, without ghost and pointer, in a size such as ``1920x1080``.

    The same picture as the command ``shot`` draws for this camera.
    """
    wanted = layout.picture_size(canvas.desk.areas) if "x" not in size else parse_size(size)
    shown = canvas.shown()
    display = shown.view.display
    options = SceneOptions(
        last=shown.view.last,
        numbered=numbered(shown),
        labels=shown.settings.coordinates,
        explode=display.explode,
    )
    if display.peeled:
        scene = canvas.frame.picture.scene(shown)
    else:
        scene = build_scene(shown.session.position, options)
    canvas.desk.window.switch_to()
    target, renderer = Target(canvas.frame.context, wanted), Renderer(canvas.frame.context)
    try:
        renderer.draw(scene, shown.view.camera, target.drawn, wanted, style_of(shown))
        return encode_picture(target.read(), alpha=False, kind=kind)
    finally:
        renderer.release()
        target.release()


def window_picture(canvas: Canvas, kind: str = "PNG") -> bytes:
    """The whole window as it was drawn last."""
    return encode_picture(window_image(canvas), alpha=False, kind=kind)


def window_image(canvas: Canvas) -> np.ndarray:
    """The whole window as it was drawn last: (height, width, 4), the first row at the bottom."""
    width, height = canvas.desk.window.pixels
    canvas.desk.window.switch_to()
    canvas.draw_only()
    screen = canvas.frame.context.screen
    data = screen.read(viewport=(0, 0, width, height), components=4, alignment=1)
    return np.frombuffer(data, np.uint8).reshape(height, width, 4)
