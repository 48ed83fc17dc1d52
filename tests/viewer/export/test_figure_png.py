"""Figures as PNG: areas with holes, translucent areas and letters in the right places."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image

from boche.viewer.export.figure.curves import Array
from boche.viewer.export.figure.drawing import Drawing, Group, Shape, Text
from boche.viewer.export.figure.inks import Fill
from boche.viewer.export.figure.png import png_of


def square(low: float, high: float) -> Array:
    """Return a loop of four straight segments, in millimetres."""
    corners = np.array([[low, low], [high, low], [high, high], [low, high]])
    after = np.roll(corners, -1, axis=0)
    return np.stack([corners, corners, after, after], axis=1)


def picture(*items: Shape | Text) -> Image.Image:
    raw = png_of(Drawing(100.0, 50.0, (Group("all", "All", items),)), 200)
    return Image.open(io.BytesIO(raw)).convert("RGB")


def test_its_size_and_paper() -> None:
    found = picture()
    assert found.size == (200, 100)
    assert found.getpixel((100, 50)) == (255, 255, 255)


def test_an_area_and_one_with_a_hole() -> None:
    red, blue = Fill("#ff0000"), Fill("#0000ff")
    ring = (square(25.0, 45.0), square(30.0, 40.0))
    found = picture(Shape((square(0.0, 20.0),), red, ""), Shape(ring, blue, ""))
    assert found.getpixel((20, 20)) == (255, 0, 0)
    assert found.getpixel((55, 55)) == (0, 0, 255)
    assert found.getpixel((70, 70)) == (255, 255, 255), "the hole"
    assert found.getpixel((46, 46)) == (255, 255, 255)


def test_what_is_faint_lets_the_paper_through() -> None:
    found = picture(Shape((square(10.0, 40.0),), Fill("#000000"), "", alpha=0.5))
    red, green, blue = found.getpixel((50, 50))  # type: ignore[misc]
    assert red == green == blue
    assert 120 <= red <= 135


def test_letters_lie_where_their_matrix_puts_them() -> None:
    found = np.asarray(picture(Text("I", (20.0, 0.0, 0.0, 20.0, 50.0, 25.0), "#000000", "")))
    dark = np.argwhere(found[:, :, 0] < 128)
    assert abs(dark.mean(axis=0) - (50, 100)).max() < 4
    height = np.ptp(dark[:, 0])
    assert 22 <= height <= 34, "a capital letter of 20 mm"
