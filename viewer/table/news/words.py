"""Texts of the banner that are common to all games."""

from __future__ import annotations

from boche.engine.message import Phrase

# The end of a game.
WON = Phrase("table.won", "{winner} wins")
WINS = Phrase("table.wins", "{won}: {reason}")

# A swap: who has exchanged the colours, and who plays which of them now.
SWAPPED_YOU = Phrase(
    "table.swapped-you", "{who} swapped colours as the second move: you play {colour} now"
)
YOU_SWAPPED = Phrase("table.you-swapped", "you swapped colours: you play {colour} now")
SWAPPED = Phrase("table.swapped", "{who} swapped colours and plays {colour} now")
COLOURS_SWAPPED = Phrase(
    "table.colours-swapped", "colours swapped: whoever began plays {colour} now"
)
