"""Messages of the computer at the table."""

from __future__ import annotations

from boche.engine.languages.current import word_later
from boche.engine.message import Phrase

# Its seats: a colour and a player, such as ``Dark, level 4``.
THINKS = Phrase("assistant.thinks", "{who}, is thinking…")
RESIGNS = Phrase("assistant.resigns", "{who}, resigns")
LOSES = Phrase("assistant.loses", "{who}, loses: {reason}")
COMPUTER_REFUSED = Phrase("assistant.refused", "the computer's move is refused: {reason}")

# Its opinion of a position.
CHANCE = Phrase("assistant.chance", "{colour} wins {share}")
# Of the swap: by the colour that whoever swaps has from then on.
SWAP_CHANCE = Phrase("assistant.swap-chance", "you then play {colour} and win {share}")
SWAP_WINS = Phrase("assistant.swap-wins", "you then play {colour} and win for certain")
SWAP_OR_NOT = Phrase("assistant.swap-or-not", "about even, whether you swap or not: {chance}")
HINT = Phrase("assistant.hint", "hint: {what}; {chance}{leave}")
HINT_WHY = Phrase("assistant.hint-why", "hint: {what}; {reason}; {chance}{leave}")
BEST_HERE = Phrase("assistant.best-here", "best here: {move}, {chance}")

# The analysis of a record.
PROGRESS = Phrase(
    "assistant.progress",
    "analysing{purpose}: {done} of {count} positions, {seconds} s at most to go ({key} stops)",
)
ROUND = Phrase(
    "assistant.round",
    "analysing{purpose}: {done} of {count} positions, round {round} with {seconds} s each "
    "({key} stops)",
)
STOPPED = Phrase(
    "assistant.stopped", "analysis stopped after {done} of {count} positions: {key} continues"
)
ANALYSED = Phrase(
    "assistant.analysed",
    "the game is analysed{where}: one mistake, press {next} to see it{saves}",
    many="the game is analysed{where}: {count} mistakes, {next} and {previous} step through them"
    "{saves}",
)
NONE_FOUND = Phrase("assistant.none-found", "the game is analysed{where}: no mistakes found{saves}")
# The same of a line that was tried beside the game.
TRIED = word_later(" the tried line")
LINE_ANALYSED = Phrase(
    "assistant.line-analysed",
    "the tried line is analysed{where}: one mistake, press {next} to see it{saves}",
    many="the tried line is analysed{where}: {count} mistakes, {next} and {previous} step through "
    "them{saves}",
)
LINE_NONE_FOUND = Phrase(
    "assistant.line-none-found", "the tried line is analysed{where}: no mistakes found{saves}"
)
IN_COMMENTS = word_later(", in the comments too")
SAVES = Phrase("assistant.saves", "; {key} saves the analysis")
