"""Position to scene: a frozen description of what to draw, with no GL and no rules.

Each game has one builder, found by the name of the game; adding a game adds one line to
``BUILDERS``.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from viewer.scene.model import (
    INSTANCE,
    MESH_VERTEX,
    Batch,
    Label,
    Mesh,
    Scene,
    SceneOptions,
)

__all__ = [
    "BUILDERS",
    "INSTANCE",
    "MESH_VERTEX",
    "Batch",
    "Label",
    "Mesh",
    "Scene",
    "SceneOptions",
    "build_scene",
]

BUILDERS: dict[str, str] = {
    "boche": "viewer.games.boche.scene",
    "che": "viewer.games.che.scene",
    "boku": "viewer.games.boku.scene",
    "octi": "viewer.games.octi.scene",
}


def build_scene(position: Any, options: SceneOptions | None = None) -> Scene:
    """The scene of a position of any game that has a builder.

    ``position.game.name`` names the game. Raises ``LookupError`` if it has no builder.
    """
    name = position.game.name
    if name not in BUILDERS:
        raise LookupError(f"no pictures of {name} yet (there are: {', '.join(BUILDERS)})")
    scene: Scene = import_module(BUILDERS[name]).build(position, options or SceneOptions())
    return scene
