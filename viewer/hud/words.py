"""What the HUD's own pages say of the players' colours."""

from __future__ import annotations

from engine.message import Phrase

SHARE = Phrase("hud.share", "{colour} {share}")
SHARES = Phrase("hud.shares", "{shares:comma}")
GRAPH = Phrase("hud.graph", "{colour}'s chance of winning over the game; click to go there")
