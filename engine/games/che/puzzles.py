"""Where to look for puzzles of Che: with small pools the end of the game is in reach."""

from __future__ import annotations

from dataclasses import replace

from boche.engine.puzzles.recipe import Recipe

_END = Recipe(playouts=60, back=5, most=5, budget=300_000, random_moves=(1, 3))

RECIPES = (
    replace(_END, options={"num_tiles": 9}),
    replace(_END, options={"num_tiles": 11}, share=2),
    replace(_END, options={"num_tiles": 13}, share=2),
    replace(_END, options={"num_tiles": 14}),
    replace(_END, options={"num_tiles": 16}),
    replace(_END, options={"num_tiles": 12, "group_extent": 4}, share=2),
    replace(_END, options={"num_tiles": 14, "group_area": 5}, share=2),
)
