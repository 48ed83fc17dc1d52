"""Figures as PNG: areas filled by Pillow, where neither GL nor an SVG renderer is available."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFont

from boche.viewer.export.figure.curves import Array
from boche.viewer.export.figure.drawing import CAPITAL, HALO, LINE, Drawing, Shape, Text
from boche.viewer.export.figure.inks import INK
from boche.viewer.export.figure.svg import SLANT, SPACE, STROKE

FINE = 3  # samples per pixel in each direction
STEPS = 6  # straight pieces per curve
EM = 64  # pixel size of letters before they are laid on the board
MOST = 4000  # of the width before it is scaled down


def png_of(drawing: Drawing, width: int, paper: str = "#ffffff") -> bytes:
    """Return a drawing as a PNG, as by ``image_of``."""
    return _png(image_of(drawing, width, paper))


def framed_png_of(drawing: Drawing, size: tuple[int, int], paper: str = "#ffffff") -> bytes:
    """Return a drawing in the middle of a PNG of this size in pixels, as large as it fits."""
    width, height = size
    scale = min(width / drawing.width, height / drawing.height)
    small = image_of(drawing, max(int(drawing.width * scale), 1), paper)
    image = Image.new("RGB", size, paper)
    image.paste(small, ((width - small.width) // 2, (height - small.height) // 2))
    return _png(image)


def image_of(drawing: Drawing, width: int, paper: str = "#ffffff") -> Image.Image:
    """Return a drawing as an image, ``width`` pixels wide, on plain ``paper``.

    The samples across are limited to ``MOST``.
    """
    scale = min(FINE * width, MOST) / drawing.width
    size = (round(drawing.width * scale), round(drawing.height * scale))
    image = Image.new("RGB", size, paper)
    for group in drawing.groups:
        for item in group.items:
            if isinstance(item, Shape):
                _fill(image, item, scale)
            else:
                _write(image, item, scale)
    return image.resize((max(size[0] // FINE, 1), max(size[1] // FINE, 1)), Image.Resampling.BOX)


def _png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.quantize(128, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def _fill(image: Image.Image, shape: Shape, scale: float) -> None:
    outlines = [_points(loop, scale) for loop in shape.loops]
    thick = max(round(LINE * scale), 1)
    if len(outlines) == 1 and shape.alpha >= 1.0 and not shape.fill.hatched:
        draw = ImageDraw.Draw(image)
        draw.polygon(outlines[0], fill=shape.fill.colour)
        if shape.line:
            draw.line([*outlines[0], outlines[0][0]], fill=shape.line, width=thick, joint="curve")
        return
    corners = np.concatenate(outlines)
    left, top = np.floor(corners.min(axis=0)).astype(int)
    size = tuple(int(side) for side in np.ceil(corners.max(axis=0)).astype(int) - (left, top) + 1)
    inside = Image.new("1", (size[0], size[1]))
    for outline in outlines:  # a loop within another one is a hole in it
        one = Image.new("1", inside.size)
        ImageDraw.Draw(one).polygon([(x - left, y - top) for x, y in outline], fill=1)
        inside = ImageChops.logical_xor(inside, one)
    mask = inside.convert("L").point(lambda value: round(value * shape.alpha))
    image.paste(shape.fill.colour, (int(left), int(top)), mask)
    if shape.fill.hatched:
        lines = _hatching(int(left), int(top), size, scale)
        image.paste(INK, (int(left), int(top)), ImageChops.multiply(mask, lines))
    if shape.line and not shape.dashed:
        draw = ImageDraw.Draw(image)
        for outline in outlines:
            draw.line([*outline, outline[0]], fill=shape.line, width=thick)


def _hatching(left: int, top: int, size: tuple[int, ...], scale: float) -> Image.Image:
    """Return the lines of the hatching as a mask; they continue from one shape to the next."""
    slant = np.radians(SLANT)
    x, y = (np.arange(side) + first for side, first in zip(size, (left, top), strict=True))
    across = (np.cos(slant) * y[:, np.newaxis] - np.sin(slant) * x) / scale
    lines = np.abs(across % SPACE - SPACE / 2) < STROKE / 2
    return Image.fromarray(np.where(lines, 255, 0).astype(np.uint8))


def _points(loop: Array, scale: float) -> list[tuple[float, float]]:
    """Return a loop (S, 4, 2) in millimetres as corners in pixels; straight segments stay whole."""
    points: list[Array] = []
    at = np.arange(STEPS)[:, np.newaxis] / STEPS
    weights = np.hstack([(1 - at) ** 3, 3 * at * (1 - at) ** 2, 3 * at**2 * (1 - at), at**3])
    for curve in loop:
        start, one, two, end = curve
        straight = (start == one).all() and (two == end).all()
        points.append(start[np.newaxis] if straight else weights @ curve)
    return [(float(x), float(y)) for x, y in np.concatenate(points) * scale]


def _write(image: Image.Image, text: Text, scale: float) -> None:
    """Draw letters as placed by their matrix."""
    font = ImageFont.load_default(EM)
    halo = round(EM * HALO / 2) if text.halo else 0
    wide = round(font.getlength(text.text)) + 2 * halo + 4
    high = 2 * EM
    drawn = Image.new("RGBA", (wide, high))
    ImageDraw.Draw(drawn).text(
        (wide / 2, high / 2 + EM * CAPITAL / 2), text.text, text.colour, font, "ms",
        stroke_width=halo, stroke_fill=text.halo or None,
    )  # fmt: skip
    a, b, c, d, e, f = text.matrix
    forth = np.array([[a, c], [b, d]]) * scale / EM  # from pixels of letters to the page
    middle, half = np.array([e, f]) * scale, np.array([wide, high]) / 2
    reach = np.abs(forth) @ half
    low = np.floor(middle - reach).astype(int)
    size = np.ceil(2 * reach).astype(int) + 2
    try:
        back = np.linalg.inv(forth)
    except np.linalg.LinAlgError:  # seen from the side: a line at most
        return
    shift = back @ (low - middle) + half
    data = (*back[0], shift[0], *back[1], shift[1])
    laid = drawn.transform(
        (int(size[0]), int(size[1])), Image.Transform.AFFINE, data, Image.Resampling.BILINEAR
    )
    image.paste(laid, (int(low[0]), int(low[1])), laid)
