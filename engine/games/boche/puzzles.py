"""Where to look for puzzles of Boche: endings are proven on any board, small boards early."""

from __future__ import annotations

from boche.engine.puzzles.recipe import Recipe

RECIPES = (
    Recipe(back=8, asides=True, most=9, budget=60_000, random_moves=(4, 30), share=2),
    Recipe({"size": 5}, back=8, asides=True, most=9, budget=60_000, random_moves=(4, 20), share=2),
    Recipe({"size": 4}, back=10, asides=True, most=9, budget=50_000, random_moves=(4, 12), share=4),
    Recipe({"size": 3}, back=6, asides=True, most=9, budget=50_000, random_moves=(2, 4)),
    Recipe({"size": 4, "immediate_win": True}, back=8, most=7, budget=50_000),
)
