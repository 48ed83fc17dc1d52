"""The window's content as an image."""

from __future__ import annotations

import numpy as np

from boche.viewer.export.images import encode_picture
from boche.viewer.window.canvas import Canvas


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
