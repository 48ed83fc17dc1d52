"""Measurement of the contrast between light and dark pieces, from above and in low views."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from boche.engine import new
from boche.viewer.camera.camera import Camera, eye
from boche.viewer.camera.rays import project
from boche.viewer.export.images import framed
from boche.viewer.games.boku.solids import RADIUS
from boche.viewer.games.octi.solids import APOTHEM, HEIGHT
from boche.viewer.games.registry import build_scene
from boche.viewer.renderer.offscreen import Target
from boche.viewer.renderer.renderer import Renderer
from boche.viewer.renderer.style import Style
from boche.viewer.scene import Scene, SceneOptions
from boche.viewer.scene.solids import rotated

Floats = NDArray[np.float64]

SIZE = (640, 480)
MOVES = {"boche": "b:a1 a:c2", "che": "fr:0,0 fl:1,0+br:0,1", "boku": "a1 f5", "octi": "57 53"}
ROUND = (0.0, 75.0, 150.0, 240.0)
SCREEN = 0.02  # of white: what a screen in a room shows as black, or somewhat less
FACING = 0.12  # least cosine between a spot's normal and the way to the eye


def contrast(context: Any, game: str, elevation: float, style: Style) -> float:
    """Return how many times as bright light pieces are as dark ones, seen from all around."""
    position = new(game)
    for move in MOVES[game].split():
        position = position.play(move)
    scene = build_scene(position, SceneOptions(labels=False))
    spots, normals, dark = spots_of(scene)
    renderer, target = Renderer(context), Target(context, SIZE)
    found = []
    for azimuth in ROUND if elevation < 90.0 else ROUND[:1]:
        camera = framed(scene, Camera(azimuth=azimuth, elevation=elevation), SIZE)
        renderer.draw(scene, camera, target.drawn, SIZE, style)
        luminance = linear(target.read()[..., :3]) @ [0.2126, 0.7152, 0.0722]
        away = np.array(eye(camera)) - spots
        facing = (away * normals).sum(axis=1) > FACING * np.linalg.norm(away, axis=1)
        columns, rows = project(camera, spots[facing], SIZE).astype(int).T
        seen = luminance[rows, columns]
        light_part, dark_part = (np.median(seen[dark[facing] == of]) for of in (False, True))
        found.append((light_part + SCREEN) / (dark_part + SCREEN))
    renderer.release()
    target.release()
    return float(np.mean(found))


def linear(pixels: Any) -> Floats:
    part = np.asarray(pixels, float) / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def spots_of(scene: Scene) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Return places on pieces (N, 3), the surface's normal there, and whether it is dark."""
    found: list[tuple[Floats, Floats, bool]] = []
    for batch in scene.batches:
        for each in batch.instances:
            at, dark = each["position"].astype(float), bool(each["pattern"] & 1)
            if batch.material in ("truchet", "bare"):
                found += on_face(at, each["orientation"].astype(float), dark)
            elif batch.material == "glass":
                found += [(at + RADIUS * way, way, dark) for way in upper_half()]
            elif batch.mesh.name == "octi pod" and abs(at[0]) < 4.6:  # not in a tray
                found += on_pod(at, dark)
    places, normals, dark_ones = zip(*found, strict=True)
    return np.array(places), np.array(normals), np.array(dark_ones)


def on_face(at: Floats, turn: Floats, dark: bool) -> list[tuple[Floats, Floats, bool]]:
    """Return spots around the corners of a two-coloured face, but for those in the board."""
    normal = rotated(turn, np.array([[0.0, 0.0, 1.0]]))[0]
    steps = (0.12, 0.22, 0.32)
    found = []
    for u, v in ((u, v) for u in steps for v in steps if np.hypot(u, v) < 0.42):
        for right in (False, True):
            for up in (False, True):
                flat = np.array([[1 - u if right else u, 1 - v if up else v, 0.0]])
                spot = at + rotated(turn, flat)[0]
                if spot[2] > 0.15 or abs(normal[2]) > 0.99:
                    found.append((spot, normal, dark == (right == up)))
    return found


def upper_half() -> list[Floats]:
    tilt, turn = (a.ravel() for a in np.meshgrid(np.arange(0, 86, 10.0), np.arange(0, 360, 15.0)))
    a, t = np.radians(tilt), np.radians(turn)
    return list(np.stack([np.sin(a) * np.cos(t), np.sin(a) * np.sin(t), np.cos(a)], axis=1))


def on_pod(at: Floats, dark: bool) -> list[tuple[Floats, Floats, bool]]:
    """Return spots on a pod's top, between its holes, and on its eight sides."""
    found = []
    for turn in np.pi / 4 * np.arange(8):
        out = np.array([np.cos(turn), np.sin(turn), 0.0])
        between = np.array([np.cos(turn + np.pi / 8), np.sin(turn + np.pi / 8), 0.0])
        up = np.array([0.0, 0.0, 1.0])
        found.append((at + 0.2 * between + HEIGHT * up, up, dark))
        found.append((at + APOTHEM * out + 0.5 * HEIGHT * up, out, dark))
    return found
