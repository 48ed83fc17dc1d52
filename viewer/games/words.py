"""Sentences about the boards of all games."""

from __future__ import annotations

from boche.engine.message import Phrase

TAKES = Phrase("editing.takes", "take off {place}")
CHOOSE = Phrase("editing.choose", "point at a piece to take it off")

LABEL_OF = Phrase("panel.of", "{label}, {colour}")
"""The title of a line of the panel that is about a player."""
CELL = Phrase("games.cell", "{cell}")
"""A place by its name alone."""
THREATS = Phrase("games.threats", "Threats")
WINS = Phrase("games.wins", "To win")
"""The title of the line of the panel that tells the goal."""
WINS_HERE = Phrase("games.wins-here", "To win in this lesson")
"""The same in a lesson, which may have another goal than the game."""
