"""Messages of Boku: why a move is refused, and how a game ended."""

from __future__ import annotations

from boche.engine.message import Phrase

# Why a move is refused.
NO_MOVE = Phrase(
    "boku.no-move", "not a move; write a cell, such as e5, or e5xf6 to take the marble on f6"
)
NO_CELL = Phrase(
    "boku.no-cell",
    "{cell} is outside the board; line {column} goes from {column}{first} to {column}{last}",
)
OCCUPIED = Phrase("boku.occupied", "the marble on {cell} is {colour}")
FORBIDDEN = Phrase(
    "boku.forbidden",
    "{player} has just lost a marble on {cell}, and may not play there this turn",
)
WINS_FIRST = Phrase(
    "boku.wins-first",
    "{cell} makes five in a row and wins before anything is taken; write {cell}",
)
MUST_TAKE = Phrase("boku.must-take", "{cell} makes a sandwich and must take a marble: {moves:or}")
NOT_CAUGHT = Phrase("boku.not-caught", "{taken} holds no marble caught in a sandwich")
CAUGHT_ELSEWHERE = Phrase(
    "boku.caught-elsewhere", "{taken} holds no marble caught in a sandwich; it can be {moves:or}"
)

# Why a text is not a position.
TOO_MANY = Phrase("boku.too-many", "a player has {count} marbles only")
NOT_TAKEN = Phrase("boku.not-taken", "the last move cannot have taken a marble from {cell}")
ROW_BEFORE = Phrase("boku.row-before", "five are in a row that the last move did not make")

# How a game ended.
ROW = Phrase("boku.row", "{winner} wins with {count} in a row, {first} to {last}")
DRAW = Phrase("boku.draw", "a draw: {player} has no marble left to play")

# Threats, and what a move allows.
CAN_MAKE_FIVE = Phrase("boku.can-make-five", "{colour} can make five in a row: {cells:or}")
LETS_MAKE_FIVE = Phrase(
    "boku.lets-make-five", "{move} lets {colour} make five in a row: {cells:or}"
)
CAN_TAKE = Phrase("boku.can-take", "{colour} can take {taken:or}, by playing {cells:or}")
LETS_TAKE = Phrase("boku.lets-take", "{move} lets {colour} take {taken:or}, by playing {cells:or}")

# What a move does.
TAKES = Phrase("boku.does-take", "takes the marble on {taken}")
TAKES_YOURS = Phrase("boku.takes-yours", "{colour} has taken your marble on {taken}")
MAKES_ROW = Phrase(
    "boku.does-make-row", "makes {length} in a row, {first} to {last}, with both ends open"
)
THREATENS_FIVE = Phrase("boku.does-threaten-five", "threatens five in a row: {cells:or}")
BLOCKS = Phrase("boku.does-block", "closes one end of the {length} in a row {first} to {last}")
SAVES = Phrase("boku.does-save", "keeps {cells:and} from being taken")
THREATENS = Phrase("boku.does-threaten", "threatens to take {cells:or}")

# The same if only a record's result is known.
WON_BY = {
    "row": Phrase("boku.won-by-row", "{winner} won with five in a row"),
}
