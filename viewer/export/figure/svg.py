"""Figures as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from boche.viewer.camera.camera import Camera
from boche.viewer.export.figure.curves import Array
from boche.viewer.export.figure.drawing import (
    CAPITAL,
    DASH,
    HALO,
    LINE,
    WIDTH,
    Drawing,
    Group,
    Shape,
    Text,
    draw,
)
from boche.viewer.export.figure.inks import INK, Fill
from boche.viewer.scene.model import Scene

FINE = 100  # units of the drawing per millimetre: all coordinates are whole numbers of them
SPACE, STROKE, SLANT = 0.55, 0.18, 45  # of the hatching: millimetres, and degrees
EM = 10.0  # size of letters before they are laid on the board
FONT = "Aileron,Helvetica,Arial,sans-serif"


def figure_svg(
    scene: Scene,
    camera: Camera,
    *,
    palette: str = "classic",
    width: float = WIDTH,
    title: str = "",
    text: str = "",
    prefix: str = "",
) -> str:
    """Return a scene as an SVG document, seen by a camera, ``width`` millimetres wide.

    ``palette`` is a palette's name or ``print``, which has black ink alone. ``title`` and ``text``
    describe it for people who cannot see it; all ids begin with ``prefix``, so that they are
    unique on a page with several figures. Raises ``FigureError``.
    """
    return svg_of(draw(scene, camera, palette, width), title, text, prefix)


def svg_of(drawing: Drawing, title: str = "", text: str = "", prefix: str = "") -> str:
    """Return a drawing as an SVG document; see ``figure_svg``."""
    return "\n".join(_lines(drawing, title, text, prefix)) + "\n"


def _lines(drawing: Drawing, title: str, text: str, prefix: str) -> Iterator[str]:
    wide, high = (round(FINE * side) for side in (drawing.width, drawing.height))
    names = " ".join(
        prefix + name for name, content in (("title", title), ("desc", text)) if content
    )
    labelled = f" aria-labelledby={quoteattr(names)}" if names else ""
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide / FINE:g}mm" '
        f'height="{high / FINE:g}mm" viewBox="0 0 {wide} {high}" role="img"{labelled} '
        f'stroke-width="{FINE * LINE:g}" stroke-linejoin="round">'
    )
    if title:
        yield f"<title id={quoteattr(prefix + 'title')}>{escape(title)}</title>"
    if text:
        yield f"<desc id={quoteattr(prefix + 'desc')}>{escape(text)}</desc>"
    if any(isinstance(i, Shape) and i.fill.hatched for g in drawing.groups for i in g.items):
        yield from _hatching(prefix)
    for group in drawing.groups:
        yield from _group(group, prefix)
    yield "</svg>"


def _hatching(prefix: str) -> Iterator[str]:
    space, stroke = FINE * SPACE, FINE * STROKE
    yield (
        f'<defs><pattern id={quoteattr(prefix + "hatch")} patternUnits="userSpaceOnUse" '
        f'width="{space:g}" height="{space:g}" patternTransform="rotate({SLANT})">'
        f'<path d="M0 0h{space:g}v{space:g}h{-space:g}z" fill="#ffffff" stroke="none"/>'
        f'<path d="M0 {space / 2:g}h{space:g}" stroke="{INK}" stroke-width="{stroke:g}"/>'
        "</pattern></defs>"
    )


def _group(group: Group, prefix: str) -> Iterator[str]:
    yield f"<g id={quoteattr(prefix + group.name)}><title>{escape(group.title)}</title>"
    for item in group.items:
        yield _shape(item, prefix) if isinstance(item, Shape) else _text(item)
    yield "</g>"


def _shape(shape: Shape, prefix: str) -> str:
    path = "".join(path_data(loop) for loop in shape.loops)
    faint = f' opacity="{shape.alpha:.2g}"' if shape.alpha < 1.0 else ""
    line = f' stroke="{shape.line}"' if shape.line else ""
    if shape.dashed:
        line += f' stroke-dasharray="{FINE * DASH:g}"'
    return f'<path d="{path}" fill="{_paint(shape.fill, prefix)}"{line}{faint}/>'


def _paint(fill: Fill, prefix: str) -> str:
    return f"url(#{prefix}hatch)" if fill.hatched else fill.colour


def path_data(loop: Array) -> str:
    """Return a loop (S, 4, 2) as path data in relative steps, scaled by ``FINE``."""
    points = np.round(FINE * loop).astype(int)
    parts = ["M{} {}".format(*points[0, 0])]
    for start, one, two, end in points:
        straight = (start == one).all() and (two == end).all()
        steps = [end - start] if straight else [place - start for place in (one, two, end)]
        parts.append(("l" if straight else "c") + _spelt(steps))
    return "".join(parts) + "z"


def _spelt(steps: list[Array]) -> str:
    """Return pairs of numbers; a minus sign separates two of them as well as a blank."""
    return " ".join(str(n) for step in steps for n in step).replace(" -", "-")


def _text(text: Text) -> str:
    a, b, c, d, e, f = text.matrix
    matrix = " ".join(f"{FINE * n / EM:.4g}" for n in (a, b, c, d))
    written = (
        f'<text transform="matrix({matrix} {FINE * e:.0f} {FINE * f:.0f})" '
        f'y="{EM * CAPITAL / 2:g}" font-size="{EM:g}" font-family="{FONT}" '
        f'text-anchor="middle"'
    )
    letters = escape(text.text)
    halo = ""
    if text.halo:  # by itself, since simple programs know no paint-order and cover the letters
        halo = (
            f'{written} fill="{text.halo}" stroke="{text.halo}" '
            f'stroke-width="{EM * HALO:g}" aria-hidden="true">{letters}</text>'
        )
    return f'{halo}{written} fill="{text.colour}" stroke="none">{letters}</text>'
