"""Where to look for puzzles of Octi: races for the home squares."""

from __future__ import annotations

from boche.engine.puzzles.recipe import Recipe

RECIPES = (
    Recipe({"bases": 1}, playouts=150, back=4, most=5, budget=120_000, share=2),
    Recipe({"bases": 1, "wrap": True}, playouts=150, back=4, most=5, budget=120_000),
)
