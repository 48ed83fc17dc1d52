"""Extent of a scene's solids and letters: points whose hull contains all of them."""

from __future__ import annotations

from itertools import product

import numpy as np
import numpy.typing as npt

from boche.viewer.scene.model import Batch, Label, Scene
from boche.viewer.scene.solids import TO_EYE, rotated

Points = npt.NDArray[np.float64]

FEW = 1024  # vertices of a batch, over all instances, up to which they are taken as they are
CORNERS = np.array(list(product((0, 1), repeat=3)))


def extent(scene: Scene) -> Points:
    """Return points (N, 3) in the world whose hull contains everything drawn except the table."""
    parts = [_solids(batch) for batch in scene.batches if len(batch.instances)]
    parts += [_letters(label) for label in scene.labels]
    return np.concatenate(parts) if parts else np.zeros((0, 3))


def _solids(batch: Batch) -> Points:
    """Return each vertex if there are few, otherwise the corners of boxes around the solids."""
    place = np.asarray(batch.mesh.vertices["position"], float)
    if not len(place):
        return np.zeros((0, 3))
    if len(place) * len(batch.instances) > FEW:
        box = np.stack([place.min(axis=0), place.max(axis=0)])
        place = box[CORNERS, np.arange(3)]
    if np.any(batch.instances["pattern"] & TO_EYE):
        # Their turn depends on the eye.
        place = np.linalg.norm(place, axis=1).max() * (2.0 * CORNERS - 1.0)
    at, look = batch.instances["position"], batch.instances["look"]
    turned = rotated(batch.instances["orientation"][:, None].astype(float), place)
    return np.asarray(at[:, None] + look[:, None, :1] * turned, float).reshape(-1, 3)


def _letters(label: Label) -> Points:
    """Return a box that holds the text in any direction: no letter is wider than two heights."""
    reach = label.height * (len(label.text) + 1.0)
    return np.asarray(label.position + reach * (2.0 * CORNERS - 1.0))
