"""Figures written over pieces and places: numbers of moves, what a search thinks of a place."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from viewer.scene.model import Array, Label


def figures(
    texts: Iterable[str], places: Array, height: float, facing: Array | None = None
) -> tuple[Label, ...]:
    """A text at each place (N, 3), ``height`` of a capital letter, that can be read on anything.

    ``facing`` (N, 3) are the sides from which each is seen; without them it is from all.
    """
    sides = np.zeros_like(places) if facing is None else facing
    return tuple(
        Label(text, (float(x), float(y), float(z)), height, True, (float(a), float(b), float(c)))
        for text, (x, y, z), (a, b, c) in zip(texts, places, sides, strict=True)
    )
