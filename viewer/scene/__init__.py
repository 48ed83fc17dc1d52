"""Model of a scene: a frozen description of what to draw, without GL or rules."""

from boche.viewer.scene.model import (
    INSTANCE,
    MESH_VERTEX,
    Batch,
    Label,
    Mesh,
    Scene,
    SceneOptions,
)

__all__ = ["INSTANCE", "MESH_VERTEX", "Batch", "Label", "Mesh", "Scene", "SceneOptions"]
