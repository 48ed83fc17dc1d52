"""Where to look for puzzles of Octi: races for the home squares."""

from __future__ import annotations

from dataclasses import replace

from boche.engine.puzzles.recipe import Recipe

_RACE = Recipe(samples=20, back=30, most=5, budget=2_000_000, random_moves=(2, 12))

RECIPES = (
    replace(_RACE, options={"bases": 1}, share=8),
    replace(_RACE, options={"bases": 1, "wrap": True}, share=3),
    replace(_RACE, options={}, share=1),
    replace(_RACE, options={"wrap": True}, share=1),
)
