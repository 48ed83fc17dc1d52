"""Figures as files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from boche.engine.languages.current import tr
from boche.viewer.camera.camera import Camera
from boche.viewer.export.figure.drawing import FigureError, draw, framed
from boche.viewer.export.figure.surfaces import surfaces
from boche.viewer.export.figure.svg import svg_of
from boche.viewer.export.figure.view import View
from boche.viewer.scene.model import Scene

KINDS = (".svg", ".pdf")
"""Extensions of the files that figures are written to."""

BYTES = 27.0
"""Largest number of bytes in a file per curve in view, by measurement."""
AT_ONCE = 10
"""Surfaces counted per step."""


def figure_kind(name: str) -> str:
    """Return the extension that selects the format of a figure. Raises ``FigureError``."""
    ending = Path(name).suffix.lower()
    if ending not in KINDS:
        first, second = KINDS
        raise FigureError(
            tr("figures are written as {first} or {second}", first=first, second=second)
        )
    return ending


def figure_file(
    scene: Scene,
    camera: Camera,
    kind: str,
    *,
    palette: str,
    width: float,
    to_frame: bool = True,
    title: str = "",
    text: str = "",
) -> bytes:
    """Return a scene as a file of one of the ``KINDS``, ``width`` mm wide.

    With ``to_frame`` the camera keeps its angles and moves so that everything is visible. Raises
    ``FigureError``.
    """
    drawing = draw(scene, framed(scene, camera) if to_frame else camera, palette, width)
    if kind == ".pdf":
        from boche.viewer.export.figure.pdf import pdf_of

        return pdf_of(drawing, title, text)
    return svg_of(drawing, title, text).encode()


def most_bytes(scene: Scene, camera: Camera) -> Iterator[int]:
    """Yield an upper bound of a figure's bytes, in steps; the last number is for all of it.

    Finding hidden surfaces takes far longer, so everything that faces the eye is counted.
    """
    count = 0
    for number, surface in enumerate(surfaces(scene, View(camera))):
        count += sum(len(loop) for area in surface.areas for loop in area.loops)
        if number % AT_ONCE == 0:
            yield round(BYTES * count)
    yield round(BYTES * count)
