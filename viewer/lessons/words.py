"""Messages of the lessons themselves, besides those in their files."""

from __future__ import annotations

from boche.engine.languages.current import tr_later
from boche.engine.message import Phrase

SHOWN = Phrase(
    "lesson.shown", "You were shown this, so the exercise does not count as solved yet."
)()
PRAISE = (tr_later("Right"), tr_later("Yes"), tr_later("Good"), tr_later("Well done"))
"""The words with which the texts of lessons begin to praise a right answer."""
NO_MOVE_ASKED = Phrase("lesson.no-move-asked", "no move is asked for here: do what the task says")()
CONTINUE = Phrase(
    "lesson.continue", "no move is asked for here: press Enter, or Next, to continue"
)()
LOOK_ON = Phrase("lesson.look-on", "Any key or click begins your game.")()
LOOK_ON_AGAIN = Phrase("lesson.look-on-again", "Any key or click leads back.")()
LOSES = Phrase("lesson.loses", "That loses at once. {reason}.")
OPPONENT_WINS = Phrase("lesson.opponent-wins", "{winner} then plays {move} and wins at once.")
