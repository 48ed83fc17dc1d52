"""Where to look for puzzles of Boku: threats against threats."""

from __future__ import annotations

from boche.engine.puzzles.recipe import Recipe

RECIPES = (
    Recipe(playouts=100, back=12, asides=True, most=9, budget=60_000, forced=16),
    Recipe(playouts=40, back=12, asides=True, most=9, budget=60_000, forced=16),
)
