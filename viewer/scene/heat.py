"""Search effort per place on the board: translucent discs, larger for more."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from boche.viewer.scene.marks import HEAT
from boche.viewer.scene.model import Array, Batch, Mesh, instances, mesh

AROUND = 40  # corners of a disc
OPAQUE = 0.8  # opacity of the disc with the largest share


@lru_cache(maxsize=1)
def disc() -> Mesh:
    """Return a disc of radius 1 that lies flat, facing up."""
    turn = np.arange(AROUND) * 2.0 * np.pi / AROUND
    rim = np.stack([np.cos(turn), np.sin(turn), np.zeros(AROUND)], axis=1)
    position = np.concatenate([np.zeros((1, 3)), rim])
    normal = np.tile([0.0, 0.0, 1.0], (AROUND + 1, 1))
    here = np.arange(AROUND)
    fan = np.stack([np.zeros(AROUND, int), 1 + here, 1 + (here + 1) % AROUND], axis=1)
    return mesh("heat disc", position, normal, np.full((AROUND + 1, 2), 0.5), fan)


def discs(places: Array, shares: Array, radius: float) -> Batch:
    """Return a disc per place (N, 3) with an area by its share (N,); 1 has ``radius``."""
    made = instances(places, pattern=HEAT.number)
    made["look"][:, 0] = radius * np.sqrt(shares)
    made["look"][:, 1] = OPAQUE * (0.45 + 0.55 * shares)
    return Batch(disc(), "enamel", made, translucent=True)
