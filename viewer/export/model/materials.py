"""The shaders' drawing as shapes of one colour each, for formats without shaders."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from boche.viewer.export.model.faces import Surface, face
from boche.viewer.export.model.formats import ModelError
from boche.viewer.renderer.errors import RenderError
from boche.viewer.renderer.style import Palette, Rgb, Theme, look, palette
from boche.viewer.scene.enamel import Enamel
from boche.viewer.scene.marks import DEEP
from boche.viewer.scene.model import Array, Mesh
from boche.viewer.scene.solids import HOLE, HOLE_DEPTH, HOLE_EDGE, TO_EYE, cut, revolved

GRAIN = (0.90, 0.87, 0.82)  # of wood, the mean of shaders/grain.glsl
SHADED = 0.86  # of wood that lies lower, or is darker: shaders/wood.frag
DRILLED = 0.12  # the dark of a hole, shaders/enamel.frag
AROUND, BALL = 36, 40  # steps around a hollow and a ball
SHUT_IN = 0xFF << 16  # bits for a face's surroundings: lighting is left to the reading program
PARTS = ("light", "dark", "lit_light", "lit_dark")
ENAMEL: dict[int, str] = {enamel: enamel.colour for enamel in Enamel if enamel != Enamel.DRILLED}


@dataclass(frozen=True)
class Material:
    """A linear colour, ``alpha`` 0 to 1, ``rough`` from 0, a mirror, to 1, chalk."""

    name: str
    colour: Rgb
    alpha: float = 1.0
    rough: float = 0.4


@dataclass(frozen=True)
class Look:
    """Colours of pieces and board."""

    pieces: Palette
    board: Theme

    @property
    def wood(self) -> Rgb:
        """The mean colour of the board's wood."""
        return scaled(self.board.wood, *GRAIN)

    def colour(self, name: str) -> Rgb:
        """Return a palette's colour, or that of ``wood``, or of what fills ``deep`` parts."""
        if name == "deep":
            return scaled(self.pieces.threat, DEEP)
        colour: Rgb = self.wood if name == "wood" else getattr(self.pieces, name)
        return colour


def look_of(pieces: str, board: str) -> Look:
    """Return the look of a palette and a theme by name. Raises ``ModelError`` for unknown ones."""
    try:
        return Look(palette(pieces), look(pieces, board))
    except RenderError as error:
        raise ModelError(str(error)) from None


def scaled(colour: Rgb, *by: float) -> Rgb:
    """Return a colour multiplied by one factor, or by one for each of its parts."""
    r, g, b = (float(part) for part in np.multiply(colour, by))
    return r, g, b


def quiet(colour: Rgb, dim: float) -> Rgb:
    """Return a colour that is less saturated, as in all shaders: ``dim`` 0 to 1."""
    grey = 0.3 * colour[0] + 0.6 * colour[1] + 0.1 * colour[2]
    r, g, b = (part + 0.35 * dim * (grey - part) for part in colour)
    return r, g, b


def relevant(material: str, pattern: int) -> int:
    """Return the bits of a pattern on which the shapes and colours of a solid depend."""
    if material in ("wood", "grooved"):
        return int(pattern & SHUT_IN != 0)
    return pattern & (~SHUT_IN if material == "truchet" else TO_EYE | 15)


def shapes_of(
    mesh: Mesh, material: str, pattern: int, look: Look, dim: float, alpha: float
) -> Iterator[tuple[Surface, Material]]:
    """Yield the parts of an instance of a mesh; ``pattern`` has the ``relevant`` bits only."""

    def of(name: str, colour: Rgb, rough: float = 0.4) -> Material:
        return Material(name.replace("_", " "), quiet(colour, dim), alpha, rough)

    if material == "truchet":
        for part, shape in face(pattern):
            colour = look.colour(part)
            yield shape, of(part, colour) if part in PARTS else Material(part, colour, alpha)
    elif material == "drilled":
        yield hollow(mesh), of("wood", look.wood, 0.7)
    elif material in ("wood", "grooved"):
        name, factor = ("lower wood", SHADED) if pattern else ("wood", 1.0)
        made_of = cut() if material == "grooved" else mesh
        yield plain(made_of), of(name, scaled(look.wood, factor), 0.7)
    else:
        solid = whole_ball(mesh) if pattern & TO_EYE else plain(mesh)
        called = ENAMEL.get(pattern & 15)
        if called:
            yield solid, of(called, look.colour(called))
        else:
            yield solid, of("hole", scaled(look.board.wood, DRILLED), 1.0)


def plain(mesh: Mesh) -> Surface:
    """Return a mesh in full detail, without the vertices that only coarser ones have."""
    used, faces = np.unique(mesh.indices, return_inverse=True)
    vertices = mesh.vertices[used]
    return Surface(vertices["position"], vertices["normal"], faces.reshape(-1, 3))


def whole_ball(mesh: Mesh) -> Surface:
    """Return a ball, for the part of it that ``TO_EYE`` turns to the viewer."""
    radius = float(np.linalg.norm(mesh.vertices["position"], axis=1).max())
    tilts = np.linspace(np.pi / 2, -np.pi / 2, BALL // 2 + 1)
    rings = [(radius * np.cos(a), radius * np.sin(a), float(a)) for a in tilts]
    surface = plain(revolved(mesh.name, rings[::-1], BALL))
    corners = surface.points[surface.faces]
    flat = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return surface._replace(faces=surface.faces[np.linalg.norm(flat, axis=1) > 1e-9])


def hollow(mesh: Mesh) -> Surface:
    """Return a flat convex piece with the bowl of ``shaders/drilled.frag`` in its middle."""
    turn = 2.0 * np.pi * np.arange(AROUND) / AROUND + start_of(mesh)
    flat = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    bowl = (HOLE**2 + HOLE_DEPTH**2) / (2.0 * HOLE_DEPTH)
    rim = np.arcsin(HOLE / bowl)
    steps = rim * np.array([1.0, 0.8, 0.6, 0.4, 0.2])
    up, zeros = np.tile([0.0, 0.0, 1.0], (AROUND, 1)), np.zeros(AROUND)
    rings = [
        (np.column_stack([flat * reach(mesh, flat)[:, None], zeros]), up),
        (np.column_stack([flat * (HOLE + HOLE_EDGE), zeros]), up),
    ]
    for tilt in steps:
        inward = np.column_stack([-np.sin(tilt) * flat, np.full(AROUND, np.cos(tilt))])
        rings.append((bowl * ([0.0, 0.0, 1.0] - inward) - [0.0, 0.0, HOLE_DEPTH], inward))
    numbers = np.arange(AROUND)
    after = (numbers + 1) % AROUND
    faces = []
    for ring in range(len(rings) - 1):
        one, two = AROUND * ring, AROUND * (ring + 1)
        faces.append(np.stack([one + numbers, one + after, two + after], axis=1))
        faces.append(np.stack([one + numbers, two + after, two + numbers], axis=1))
    last, middle = AROUND * (len(rings) - 1), AROUND * len(rings)
    faces.append(np.stack([last + numbers, last + after, np.full(AROUND, middle)], axis=1))
    points = [ring[0] for ring in rings] + [np.array([[0.0, 0.0, -HOLE_DEPTH]])]
    normals = [ring[1] for ring in rings] + [np.array([[0.0, 0.0, 1.0]])]
    return Surface(np.concatenate(points), np.concatenate(normals), np.concatenate(faces))


def start_of(mesh: Mesh) -> float:
    """Return the direction from the middle of a flat piece to its first corner, in radians."""
    u, v = mesh.vertices["uv"][0]
    return float(np.arctan2(v, u))


def reach(mesh: Mesh, directions: Array) -> Array:
    """Return how far a flat convex piece with these corners extends in directions (N, 2)."""
    corners = mesh.vertices["uv"].astype(float)
    sides = np.roll(corners, -1, axis=0) - corners
    out = np.stack([sides[:, 1], -sides[:, 0]], axis=1)
    away = (out * corners).sum(axis=1) / np.maximum(directions @ out.T, 1e-9)
    return np.asarray(away.min(axis=1))
