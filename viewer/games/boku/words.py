"""Texts of Boku beyond the rules: pointing, previews, rows, the panel."""

from __future__ import annotations

from boche.engine.message import Phrase

# Effects of a move, and requests for its next step.
CHOOSE = Phrase("boku.choose", "choose the marble that {cell} takes: {caught:or}")
SANDWICH = Phrase(
    "boku.sandwich", "a sandwich: click here, then choose the marble to take: {caught:or}"
)
SANDWICH_KEYS = Phrase(
    "boku.sandwich-keys", "a sandwich: press Enter, then choose the marble to take: {caught:or}"
)
SANDWICH_LIST = Phrase(
    "boku.sandwich-list", "a sandwich: continue to choose the marble to take: {caught:or}"
)
BRINGS = Phrase("boku.brings", "{effects:and}")
TAKES = Phrase("boku.takes", "takes {cell}")
MAKES = Phrase("boku.makes", "makes {count} in a row")

# Description of a cell.
MARBLE = Phrase("boku.marble", "{cell}: one {colour} marble")
MARBLES = Phrase("boku.marbles", "{cell}: {count} {colour} marbles in a row")

# The panel.
MAKE_FIVE = Phrase("boku.make-five", "make five in a row")
CLOSED = Phrase("boku.closed", "Closed this turn")
LEFT = Phrase("boku.left", "Marbles left")
LEFT_TIP = Phrase("boku.left-tip", "the game is a draw if the player to move has none left")
FIVE_ON = Phrase("boku.five-on", "{colour} can make five at")
YOUR_FIVE = Phrase("boku.your-five", "You can make five at")
FIVE_TIP = Phrase("boku.five-tip", "{colour} would have five in a row")

# The spoken board.
MARBLES_OF = Phrase("boku.marbles-of", "{colour} marbles")

BY_KEYS = {SANDWICH.kind: SANDWICH_KEYS}
"""Texts that mention the mouse, as they are worded for keys."""

BY_LIST = {SANDWICH.kind: SANDWICH_LIST}
"""The same on a page, where the button says ``Go on``."""

# Kinds of actions, told where they are possible for the first time.
FIRST_MARBLE = Phrase(
    "boku.first-marble",
    "Point at any empty cell and click to put a marble there. By keys: arrows, then Enter.",
)
FIRST_SANDWICH = Phrase(
    "boku.first-sandwich",
    "A marble here shuts in two of your opponent's: you then choose which of them you take.",
)
