"""Texts of the table itself: commands, views, mistakes in a record, and banners."""

from __future__ import annotations

from boche.engine.message import Phrase

LEVELS_SHOWN = Phrase(
    "table.levels-shown",
    "the lowest of {all} levels is shown",
    many="the lowest {count} of {all} levels are shown",
)
ALL_SHOWN = Phrase("table.all-levels-shown", "all levels are shown")
ON_HIDDEN = Phrase("table.on-hidden-level", "{move} was played on level {level}, which is hidden")
ONE_LEVEL_THERE = Phrase("table.one-level-there", "only one level has pieces")
XRAY = Phrase("table.xray", "X-ray: point at a band to see where it goes under other cubes")
XRAY_BY_KEYS = Phrase(
    "table.xray-by-keys",
    "X-ray: {up} and {down} look at a cube a level higher or lower, arrow keys at those beside it",
)
NO_XRAY = Phrase("table.no-xray", "X-ray off")
VIEW_XRAY = Phrase("table.view-xray", "X-ray")()
XRAY_LEGEND = Phrase(
    "table.xray-legend",
    "The lit band runs on under other cubes; b2/1 is b2 on level 1. {back}",
)
XRAY_NOTHING = Phrase(
    "table.xray-nothing",
    "Nothing of this group lies under other cubes: point at a lower cube. {back}",
)
XRAY_AWAY = Phrase(
    "table.xray-away",
    "Point at a cube to see where its band runs on below; b2/1 is b2 on level 1. {back}",
)
XRAY_BACK = Phrase("table.xray-back", "A click or {key}: back")
XRAY_BACK_BY_KEY = Phrase("table.xray-back-by-key", "{key}: back")
VIEW_APART = Phrase("table.view-apart", "Levels apart")()
VIEW_SIDE_BY_SIDE = Phrase("table.view-side-by-side", "Levels side by side")()
VIEW_FANNED = Phrase("table.view-fanned", "Stacks fanned out")()
VIEW_PEELED = Phrase(
    "table.view-peeled",
    "Lowest of {all} levels",
    many="Lowest {count} of {all} levels",
)
NOW_APART = Phrase("table.now-apart", "levels apart · {key}: side by side")
NOW_SIDE_BY_SIDE = Phrase("table.now-side-by-side", "levels side by side · {key}: together")
NOW_TOGETHER = Phrase("table.now-together", "levels together · {key}: apart")
NO_REMATCH = Phrase("table.no-rematch", "no rematch before the game is over; {key}: new game")
NO_OTHER_LEVEL = Phrase(
    "table.no-other-level",
    "another level is offered after a win that counts for your rating, or after three such losses "
    "in a row",
)()
NOT_IN_GAME = Phrase("table.not-in-game", "not in {game}")
ONE_LEVEL = Phrase(
    "table.one-level", "there is nothing to take apart in {game}: all pieces lie on one level"
)
NO_LEVELS = Phrase("table.no-levels", "there are no levels to look under in {game}")
LOWEST_LEVEL = Phrase("table.lowest-level", "this is the lowest level")()
HIGHEST_LEVEL = Phrase("table.highest-level", "this is the highest level")()
DELETES = Phrase(
    "table.deletes",
    "{undo} takes the last move back; {delete} deletes the move shown and all after it",
)
NO_PIECES = Phrase("table.no-pieces", "there is no cube on the board yet")()
NOT_FAR = Phrase("table.not-far", "this is not an online game")()
OTHER_TURN = Phrase("table.other-turn", "it is your turn in another online game: {key} opens it")
NO_OTHER_TURN = Phrase("table.no-other-turn", "it is not your turn in any other online game")()
DRAWN = Phrase("table.mark-drawn", "a mark of your own: right click again removes it")()
NO_MARKS = Phrase("table.no-marks", "there are no marks here")()
NO_PLACE = Phrase("table.no-place", "this board has no place {place}")
MARK_FORMAT = Phrase(
    "table.mark-format",
    "not a mark; write {place} A for a letter, {place} square for a shape, or two places",
)
LONG_LABEL = Phrase("table.long-label", "a label may have at most {most} characters")
NOT_A_MOVE = Phrase("table.not-a-move", "not a move; write one {example}")
EXAMPLE = Phrase("table.example", "such as {move}")
EXAMPLE_OR_SWAP = Phrase("table.example-or-swap", "such as {move}, or swap")
EXAMPLE_OR_CAPTURE = Phrase("table.example-or-capture", "such as {move}, or {capture} to capture")
ONLY_SWAP = Phrase("table.only-swap", "such as swap")
BEGUN = Phrase(
    "table.begun", "a move begins with {taken}: type what follows, or take that back first (Esc)"
)
PUT_AWAY = Phrase("table.put-away", "{key} is put away: nothing is chosen for the next piece")
CHOOSE_FIRST = Phrase("table.choose-first", "choose a place on the board first")()
TRY_AGAIN_FIRST = Phrase("table.try-again-first", "to choose another place try again first ({key})")
OTHER_THERE = Phrase("table.other-there", "{said} · {key}: {other}")
CHOOSE_TO_MARK = Phrase(
    "table.choose-to-mark",
    "point at a place, choose an empty one with the arrow keys ({arrows}), or type any: {type}",
)
TYPE_TO_MARK = Phrase("table.type-to-mark", "point at a place, or type one: {key}")
KEYS_AFTER_END = Phrase(
    "table.keys-after-end",
    "the game is over: the arrow keys go through its moves; {key} types a place to mark",
)
KEYS_ON_BOARD = Phrase(
    "table.keys-on-board", "the arrow keys choose places on the board; {key}: moves of the game"
)
KEYS_ON_MOVES = Phrase(
    "table.keys-on-moves", "the arrow keys go through the moves; {key}: places on the board"
)
TRY_AT_END = Phrase(
    "table.try-at-end",
    "the line ends here; to try a move click on a place, or press {key} or {choose} and choose one "
    "with the arrow keys",
)
ABORT = Phrase("table.abort", "Abort the game, without a result?")
RESIGN = Phrase("table.resign", "Resign for {colour}?")
BOTH_HERE = Phrase(
    "table.both-here",
    "Both sides are played here. For an opponent click New ({new}) or a player in the panel "
    "({players})",
)

# An earlier move of a game against a computer, or of an exercise.
EARLIER = Phrase(
    "table.earlier",
    "an earlier move: {back} and {on} step, {board} or {focus} chooses places, {last} goes to the "
    "latest position",
)
EARLIER_ITS = Phrase(
    "table.earlier-its",
    "an earlier move, the computer waits: {back} and {on} step, {board} or {focus} chooses places, "
    "{play} lets it play from here, {last} goes to the latest position",
)
TRIED = Phrase(
    "table.tried",
    "a tried move, the game stays as it is: {back} and {on} step, {last} goes back to the game",
)
IN_THIS_LINE = Phrase("table.in-this-line", "in this line {reason}")
EARLIER_TASK = Phrase(
    "table.earlier-task",
    "an earlier move: {back} and {on} step, {last} goes back to the exercise",
)
END_TAKEN_BACK = Phrase(
    "table.end-taken-back", "the end of the game is taken back: {key} brings it again"
)

# Reviewing a record.
MISSED_SHOWN = Phrase(
    "table.missed-shown",
    "{better} instead of {played}; {back} goes back to the game",
)
MISSED_ADDED = Phrase(
    "table.missed-added",
    "{better} instead of {played}, added as a variation; {back} goes back to the game",
)
NONE_MISSED = Phrase("table.none-missed", "no mistakes are known: {key} analyses the game")
ONLY_MISTAKE = Phrase("table.only-mistake", "this is the only known mistake in this line")()

# The engine's lines.
NO_LINES = Phrase("table.no-lines", "no lines yet: {key} starts and stops the engine")
NO_LINES_AFTER_END = Phrase("table.no-lines-after-end", "the game is over: there are no lines")()
FEWER_LINES = Phrase(
    "table.fewer-lines", "there is only one line", many="there are only {count} lines"
)
NO_TRIAL = Phrase("table.no-trial", "no line is shown: {key} shows the best one")
KEPT_LATER = Phrase(
    "table.kept-later",
    "the game is still going on here: lines can be kept at earlier positions, or when it is over",
)()
LINE_BEGINS = Phrase("table.line-begins", "the line begins here")()
LINE_ENDS = Phrase("table.line-ends", "the line ends here")()
AT_START = Phrase("table.at-start", "this is the start")()
AT_END = Phrase("table.at-end", "this is the end")()
LATEST = Phrase("table.latest", "this is the latest position")()
TRIAL = Phrase(
    "table.trial",
    "line {rank}: {moves}; {back} and {on} step, {keep} keeps it as a variation, Esc leaves it",
)
PASSING_TRIAL = Phrase(
    "table.passing-trial",
    "line {rank}: {moves}; a click steps into it, {keep} keeps it as a variation",
)
BETTER_SHOWN = Phrase(
    "table.better-shown",
    "better: {moves}; {back} and {on} step, {keep} keeps it as a variation, Esc leaves it",
)
BETTER_BEFORE = Phrase(
    "table.better-before",
    "the position before {played}; better: {moves}; {on} steps through it, {keep} keeps it as a "
    "variation, Esc leaves it",
)
REASON_SHOWN = Phrase(
    "table.reason-shown",
    "why: {moves}; {back} and {on} step, {keep} keeps it as a variation, Esc leaves it",
)
EXPLORED_TRIAL = Phrase("table.explored-trial", "{move}: a click or {key} plays it, Esc leaves it")
LINE_KEPT = Phrase(
    "table.line-kept",
    "kept as a variation: one move ({key} takes it back)",
    many="kept as a variation: {count} moves ({key} takes them back)",
)
LINE_THERE = Phrase("table.line-there", "this line is in the record already")

# Warnings of bad moves, and threats.
NO_WARNING = Phrase("table.no-warning", "there is no warning to answer")()
COUNTS_NOW = Phrase(
    "table.counts-now", "the game is over and counts: this move is not taken back any more"
)()
NO_LEVEL = Phrase(
    "table.no-level", "warnings are for games of one person against a level of the computer"
)()
ANSWER_FIRST = Phrase(
    "table.answer-first",
    "take the move back ({back}, {enter} or {escape}) or continue ({on}) first",
)
ANSWER_AT_BUTTON = Phrase(
    "table.answer-at-button",
    "take the move back ({back} or {escape}) or continue ({on}) first",
)
ANSWER_BEHIND_LINE = Phrase(
    "table.answer-behind-line",
    "take the move back ({back}) or continue ({on}) first; {escape} goes back to the game",
)
THREATS_SHOWN = Phrase(
    "table.threats-shown",
    "one threat stands on the board",
    many="{count} threats stand on the board",
)

# The end of a game.
YOU_WIN = Phrase("table.you-win", "you win")
YOU_LOSE = Phrase("table.you-lose", "you lose")
WON = Phrase("table.won", "{winner} wins")
WINS = Phrase("table.wins", "{won}: {reason}")
WITH_MEANING = Phrase("table.with-meaning", "{news}. {meaning}")
WINS_AS = Phrase("table.wins-as", "{won} – {reason}")  # the reason names the winning colour first
ENTER_DOES = Phrase("table.enter-does", "Enter: {command}")

# A swap: that it is possible, who has exchanged the colours, and who plays which of them now.
MAY_SWAP = Phrase(
    "table.may-swap", "{colour} may swap colours now instead of placing a piece: {key}"
)
SWAPPED_YOU = Phrase(
    "table.swapped-you", "{who} swapped colours as the second move: you play {colour} now"
)
YOU_SWAPPED = Phrase("table.you-swapped", "you swapped colours: you play {colour} now")
SWAPPED = Phrase("table.swapped", "{who} swapped colours and plays {colour} now")
COLOURS_SWAPPED = Phrase(
    "table.colours-swapped", "colours swapped: whoever began plays {colour} now"
)
