"""Texts of the HUD's own pages: the end of a game, and the players' chances."""

from __future__ import annotations

from boche.engine.message import Phrase

AFTER_THE_END = Phrase(
    "hud.after-the-end",
    "{again}: rematch, {analyse}: find mistakes, {back}: step back through the moves",
)
SHARE = Phrase("hud.share", "{colour} {share}")
SHARES = Phrase("hud.shares", "{shares:comma}")
GRAPH = Phrase("hud.graph", "{colour}'s chance of winning over the game; click to go there")
