"""What a session has to say: how games end that the rules do not end, what cannot be done."""

from __future__ import annotations

from engine.message import Phrase

# How a game ended, as its record declares it.
ON_TIME = Phrase("session.on-time", "{loser} lost on time")
FORFEITED = Phrase("session.forfeited", "{loser} forfeited the game")
DRAWN = Phrase("session.drawn", "a draw, as the record says")
WON = Phrase("session.won", "{winner} won, as the record says")

# What cannot be done.
OVER_ON_THE_WAY = Phrase("session.over-on-the-way", "the game is over on the way, {reason}")
NO_EXCHANGE = Phrase("session.no-exchange", "the colours stay as they are")
