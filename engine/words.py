"""Messages shared by games and records; a game's own messages are in its package."""

from __future__ import annotations

from boche.engine.message import Phrase

REFUSED = Phrase("refused", "{move}: {reason}")

# Endings of games, and refusals after the end.
RESIGNED = Phrase("resigned", "{loser} resigned")
GAME_OVER = Phrase("game-over", "the game is over, {reason}")
UNFINISHED = Phrase(
    "unfinished", "not over after {count} move", many="not over after {count} moves"
)

# Results known only from a record; a game's own module explains its own kinds.
WON = Phrase("won", "{winner} won")
WON_OTHERWISE = Phrase("won-otherwise", "{winner} won ({how})")
DRAWN = Phrase("drawn", "a draw")
WON_BY = {
    "": WON,
    "resignation": Phrase("won-by-resignation", "{winner} won by resignation"),
    "time": Phrase("won-on-time", "{winner} won on time"),
    "forfeit": Phrase("won-by-forfeit", "{winner} won by forfeit"),
}

# Moves of more than one game.
NO_BEGINNING = Phrase("no-beginning", "not the beginning of a move")
CERTAIN = Phrase("certain", "{colour} wins for certain")
EVERY_MOVE_LOSES = Phrase("every-move-loses", "every move loses")
DRAW_CERTAIN = Phrase("draw-certain", "a draw for certain")
NO_ACTION = Phrase("no-action", "not a legal action here; legal_actions() lists them")
NO_SWAP = Phrase("no-swap", "only the second move of a game can be the swap")
NO_COLUMN = Phrase("no-column", "column {column} is outside the board (a to {last})")

# Records.
OTHERS_TURN = Phrase("others-turn", "{move!r} is given to {colour}, but {turn} is to move")
