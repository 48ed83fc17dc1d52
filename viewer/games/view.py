"""From the pointer to what it points at: rays, picks, and one picker a game. No GL.

Pointer places are framebuffer pixels from the lower left corner, as continuous numbers: the first
pixel covers 0 to 1. All is reckoned in float64 from the camera's angles, never from a rounded
matrix, so that a ray passes exactly through what is drawn at its pixel.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from viewer.camera.camera import VIEWS, Camera, Vector, basis, depth_range, eye

Points = npt.NDArray[np.float64]
Viewport = tuple[int, int]

PICKERS: dict[str, str] = {
    "boche": "viewer.games.boche.pick",
    "che": "viewer.games.che.pick",
    "boku": "viewer.games.boku.pick",
    "octi": "viewer.games.octi.pick",
}

FRONTS: dict[str, Camera] = {"octi": Camera(azimuth=-90.0)}
"""The first corner of games that are not seen from ``VIEWS["corner"]``, as printed boards ask."""


@dataclass(frozen=True, eq=False)
class Ray:
    """A half line in the world from ``origin`` (3,) along the unit vector ``direction`` (3,)."""

    origin: Vector
    direction: Vector

    def at(self, distance: float) -> Vector:
        """The point at a distance from the origin."""
        return self.origin + distance * self.direction


@dataclass(frozen=True)
class Display:
    """How a position is shown: levels lifted by ``explode`` cube edges each, ``peeled`` taken off.

    ``peeled`` counts levels from the top of what is built. ``taken`` is the beginning of a move
    that is already chosen, the text of a step (Boku: ``e5``), or empty.
    """

    explode: float = 0.0
    peeled: int = 0
    taken: str = ""


@dataclass(frozen=True)
class Pick:
    """What a ray meets first and what a player means by pointing there.

    ``target`` is the text of the step it chooses (see ``Position.steps``), or None; then
    ``reason`` says why for the status line, or is empty where nothing of the game was hit.
    ``key`` is the letter of the target's choice that is pointed at (Octi: a hole), or empty.
    ``face`` names what was hit for the game's own use, None for nothing. ``point`` is the place in
    the world, None where the ray goes into the void; it takes no part in comparing picks.
    """

    target: str | None = None
    face: Any = None
    reason: str = ""
    point: tuple[float, float, float] | None = field(default=None, compare=False)
    key: str = ""


@dataclass(frozen=True)
class Hover:
    """What is known of the group under the pointer: a line of text, and what to light."""

    text: str = ""
    lit: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Preview:
    """What a move would bring, for its ghost.

    ``joined`` and ``enclosed`` are to be lit, in the game's own terms (Boche: lattice corners);
    ``text`` is a line for the user, empty where nothing happens.
    """

    joined: tuple[Any, ...] = ()
    enclosed: tuple[Any, ...] = ()
    text: str = ""


class Picker(Protocol):
    """What the table must know of a game to point at it. One module a game, functions only.

    A *target* is the text of a step that names a place, a *choice* the text of a step below it,
    its *key* the letter that chooses it, empty where it is chosen by pointing at a place: then
    the step above it is taken first, and its choices are the next targets. ``leads`` says whether
    a choice that is no whole move can become that move. A module whose pieces are seen to turn in
    the hand has ``TURN``, the seconds that this takes; ``LAYS`` is True in one whose choice that
    is taken lies on the table as a piece.
    """

    def pick(self, position: Any, ray: Ray, display: Display) -> Pick: ...
    def place(self, position: Any, target: str, display: Display) -> Vector: ...
    def over(self, position: Any, target: str, ray: Ray, display: Display) -> bool: ...
    def target_of(self, position: Any, move: Any) -> str | None: ...
    def leads(self, choice: str, move: Any) -> bool: ...
    def key_of(self, choice: str) -> str: ...
    def spell(self, target: str, key: str) -> str: ...
    def hover(self, position: Any, pick: Pick) -> Hover: ...
    def preview(self, position: Any, move: Any) -> Preview: ...
    def levels(self, position: Any) -> int: ...
    def bounds(self, position: Any) -> Points: ...


def picker_of(game: str) -> Picker:
    """The picker of a game by its name. Raises ``LookupError`` if it has none."""
    if game not in PICKERS:
        raise LookupError(f"no table for {game} yet (there are: {', '.join(PICKERS)})")
    module: Any = import_module(PICKERS[game])
    picker: Picker = module
    return picker


def front_of(game: str) -> Camera:
    """Where a game's table is seen from at first; still to be fitted to its board."""
    return FRONTS.get(game, VIEWS["corner"])


def half_height(camera: Camera) -> float:
    """Half the height of what the picture shows at the target's distance, in world units."""
    return camera.distance * math.tan(math.radians(camera.fov) / 2)


def ray_at(camera: Camera, x: float, y: float, viewport: Viewport) -> Ray:
    """The ray through a place in a picture of ``viewport`` (width, height), as far as it is drawn.

    It starts on the near plane: what lies before that is not in the picture.
    """
    right, up, back = basis(camera)
    across = aside(camera, x, y, viewport)
    shift = across[0] * right + across[1] * up
    near = depth_range(camera)[0]
    if camera.projection == "ortho":
        return Ray(eye(camera) + shift - near * back, -back)
    way = shift - camera.distance * back
    return Ray(eye(camera) + near / camera.distance * way, way / np.linalg.norm(way))


def aside(camera: Camera, x: float, y: float, viewport: Viewport) -> tuple[float, float]:
    """How far right of and above the target a place lies, in the target's plane; world units."""
    width, height = max(viewport[0], 1), max(viewport[1], 1)
    scale = 2 * half_height(camera) / height
    return (x - width / 2) * scale, (y - height / 2) * scale


def project(camera: Camera, points: Points, viewport: Viewport) -> Points:
    """Where points (N, 3) appear, in pixels (N, 2). Points behind the eye lie far out."""
    width, height = max(viewport[0], 1), max(viewport[1], 1)
    x, y, z = _in_view(camera, points)
    towards = z if camera.projection == "perspective" else np.zeros_like(z)
    depth = np.maximum(camera.distance - towards, 1e-9)
    scale = camera.distance / depth * height / (2 * half_height(camera))
    return np.stack([width / 2 + x * scale, height / 2 + y * scale], axis=1)


def _in_view(camera: Camera, points: Points) -> Points:
    """The points' places (3, N): right of, above and before the target, towards the eye."""
    return np.stack(basis(camera)) @ (np.asarray(points, float) - camera.target).T


def on_target_plane(camera: Camera, ray: Ray) -> Vector:
    """Where a ray of this camera crosses the plane through its target that faces the eye."""
    back = basis(camera)[2]
    away = float((ray.origin - camera.target) @ back) / -float(ray.direction @ back)
    return ray.at(away)
