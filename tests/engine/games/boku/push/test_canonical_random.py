"""Canonical keys of images."""

from __future__ import annotations

from hypothesis import given

from boche.engine.games.boku.position import Position
from boche.engine.games.boku.symmetry import Symmetry
from tests.engine.games.boku.test_symmetry import positions, symmetries


@given(positions(), symmetries)
def test_canonical_keys_are_invariant(position: Position, symmetry: Symmetry) -> None:
    key, way = position.canonical()
    assert position.transform(symmetry).canonical()[0] == key
    canonical = position.transform(way)
    assert canonical.turn == "black"
    assert canonical.canonical()[0] == key
