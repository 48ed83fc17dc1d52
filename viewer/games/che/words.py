"""Texts of Che beyond the rules: previews, regions, the panel."""

from __future__ import annotations

from boche.engine.message import Phrase

# Effects of a move.
FIRST_OF_TWO = Phrase("che.first-of-two", "the first of two tiles")
SECOND_LEFT = Phrase(
    "che.second-left",
    "one tile is left to lay; Esc or a right click takes the first one back",
)
SECOND_WINS = Phrase(
    "che.second-wins",
    "any second tile wins now; Esc or a right click takes the first one back",
)
SECOND_LOSES = Phrase(
    "che.second-loses",
    "any second tile loses now; Esc or a right click takes the first one back",
)
SECOND_MAY_LOSE = Phrase(
    "che.second-may-lose",
    "a second tile wins now, but one at {cells:or} may lose",
)
SECOND_WINS_LIST = Phrase("che.second-wins-list", "any second tile wins now: choose a place")
SECOND_LOSES_LIST = Phrase("che.second-loses-list", "any second tile loses now")
SECOND_LIST = Phrase("che.second-list", "now choose a place for the second tile")
MAKES = Phrase("che.makes", "makes {regions:and}")
MADE_REGION = Phrase(
    "che.made-region",
    "a {colour} region of {count} tile",
    many="a {colour} region of {count} tiles",
)
CLOSES = Phrase("che.closes", "closes a {colour} region, and {winner} wins")
LETS_CLOSE = Phrase("che.lets-close-next", "{winner} can then close {cells:and} and win")
AND_SO = Phrase("che.and-so", "{made}; {follows}")

# Description of a cell and of a region.
REGION = Phrase(
    "che.region",
    "{colour} region of {count} tile, {state}",
    many="{colour} region of {count} tiles, {state}",
)
CORNER = Phrase("che.corner", "{colour} corner, {state}")
IS_CLOSED = Phrase("che.is-closed", "closed")
OPEN = Phrase("che.open", "open at {count} cell", many="open at {count} cells")

# The panel.
TILES_LEFT = Phrase("che.tiles-left", "Tiles left")
NO_LIMIT = Phrase("che.no-limit", "no limit")
CLOSE_OWN = Phrase("che.close-own", "close a region of your colour")
CLOSE_ENEMY = Phrase("che.close-enemy", "close an enemy region")
BEGINS = Phrase("che.begins", "Begins")
BEGINS_ON = Phrase("che.begins-on", "one tile at 0,0")
BEGINS_TIP = Phrase(
    "che.begins-tip",
    "point at the middle; the wheel or Tab chooses the tile, a click lays it",
)
TO_LAY = Phrase("che.to-lay", "To lay")
TO_LAY_TIP = Phrase("che.to-lay-tip", "tiles in this move")
ANY_WINS = Phrase("che.any-wins", "1 tile: any one wins")
ANY_LOSES = Phrase("che.any-loses", "1 tile: any one loses")
THREATENS = Phrase("che.threatens", "{colour} threatens to close")
YOU_CLOSE = Phrase("che.you-close", "You can close")
YOU_CLOSE_NEXT = Phrase("che.you-close-next", "Next turn you can close")
CELLS = Phrase("che.cells", "{cells:and}")
REGION_TIP = Phrase(
    "che.region-tip",
    "tiles there can close a {colour} region of {count} tile; then {winner} wins",
    many="tiles there can close a {colour} region of {count} tiles; then {winner} wins",
)
CORNER_TIP = Phrase("che.corner-tip", "tiles there can close a {colour} corner; then {winner} wins")
CLOSED = Phrase("che.already-closed", "Closed by this move")
A_REGION = Phrase("che.a-region", "a {colour} region")
CLOSED_TIP = Phrase("che.closed-tip", "at the end of this move {winner} wins")
CLOSED_REGION = Phrase("che.closed-region", "Closed region")
CLOSED_ON = Phrase("che.closed-on", "all tiles on which the closed region lies")
LARGEST_REGION = Phrase("che.largest-region", "Largest region")
LARGEST_TIP = Phrase(
    "che.largest-tip", "tiles of the largest region: those with a band of its colour"
)
LARGEST_LIMIT_TIP = Phrase(
    "che.largest-limit-tip",
    "tiles of the largest region: those with a band of its colour; with {count} {colour} loses",
)
WIDEST_REGION = Phrase("che.widest-region", "Widest region")
WIDEST_TIP = Phrase(
    "che.widest-tip",
    "columns or rows over which one region's tiles reach, those with a band of its colour; "
    "with {count} {colour} loses",
)
OF_LIMIT = Phrase("che.of-limit", "{count} of {limit}")

# The spoken board.
ROW = Phrase("che.row", "Row {y}")
FALLING = Phrase("che.falling", "{tile}, a {colour} band from the upper left to the lower right")
RISING = Phrase("che.rising", "{tile}, a {colour} band from the upper right to the lower left")

# Kinds of actions, told where they are possible for the first time.
FIRST_TILE = Phrase(
    "che.first-tile",
    "Point at a marked cell: the tile you could lay appears there. Click to lay it. By keys: "
    "arrows, then Enter.",
)
SECOND_TILE = Phrase(
    "che.second-tile",
    "Your turn goes on: lay a second tile in one of these cells. Esc takes the first one "
    "back, as the right button does.",
)
OTHER_SIDE = Phrase(
    "che.other-side",
    "A tile can lie in several ways: turn the wheel while you point at a cell, or press F.",
)
