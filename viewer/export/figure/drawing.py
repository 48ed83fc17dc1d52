"""A scene as a drawing: areas and letters on a page, independent of the file format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.viewer.camera.camera import Camera, basis, frame
from boche.viewer.export.figure.curves import Array
from boche.viewer.export.figure.inks import INK, PAPER, Fill, Inks, inks, light_on, look_names
from boche.viewer.export.figure.order import SEEN_FROM, Layers, Samples, painted
from boche.viewer.export.figure.surfaces import Surface, surfaces
from boche.viewer.export.figure.top_view import FromAbove
from boche.viewer.export.figure.view import View
from boche.viewer.renderer.light import to_light
from boche.viewer.scene.model import Label, Scene

LINE = 0.13  # width of the lines around areas, in millimetres
DASH = 0.6  # length of the dashes of a line and of the gaps between them, in millimetres
HALO = 0.2  # width of the lines around letters, half of it outside them: of the font's size
THIN = 1.5  # in line widths: an area no broader has no line around it
MARGIN = 0.02  # of the width of the page, free on all sides
CAPITAL = 0.716  # height of a capital letter relative to the font's size
WIDTH = 120.0  # default width of a figure
LEAST, MOST = 10.0, 2000.0  # range of a figure's width in millimetres
SHEET = 4 / 3  # width of a figure of levels taken apart, for each unit of its height


Matrix = tuple[float, float, float, float, float, float]


class FigureError(BocheError):
    """A failure to make a figure; the message is one line with the reason."""


@dataclass(frozen=True, eq=False)
class Shape:
    """Loops (S, 4, 2) in millimetres, filled, and a line around them in the colour ``line``.

    If that is empty, there is no line. A ``dashed`` one is for faint shapes.
    """

    loops: tuple[Array, ...]
    fill: Fill
    line: str
    alpha: float = 1.0
    dashed: bool = False


@dataclass(frozen=True)
class Text:
    """Letters in ``colour``, with a line in the colour ``halo`` around them unless that is empty.

    ``matrix`` (a, b, c, d, e, f) maps the font's own frame, with its size as the unit and y down,
    to the page; the text is centred on the origin.
    """

    text: str
    matrix: Matrix
    colour: str
    halo: str


@dataclass(frozen=True)
class Group:
    """A group of items: its unique id, a title for readers, and the items in drawing order."""

    name: str
    title: str
    items: tuple[Shape | Text, ...]


@dataclass(frozen=True)
class Drawing:
    """A page of ``width`` by ``height`` millimetres, y down from its upper left corner."""

    width: float
    height: float
    groups: tuple[Group, ...]


Extent = tuple[Array, Array]
"""The lower left and the upper right corner of a picture."""


def draw(
    scene: Scene,
    camera: Camera,
    palette: str = "classic",
    width: float = WIDTH,
    extent: Extent | None = None,
) -> Drawing:
    """Return the drawing of a scene, ``width`` millimetres wide and as high as its content.

    ``extent`` is shown instead of the content's own, so that several drawings fit each other.
    ``palette`` is one of ``viewer.export.figure.inks.look_names``. Raises ``FigureError`` for an
    unknown one, for a width out of range, and if nothing is visible.
    """
    if not LEAST <= width <= MOST:
        raise FigureError(
            tr(
                "a figure must be {least:g} to {most:g} mm wide, not {width:g}",
                least=LEAST,
                most=MOST,
                width=width,
            )
        )
    if palette not in look_names():
        raise FigureError(
            tr(
                "unknown palette {palette!r} (choose from {names})",
                palette=palette,
                names=", ".join(look_names()),
            )
        )
    colours = inks(palette)
    view = View(camera)
    every = list(surfaces(scene, view))
    if not any(not surface.over for surface in every):
        raise FigureError(tr("nothing to draw: this view shows neither pieces nor a board"))
    below, over = [s for s in every if not s.over], [s for s in every if s.over]
    layers: Layers = FromAbove(below) if view.is_diagram else Samples(below)
    page = _Page(extent or _extent(every, scene.labels, view), width)
    groups = (*_parts([*painted(layers, below), *over], view, colours, page),)
    written = [label for label in scene.labels if _can_be_seen(label, view, layers)]
    groups += tuple(_text_groups(written, view, colours, page))
    return Drawing(page.width, page.height, groups)


def extent_of(scene: Scene, camera: Camera) -> Extent:
    """Return the extent of what is visible of a scene."""
    view = View(camera)
    return _extent(list(surfaces(scene, view)), scene.labels, view)


def framed(scene: Scene, camera: Camera) -> Camera:
    """Return the camera at the distance for a square picture; a page is cropped to its content."""
    return frame(camera, scene.bounds, 1.0) if len(scene.bounds) else camera


class _Page:
    """The mapping from the picture to millimetres."""

    def __init__(self, extent: Extent, width: float) -> None:
        low, high = extent
        free = MARGIN * width
        self.width, self.scale = width, (width - 2 * free) / float(high[0] - low[0])
        self.height = float(high[1] - low[1]) * self.scale + 2 * free
        self._origin = np.array([low[0], high[1]]) - np.array([free, -free]) / self.scale

    def at(self, places: Array) -> Array:
        """Return places (..., 2) of the picture on the page."""
        return np.asarray((places - self._origin) * [self.scale, -self.scale])


def _extent(every: list[Surface], labels: tuple[Label, ...], view: View) -> Extent:
    """Return the lower left and the upper right corner of what is visible."""
    places = [surface.triangles[:, :, :2].reshape(-1, 2) for surface in every]
    for label in labels:
        reach = 0.5 * label.height * max(1.0, 0.6 * len(label.text))
        places.append(np.add(view.to_picture(np.array([label.position])), [[-reach], [reach]]))
    points = np.concatenate(places)
    return points.min(axis=0), points.max(axis=0)


# -- areas


def _parts(painted: list[Surface], view: View, colours: Inks, page: _Page) -> Iterator[Group]:
    """Yield the surfaces in groups: the board, each piece, the marks.

    If a group must be drawn in several passes, the later ones have a number after the id.
    """
    light = to_light(view.camera)
    goes: dict[str, int] = {}
    for (name, title), run in groupby(painted, _named):
        shapes = [
            shape for surface in run for shape in _shapes(surface, light, view, colours, page)
        ]
        goes[name] = goes.get(name, 0) + 1
        own = name if goes[name] == 1 else f"{name}-{goes[name]}"
        yield Group(own, title, tuple(shapes))


def _named(surface: Surface) -> tuple[str, str]:
    if surface.wooden:
        return "board", tr("Board")
    if not surface.piece:
        return "marks", tr("Marks")
    return f"piece-{surface.piece}", tr("Piece {piece}", piece=surface.piece)


def _shapes(
    surface: Surface, light: Array, view: View, colours: Inks, page: _Page
) -> Iterator[Shape]:
    # Seen straight from above a figure is a diagram: each colour is the same everywhere.
    falls = np.ones(3) if view.from_above else light_on(surface.normal, light)
    for area in surface.areas:
        fill = colours.fill(area.role, falls, surface.dim)
        loops = tuple(page.at(loop) for loop in area.loops)
        line = colours.line(area.role) if is_broad(loops) else ""
        if colours.one and surface.alpha < 1.0:
            yield Shape(loops, Fill(PAPER), INK, dashed=True)
        else:
            yield Shape(loops, fill, line, surface.alpha)


def is_broad(loops: tuple[Array, ...], line: float = LINE) -> bool:
    """Return True if an area is broader than the lines around it, each ``line`` wide."""
    ends = [loop[:, 0] for loop in loops]
    after = [np.roll(end, -1, axis=0) for end in ends]
    pairs = list(zip(ends, after, strict=True))
    covered = sum(float((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum()) for a, b in pairs)
    around = sum(float(np.linalg.norm(b - a, axis=1).sum()) for a, b in pairs)
    return abs(covered) > THIN * line * around


# -- letters


def _can_be_seen(label: Label, view: View, layers: Layers) -> bool:
    """Return True if nothing hides a label; only its own side can hide an outlined one."""
    place, facing = np.array(label.position), np.array(label.facing)
    if facing @ view.to_eye(place) < label.least * np.linalg.norm(facing):
        return False
    raised = view.near(place + SEEN_FROM * view.to_eye(place))
    spot = view.to_picture(place)
    return label.outlined or layers.nearest(spot) <= float(raised)


def _text_groups(labels: list[Label], view: View, inks: Inks, page: _Page) -> Iterator[Group]:
    for outlined, name, title in (
        (False, "coordinates", tr("Coordinates")),
        (True, "numbers", tr("Numbers on the pieces")),
    ):
        own = [label for label in labels if label.outlined == outlined]
        if own:
            colours = inks.text(outlined)
            texts = tuple(Text(e.text, _matrix(e, view, page), *colours) for e in own)
            yield Group(name, title, texts)


def _matrix(label: Label, view: View, page: _Page) -> Matrix:
    """Return the matrix that places a label, upright for the viewer."""
    right, _, _ = basis(view.camera)
    up = np.array([-right[1], right[0], 0.0])
    size = label.height / CAPITAL
    place = np.array(label.position)
    ends = np.array([place, place + size * right, place + size * up])
    origin, along, above = page.at(view.to_picture(ends))
    (a, b), (c, d) = along - origin, origin - above
    return (float(a), float(b), float(c), float(d), float(origin[0]), float(origin[1]))
