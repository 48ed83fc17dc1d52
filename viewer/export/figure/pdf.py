"""Figures as PDF: one page, as large as the figure, by reportlab."""

from __future__ import annotations

import io
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from boche.engine.languages.current import tr, tr_later
from boche.viewer.export.figure.curves import Array, is_straight
from boche.viewer.export.figure.drawing import (
    CAPITAL,
    DASH,
    HALO,
    LINE,
    Drawing,
    FigureError,
    Shape,
    Text,
)
from boche.viewer.export.figure.inks import INK
from boche.viewer.export.figure.svg import SLANT, SPACE, STROKE

POINT = 72.0 / 25.4  # points in a millimetre
FONT = "Helvetica"
NONZERO = 1  # reportlab's number of the fill rule
MISSING = tr_later("a PDF needs reportlab (pip install reportlab); an SVG does not")


def pdf_of(drawing: Drawing, title: str = "", text: str = "") -> bytes:
    """Return a drawing as a PDF file; ``title`` and ``text`` are the document's title and subject.

    The same drawing gives the same bytes. Raises ``FigureError`` if reportlab is not installed.
    """
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ImportError:
        raise FigureError(tr(MISSING)) from None
    packed = io.BytesIO()
    size = (drawing.width * POINT, drawing.height * POINT)
    canvas = Canvas(packed, pagesize=size, invariant=1)
    canvas.setTitle(title)
    canvas.setSubject(text)
    canvas.translate(0, size[1])
    canvas.scale(POINT, -POINT)  # millimetres from the upper left corner, y down
    canvas.setLineWidth(LINE)
    canvas.setLineJoin(1)
    for group in drawing.groups:
        for item in group.items:
            _shape(canvas, item) if isinstance(item, Shape) else _text(canvas, item)
    canvas.save()
    return packed.getvalue()


def _shape(canvas: Any, shape: Shape) -> None:
    canvas.setFillColor(shape.fill.colour)
    canvas.setFillAlpha(shape.alpha)
    canvas.setStrokeAlpha(shape.alpha)
    canvas.drawPath(_path(canvas, shape.loops), stroke=0, fill=1, fillMode=NONZERO)
    if shape.fill.hatched:
        _with_saved_state(canvas, lambda: _hatch(canvas, shape.loops))
    if shape.line:
        canvas.setStrokeColor(shape.line)
        canvas.setDash(DASH if shape.dashed else [])
        canvas.drawPath(_path(canvas, shape.loops), stroke=1, fill=0)


def _with_saved_state(canvas: Any, draw: Callable[[], None]) -> None:
    """Draw something, and restore the canvas to its state."""
    canvas.saveState()
    draw()
    canvas.restoreState()


def _path(canvas: Any, loops: tuple[Array, ...]) -> Any:
    path = canvas.beginPath()
    for loop in loops:
        path.moveTo(*loop[0, 0])
        for segment in loop:
            if is_straight(segment):
                path.lineTo(*segment[3])
            else:
                path.curveTo(*segment[1:].reshape(-1))
        path.close()
    return path


def _hatch(canvas: Any, loops: tuple[Array, ...]) -> None:
    """Draw the lines of the hatching within loops; they continue from one shape to the next."""
    canvas.clipPath(_path(canvas, loops), stroke=0, fill=0, fillMode=NONZERO)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(STROKE)
    places = np.concatenate([loop.reshape(-1, 2) for loop in loops])
    slant = math.radians(SLANT)
    along, across = (math.cos(slant), math.sin(slant)), (-math.sin(slant), math.cos(slant))
    distances, high = places @ along, places @ across
    first, last = math.floor(high.min() / SPACE), math.ceil(high.max() / SPACE)
    lines = []
    for number in range(first, last + 1):
        foot = np.multiply(across, (number + 0.5) * SPACE)
        ends = [foot + np.multiply(along, reach) for reach in (distances.min(), distances.max())]
        lines.append(tuple(float(n) for end in ends for n in end))
    canvas.lines(lines)


def _text(canvas: Any, text: Text) -> None:
    def write() -> None:
        canvas.transform(*text.matrix)
        canvas.scale(1, -1)  # letters are upright on a page whose y runs down
        for mode in (1, 0) if text.halo else (0,):  # the line around them first
            pen = canvas.beginText(-canvas.stringWidth(text.text, FONT, 1.0) / 2, -CAPITAL / 2)
            pen.setFont(FONT, 1.0)
            pen.setTextRenderMode(mode)
            canvas.setFillColor(text.colour)
            if mode:
                canvas.setStrokeColor(text.halo)
                canvas.setLineWidth(HALO)
            pen.textLine(text.text)
            canvas.drawText(pen)

    canvas.setFillAlpha(1.0)
    canvas.setStrokeAlpha(1.0)
    _with_saved_state(canvas, write)
