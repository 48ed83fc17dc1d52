"""Where to look for puzzles of Che: with small pools the end of the game is in reach."""

from __future__ import annotations

from boche.engine.puzzles.recipe import Recipe

RECIPES = (
    Recipe({"num_tiles": 11}, playouts=150, back=3, most=3, budget=400_000, random_moves=(1, 2)),
    Recipe({"num_tiles": 13}, playouts=150, back=3, most=3, budget=500_000, random_moves=(1, 3)),
    Recipe({"num_tiles": 14}, playouts=150, back=3, most=3, budget=500_000, random_moves=(1, 3)),
    Recipe({"num_tiles": 16}, playouts=150, back=3, most=3, budget=500_000, random_moves=(1, 3)),
)
