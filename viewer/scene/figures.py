"""Figures written over pieces and places: numbers of moves, what a search thinks of a place."""

from __future__ import annotations

from collections.abc import Iterable

from viewer.scene.model import Array, Label


def figures(texts: Iterable[str], places: Array, height: float) -> tuple[Label, ...]:
    """A text at each place (N, 3), ``height`` of a capital letter, that can be read on anything."""
    return tuple(
        Label(text, (float(x), float(y), float(z)), height, outlined=True)
        for text, (x, y, z) in zip(texts, places, strict=True)
    )
