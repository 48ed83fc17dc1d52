"""What games and records have in common to say; a game's own words are in its room."""

from __future__ import annotations

from engine.message import Phrase

REFUSED = Phrase("refused", "{move}: {reason}")

# How games end, and what is no longer possible then.
RESIGNED = Phrase("resigned", "{loser} resigned")
GAME_OVER = Phrase("game-over", "the game is over, {reason}")
UNFINISHED = Phrase(
    "unfinished", "not over after {count} move", many="not over after {count} moves"
)

# What is known of a result by a record alone; a game's words say what its own kinds mean.
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
NO_SWAP = Phrase("no-swap", "only the second move of a game can be the swap")
NO_COLUMN = Phrase("no-column", "column {column} is outside the board (a to {last})")

# Records.
OTHERS_TURN = Phrase("others-turn", "{move!r} is given to {colour}, but {turn} is to move")
