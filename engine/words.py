"""Messages shared by games and records; a game's own messages are in its package."""

from __future__ import annotations

from boche.engine.languages.current import word_later
from boche.engine.message import Phrase

REFUSED = Phrase("refused", "{move}: {reason}")
QUOTED = Phrase("quoted", "{text!r}")

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
WINS_IN = Phrase("wins-in", "{colour} wins in {count} move", many="{colour} wins in {count} moves")
WINS_BY = Phrase(
    "wins-by",
    "{colour} wins in {count} move: {moves}",
    many="{colour} wins in {count} moves: {moves}",
)
EVERY_MOVE_LOSES = Phrase("every-move-loses", "every move loses")
DRAW_CERTAIN = Phrase("draw-certain", "a draw for certain")
NO_ACTION = Phrase("no-action", "not a legal action here; legal_actions() lists them")
NO_SWAP = Phrase("no-swap", "only the second move of a game can be the swap")
NO_COLUMN = Phrase("no-column", "column {column} is outside the board (a to {last})")

# Positions as text.
NO_POSITION = Phrase(
    "no-position",
    "not a position; write the game, its options or -, its fields and the outcome or -",
)
LONG_POSITION = Phrase("long-position", "a position has at most {count} characters")
OTHER_GAME = Phrase("other-game", "a position of {game}, not of {expected}")
NO_TEXT = Phrase("no-text", "positions of {game} cannot be written as text")
NO_SETUP = Phrase("no-setup", "records of {game} cannot start from a position")
FIELD_COUNT = Phrase(
    "field-count",
    "{game} has {count} field between options and outcome, not {fields}",
    many="{game} has {count} fields between options and outcome, not {fields}",
)
ROW_COUNT = Phrase(
    "row-count",
    "the board has {count} row, not {rows}",
    many="the board has {count} rows, not {rows}",
)
ROW_LENGTH = Phrase(
    "row-length",
    "row {row} has {count} cell, not {cells}",
    many="row {row} has {count} cells, not {cells}",
)
BAD_ROW = Phrase("bad-row", "row {row} of the board cannot be read")
BAD_FIELD = Phrase("bad-field", "write {choices:or}")
BAD_POSITION = Phrase("bad-position", "not a position: {problem}")
PUT_TWICE = Phrase("put-twice", "two pieces on {place}")
BAD_SETUP = Phrase("bad-setup", "not a position to start from: {problem}")
OTHER_END = Phrase("other-end", "the outcome on this board is {outcome}, not {claim}")

# Boards that are set up.
STAYS = Phrase("draft.stays", "{place} cannot be taken off: {problem}")
NO_PIECE = Phrase("draft.no-piece", "there is no piece on {place}")
NO_OTHER = Phrase("draft.no-other", "nothing else fits on {place}")
FOLLOWS = Phrase("draft.follows", "whose move it is follows from the number of pieces")
NO_MORE = Phrase("draft.no-more", "the limit for {option} is reached")

# Words for gaps: colours, also as they begin a sentence, and answers about them.
COLOURS = (
    word_later("light"),
    word_later("dark"),
    word_later("black"),
    word_later("white"),
    word_later("Light"),
    word_later("Dark"),
    word_later("Black"),
    word_later("White"),
)

# Titles of options, and of what a game sets up, in gaps.
TITLES = (
    word_later("Size"),
    word_later("Blobs to enclose"),
    word_later("Next to a cube"),
    word_later("Tiles"),
    word_later("Group area"),
    word_later("Group extent"),
    word_later("Bases"),
    word_later("reserve"),
    word_later("captured"),
    word_later("prongs"),
)

# Players of the computer.
PERCENT = Phrase("percent", "{share}%")
LEVEL = Phrase("player.level", "level {number}")
COMPUTER_LEVEL = Phrase("player.computer-level", "Computer level {number}")
COMPUTER_STRENGTH = Phrase("player.computer-strength", "Computer strength {number}")
NUMBERED = Phrase("player.numbered", "{player} ({number})")
STRENGTH = Phrase("player.strength", "strength {number}")
OTHER_PROGRAM = Phrase("player.program", "program {program}")

# Records.
OTHERS_TURN = Phrase("others-turn", "{move!r} is given to {colour}, but {turn} is to move")

UNREADABLE_BOOK = Phrase(
    "book.unreadable", "cannot read the opening book {path!r}: {why}; install {program} again"
)

NUMBERS = Phrase("option.numbers", "{numbers:either}")
