"""Messages of the rules of Boche: reasons to refuse a move, and endings of a game."""

from __future__ import annotations

from boche.engine.message import Phrase

# Reasons to refuse a move.
NO_MOVE = Phrase("boche.no-move", "not a move; write rotation:cell, such as c:d3, or swap")
NO_ROTATION = Phrase("boche.no-rotation", "unknown rotation {rotation!r}; the rotations are a to h")
NO_ROW = Phrase(
    "boche.no-row",
    "row {row} is outside the board; column {column} has only row 1",
    many="row {row} is outside the board; column {column} has rows 1 to {count}",
)
OTHER_LEVEL = Phrase("boche.other-level", "the next cube on {cell} lies on level {level}")
FULL = Phrase("boche.full", "the column on {cell} is full")
CLOSED = Phrase(
    "boche.closed", "{cell} is not open yet: for level {level} it needs {below:and} below it"
)
LONELY = Phrase("boche.lonely", "{cell} is not next to a cube (option: {option})")
WRONG_PARITY = Phrase(
    "boche.wrong-parity", "level {level} takes {fitting}, not rotation {rotation}"
)
ROTATIONS = Phrase("boche.rotations", "rotations {first}-{last}")

# Endings of a game.
PATH = Phrase("boche.path", "{winner} wins: a path links the three sides")
ENCLOSED = Phrase(
    "boche.enclosed",
    "{winner} wins: a {loser} group of {count} blob is enclosed",
    many="{winner} wins: a {loser} group of {count} blobs is enclosed",
)
BOTH_ENCLOSED = Phrase(
    "boche.both-enclosed", "{loser} enclosed groups of both colours in one move and so loses"
)

# Threats, and what a move allows.
CAN_ENCLOSE = Phrase(
    "boche.can-enclose",
    "{colour} can enclose a {loser} group of {count} blob: {moves:or}",
    many="{colour} can enclose a {loser} group of {count} blobs: {moves:or}",
)
LETS_ENCLOSE = Phrase(
    "boche.lets-enclose",
    "{move} lets {colour} enclose your group of {count} blob: {moves:or}",
    many="{move} lets {colour} enclose your group of {count} blobs: {moves:or}",
)
CAN_LINK = Phrase("boche.can-link", "{colour} can link the three sides: {moves:or}")
LETS_LINK = Phrase("boche.lets-link", "{move} lets {colour} link the three sides: {moves:or}")

# Open ends: the empty holes that a group touches. It is enclosed once it has none.
ONE_END = Phrase("boche.one-end", "the group at {place} has only one open end")
CAN_BE_CUT = Phrase(
    "boche.can-be-cut",
    "the group at {place} has {count} open end, and a part can be cut off from it",
    many="the group at {place} has {count} open ends, and a part can be cut off from them",
)
LEAVES_ONE = Phrase(
    "boche.leaves-one",
    "the group at {place} has {count} open end; {move} leaves it one, which {moves:or} would close",
    many="the group at {place} has {count} open ends; {move} leaves it one, "
    "which {moves:or} would close",
)
CLOSES_LAST = Phrase(
    "boche.closes-last", "the group at {place} has one open end, and {move} closes it"
)
CUTS_OFF = Phrase(
    "boche.cuts-off",
    "the group at {place} has {count} open end, and {move} cuts off a part without it",
    many="the group at {place} has {count} open ends, and {move} cuts off a part without any",
)

# The same if only a record's result is known.
WON_BY = {
    "path": Phrase("boche.won-by-path", "{winner} won by linking the three sides"),
    "enclosure": Phrase("boche.won-by-enclosure", "{winner} won by enclosure"),
}
