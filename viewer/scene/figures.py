"""Figures written over pieces and places: move numbers, a search's values."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from boche.viewer.scene.model import Array, Label


def figures(
    texts: Iterable[str], places: Array, height: float, facing: Array | None = None
) -> tuple[Label, ...]:
    """Return a text at each place (N, 3), legible on anything; capitals are ``height`` high.

    ``facing`` (N, 3) are the sides from which each is visible; without them it is from all.
    """
    sides = np.zeros_like(places) if facing is None else facing
    return tuple(
        Label(text, (float(x), float(y), float(z)), height, True, (float(a), float(b), float(c)))
        for text, (x, y, z), (a, b, c) in zip(texts, places, sides, strict=True)
    )
