"""What a scene is made of: a frozen description of what to draw, with no GL and no rules."""

from viewer.scene.model import (
    INSTANCE,
    MESH_VERTEX,
    Batch,
    Label,
    Mesh,
    Scene,
    SceneOptions,
)

__all__ = ["INSTANCE", "MESH_VERTEX", "Batch", "Label", "Mesh", "Scene", "SceneOptions"]
