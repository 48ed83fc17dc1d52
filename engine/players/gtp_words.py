"""GTP words used on both sides: by the player that runs a program, and by our own engine."""

from __future__ import annotations

from boche.engine.program import PROGRAM

OPTIONS_COMMAND = f"{PROGRAM}-options"
"""Our own command: without arguments it lists all options of the game, with them it sets some."""

RESIGN = "resign"
"""The word used in place of a move, in either direction."""
