"""Words of GTP that both sides use: the player that speaks to a program, and our own engine."""

from __future__ import annotations

from engine.program import PROGRAM

OPTIONS_COMMAND = f"{PROGRAM}-options"
"""Our own command: without arguments it tells all options of the game, with such it sets them."""

RESIGN = "resign"
"""Stands for a move, in either direction."""
