"""Each solid seen from straight above, as lines and areas: a page's picture without WebGL."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

import numpy as np

from boche.viewer.camera.camera import Camera
from boche.viewer.export.figure.curves import Array
from boche.viewer.export.figure.drawing import is_broad
from boche.viewer.export.figure.inks import inks
from boche.viewer.export.figure.surfaces import Surface, surfaces
from boche.viewer.export.figure.svg import path_data
from boche.viewer.export.figure.view import View
from boche.viewer.export.page.bundle import Bundle
from boche.viewer.export.page.tables import Rows, Tables
from boche.viewer.renderer.style import palette_names
from boche.viewer.scene.model import Batch, Scene

LINE = 0.014
"""Width of the lines around areas, in cube edges; ``assets/page/figure.js`` has it too."""


def stamped(tables: Tables, instances: Iterable[int], bundle: Bundle) -> dict[str, Any]:
    """Return a page's data to draw the ``instances`` from above: their stamps."""
    stamps = Stamps()
    numbers = [0] * len(tables)
    stamp_numbers: dict[Hashable, int] = {}
    for instance in sorted(instances):
        key, batch = tables.alone(instance)
        if key not in stamp_numbers:
            stamp_numbers[key] = stamps.add(batch)
        numbers[instance] = stamp_numbers[key]
    return {"stampOf": bundle.whole_numbers(numbers), **stamps.describe()}


ABOVE = Camera(azimuth=-90.0, elevation=90.0, projection="ortho")
"""Camera of the stamps: north on top. A page turns them to the game's own view from above."""


class Stamps:
    """Drawings of solids around their own origins, each kept once.

    A stamp is a list of parts, each over those before it: the height of its top above the origin,
    its ink's number, its alpha, and its outline as the data of an SVG path, y down.
    """

    def __init__(self) -> None:
        self._view = View(ABOVE)
        self._stamps = Rows()
        self._inks = Rows()

    def add(self, batch: Batch) -> int:
        """Return the number of the stamp of a batch's one instance, which lies at the origin."""
        origin = self._view.seen(np.zeros(3)), float(self._view.near(np.zeros(3)))
        parts = []
        for surface in surfaces(Scene((batch,)), self._view):
            parts += self._parts(surface, *origin)
        parts.sort(key=lambda part: float(part[0]))
        row = tuple(parts)
        return self._stamps.number(row, row)

    def describe(self) -> dict[str, Any]:
        """Return the stamps, the letters' colour, and each palette's inks for areas and lines."""
        text_colour, _ = inks(palette_names()[0]).text(False)
        return {
            "stamps": self._stamps.rows,
            "stampInks": {name: self._coloured(name) for name in palette_names()},
            "letters": text_colour,
        }

    def _parts(self, surface: Surface, origin: Array, near: float) -> list[tuple[Any, ...]]:
        top = round(float(surface.triangles[:, :, 2].max()) - near, 4)
        parts = []
        for area in surface.areas:
            key = area.role, round(surface.dim, 4), is_broad(area.loops, LINE)
            path = "".join(path_data((loop - origin) * (1.0, -1.0)) for loop in area.loops)
            parts.append((top, self._inks.number(key, key), round(surface.alpha, 3), path))
        return parts

    def _coloured(self, palette: str) -> list[list[str]]:
        colours = inks(palette)
        return [
            [colours.fill(role, np.ones(3), dim).colour, colours.line(role) if lined else ""]
            for role, dim, lined in self._inks.rows
        ]
