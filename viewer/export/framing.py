"""The scene of a position and the camera that shows it, as pictures of any kind need them."""

from __future__ import annotations

from dataclasses import replace

from boche.engine.game import Position
from boche.engine.pictures import Apart
from boche.viewer.camera.camera import Camera, frame
from boche.viewer.export.images import framed
from boche.viewer.games.registry import build_scene, taken_apart
from boche.viewer.scene.model import Scene, SceneOptions


def view_of(
    position: Position,
    options: SceneOptions,
    viewpoint: tuple[Camera, bool],
    apart: Apart | None,
    size: tuple[int, int],
) -> tuple[Scene, Camera]:
    """Return the scene of a position and the camera for a picture of ``size``.

    ``viewpoint`` is a camera, and whether it is moved so that all is in view; levels that are taken
    ``apart`` always are. Raises ``ViewpointError`` in a game without levels.
    """
    camera, to_frame = viewpoint
    if apart is not None:
        aspect = size[0] / size[1]
        found = taken_apart(position, apart, camera, aspect)
        scene = build_scene(position, replace(options, apart=found.apart))
        return scene, frame(found.camera, found.bounds, aspect)
    scene = build_scene(position, options)
    return scene, framed(scene, camera, size) if to_frame else camera
