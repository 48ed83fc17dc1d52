"""Where to look for puzzles of Octi: races for the home squares."""

from __future__ import annotations

from boche.engine.puzzles.recipe import Recipe

RECIPES = (
    Recipe({"bases": 1}, playouts=20, back=5, asides=True, most=3, budget=250_000),
    Recipe({"bases": 1, "wrap": True}, playouts=20, back=5, asides=True, most=3, budget=250_000),
)
