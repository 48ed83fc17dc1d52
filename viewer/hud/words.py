"""What the HUD's own pages say of an end, and of the players' colours."""

from __future__ import annotations

from engine.message import Phrase

AFTER_THE_END = Phrase(
    "hud.after-the-end",
    "{again}: rematch, {analyse}: find mistakes, {back}: step back through the moves",
)
SHARE = Phrase("hud.share", "{colour} {share}")
SHARES = Phrase("hud.shares", "{shares:comma}")
GRAPH = Phrase("hud.graph", "{colour}'s chance of winning over the game; click to go there")
