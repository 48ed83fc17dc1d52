"""Messages of the lessons themselves, besides those in their files."""

from __future__ import annotations

from boche.engine.message import Phrase

NO_MOVE_ASKED = Phrase("lesson.no-move-asked", "No move is asked for here.")()
LOSES = Phrase("lesson.loses", "That loses at once. {reason}.")
OPPONENT_WINS = Phrase("lesson.opponent-wins", "{winner} then plays {move} and wins at once.")
