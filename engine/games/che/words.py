"""Messages of Che: why a move is refused, and how a game ended."""

from __future__ import annotations

from boche.engine.message import Phrase

# Why a move is refused.
NO_MOVE = Phrase(
    "che.no-move",
    "not a move; write kind:x,y, such as fl:0,0, and two tiles as fr:1,0+bl:0,-1",
)
NO_PLACE = Phrase("che.no-place", "not a cell; write x,y, such as -1,2")
NO_TILE = Phrase("che.no-tile", "unknown tile {tile} (choose from {kinds:comma})")
MORE_THAN_TWO = Phrase("che.more-than-two", "a move lays two tiles at most, not {count}")
TOO_FAR = Phrase("che.too-far", "{cell} is farther out than any game can reach")
NOT_FIRST = Phrase("che.not-first", "the first tile lies on 0,0, not on {cell}")
TAKEN = Phrase("che.taken", "{cell} holds a tile already ({tile})")
LONELY = Phrase("che.lonely", "{cell} does not touch any tile")
SAME = Phrase("che.same", "both tiles are meant for {cell}")
TOO_FEW = Phrase("che.too-few", "a move lays two tiles here; add the second, such as fr:1,0+fl:1,1")
FIRST_ALONE = Phrase("che.first-alone", "the first move is one tile alone")
LAST_ALONE = Phrase("che.last-alone", "the last tile of the pool is one tile alone")
EDGES = Phrase("che.edges", "the edges do not match: {cell} takes {fitting:or}, not {tile}")
ONE_AT_A_TIME = Phrase("che.one-at-a-time", "one tile at a time; actions_of takes a move")

# Why a text is not a position, and why a position has none.
TWICE = Phrase("che.twice", "two tiles are meant for one cell")
NO_WHOLE_MOVES = Phrase(
    "che.no-whole-moves",
    "with {count} tile on the table a move is unfinished",
    many="with {count} tiles on the table a move is unfinished: "
    "the first move lays one tile, each later one two",
)
MIDDLE_STAYS = Phrase(
    "che.middle-stays", "the tile on 0,0 stays until all others are off: places are counted from it"
)
NO_MORE_TILES = Phrase("che.no-more-tiles", "all {count} tiles of the pool are on the table")
OTHER_TURN = Phrase("che.other-turn", "with so many tiles, {turn} is to move")
UNFINISHED = Phrase("che.unfinished", "a position in the middle of a move has no text")

# How a game ended.
TILES = Phrase("che.tiles", "{count} tile", many="{count} tiles")
EXTENT = Phrase("che.extent", "a width or height of {count}")
EQUAL = Phrase(
    "che.equal", "a draw: no tiles are left, and the largest regions are equal, {size} each"
)
LARGEST = Phrase(
    "che.largest",
    "{winner} wins with the largest region, {size} to {other_size}: no tiles are left",
)
BOTH_CLOSED = Phrase(
    "che.both-closed", "{loser} closed regions of both colours in one move and so loses"
)
BOTH_WON = Phrase("che.both-won", "{loser}'s move won for both colours, so {loser} loses")
SURROUNDED = Phrase("che.surrounded", "{winner} wins: a {colour} region is surrounded")
CLOSED = Phrase("che.closed", "{winner} wins: a {colour} region is closed")
BOTH_TOO_LARGE = Phrase(
    "che.both-too-large", "{loser} let regions of both colours grow too large and so loses"
)
TOO_LARGE = Phrase("che.too-large", "{winner} wins: a {loser} region has grown to {limits:or}")

# Threats, and what a move allows.
CAN_CLOSE = Phrase(
    "che.can-close",
    "{colour} can close the {region} region of {count} tile and win: {cells:and}",
    many="{colour} can close the {region} region of {count} tiles and win: {cells:and}",
)
LETS_CLOSE = Phrase(
    "che.lets-close",
    "{move} lets {colour} close the {region} region of {count} tile and win: {cells:and}",
    many="{move} lets {colour} close the {region} region of {count} tiles and win: {cells:and}",
)
CAN_CLOSE_CORNER = Phrase(
    "che.can-close-corner", "{colour} can close a {region} corner and win: {cells:and}"
)
LETS_CLOSE_CORNER = Phrase(
    "che.lets-close-corner", "{move} lets {colour} close a {region} corner and win: {cells:and}"
)
CAN_GROW = Phrase("che.can-grow", "{colour} can make a {loser} region grow too large: {moves:or}")
LETS_GROW = Phrase(
    "che.lets-grow", "{move} lets {colour} make your region grow too large: {moves:or}"
)
CAN_LEAD = Phrase(
    "che.can-lead", "{colour} can win with the last tiles, by the largest region: {moves:or}"
)
LETS_LEAD = Phrase(
    "che.lets-lead",
    "{move} lets {colour} win with the last tiles, by the largest region: {moves:or}",
)

# The same if only a record's result is known.
WON_BY = {
    "closure": Phrase("che.won-by-closure", "{winner} won by closing a region"),
    "limit": Phrase("che.won-by-limit", "{winner} won because a region grew too large"),
    "largest": Phrase("che.won-by-largest", "{winner} won with the largest region"),
}
