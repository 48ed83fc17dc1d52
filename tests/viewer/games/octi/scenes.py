"""Octi scenes taken apart: the instances of a mesh, and those on the board."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from boche.engine.games.octi.position import Position
from boche.viewer.games.octi import scene as octi
from boche.viewer.games.octi import solids as octi_solids
from boche.viewer.scene.live import LiveOptions
from boche.viewer.scene.model import Scene
from tests.engine.games.octi.boards import FIGURE, FIGURE_STORES

# The last move's mesh.
MARKED = f"octi frame {octi_solids.RING_IN} {octi_solids.RING_OUT}"


@dataclass(frozen=True)
class Begun(LiveOptions):
    """Options of a table on which a move has begun."""

    taken: str = ""


def figure(**options) -> Position:
    return Position.set_up(options, FIGURE, FIGURE_STORES)


def named(scene: Scene, name: str, solid: bool | None = None) -> np.ndarray:
    """Return a mesh's instances from all batches, or only from solid or translucent ones."""
    found = [
        batch.instances
        for batch in scene.batches
        if batch.mesh.name == name and (solid is None or batch.translucent != solid)
    ]
    return np.concatenate(found) if found else np.zeros(0, octi.instances(
        np.zeros((0, 3)), np.zeros((0, 4)), np.zeros(0)).dtype)  # fmt: skip


def over_board(array: np.ndarray) -> np.ndarray:
    """Return the instances that are not in the trays."""
    return array[array["position"][:, 0] < 5.0]
