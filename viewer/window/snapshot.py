"""Pictures of the window's content, drawn and written like all other pictures."""

from __future__ import annotations

import numpy as np

from boche.viewer.export.formats import parse_size
from boche.viewer.export.images import encode_picture
from boche.viewer.games.registry import build_scene
from boche.viewer.hud import layout
from boche.viewer.hud.model import HudData
from boche.viewer.scene import Scene, SceneOptions
from boche.viewer.window.canvas import Canvas
from boche.viewer.window.drawing.board_picture import numbered, style_of
from boche.viewer.window.sharing.studio import Studio


def table_picture(canvas: Canvas, size: str = "as seen", kind: str = "PNG") -> bytes:
    """Return the table as it is seen, without ghost and pointer, in a size like ``1920x1080``.

    The picture is the same as the command ``shot`` draws for this camera.
    """
    wanted, shown = picture_pixels(canvas, size), canvas.hud_data()
    scene, studio = table_scene(canvas, shown), Studio(canvas)
    try:
        image = studio.draw(scene, shown.view.camera, style_of(shown), wanted)
        return encode_picture(image, alpha=False, kind=kind)
    finally:
        studio.release()


def picture_pixels(canvas: Canvas, size: str) -> tuple[int, int]:
    """Return a size like ``1920x1080`` or ``as seen`` in pixels: (width, height)."""
    return layout.picture_size(canvas.desk.areas) if "x" not in size else parse_size(size)


def table_scene(canvas: Canvas, shown: HudData) -> Scene:
    """Return the scene without ghost and pointer."""
    display = shown.view.display
    if display.peeled:
        return canvas.frame.picture.scene(shown)
    options = SceneOptions(last=shown.view.last, numbered=numbered(shown),
                           labels=shown.settings.coordinates, explode=display.explode,
                           drawn=shown.view.marks)  # fmt: skip
    return build_scene(shown.session.position, options)


def window_picture(canvas: Canvas, kind: str = "PNG") -> bytes:
    """Return the whole window as an encoded picture."""
    return encode_picture(window_image(canvas), alpha=False, kind=kind)


def window_image(canvas: Canvas) -> np.ndarray:
    """Draw the whole window and return it: (height, width, 4), the first row at the bottom."""
    width, height = canvas.desk.window.pixels
    canvas.desk.window.switch_to()
    canvas.draw_only()
    screen = canvas.frame.context.screen
    data = screen.read(viewport=(0, 0, width, height), components=4, alignment=1)
    return np.frombuffer(data, np.uint8).reshape(height, width, 4)
