"""Texts of the HUD's own pages: the end of a game, and the players' chances."""

from __future__ import annotations

from boche.engine.languages.current import word_later
from boche.engine.message import Phrase

AFTER_THE_END = Phrase(
    "hud.after-the-end",
    "Rematch ({again}), Review ({moments}), step back ({back})",
)

# The analysis of the game.
BEFORE_MOVE = Phrase("hud.before-move", "{place}, now")
ANALYSING = Phrase("hud.analysing", "Analysing: {done} of {count} positions")
PARTLY_KNOWN = Phrase("hud.partly-known", "Analysed: {done} of {count} positions")
MOMENTS = Phrase("hud.moments", "moment", many="{number} moments")
YOUR_MOMENTS = Phrase("hud.your-moments", "your moment", many="your {number} moments")
BEFORE_MOMENTS = word_later(" first, your moments follow")
MOMENTS_FOLLOW = Phrase("hud.moments-follow", "your moments follow after the analysis")()
MOMENTS_READY = Phrase("hud.moments-ready", "the moments of the game are ready: {key} lists them")
NO_MOMENTS_OF_YOURS = Phrase(
    "hud.no-moments-of-yours", "no move of yours lost a noticeable chance"
)()

ACCURACY_TIP = Phrase(
    "hud.accuracy-tip",
    "The less chance of winning a player's moves lost, the closer the accuracy is to 100%; a move "
    "in a lost position loses nothing.",
)()
LINE_ACCURACY = Phrase("hud.line-accuracy", "Tried line")()
LINE_ACCURACY_TIP = Phrase(
    "hud.line-accuracy-tip",
    "The accuracy in the tried line that is shown, not in the game. The less chance of winning a "
    "player's moves lost, the closer it is to 100%.",
)()

# The chances.
SHARE = Phrase("hud.share", "{colour} {share}")
SHARES = Phrase("hud.shares", "{shares:comma}")
BETTER = Phrase("hud.better", "{colour} better")
CERTAIN_FROM = Phrase("hud.certain-from", "certain from move {ply}")
CERTAIN_SO_FAR = Phrase("hud.certain-so-far", "so far certain from move {ply}")
CERTAIN_AT_FIRST = Phrase("hud.certain-at-first", "certain from the beginning")()

# The engine's tab.
ENGINE_OFF = Phrase(
    "hud.engine-off",
    "the engine is off: Start ({key}) shows the best moves, how good they are and what follows",
)
ENGINE_OVER = Phrase("hud.engine-over", "the game is over: there is no move to search")()
ENGINE_BEGINS = Phrase("hud.engine-begins", "thinking…")()
ENGINE_WAITS = Phrase("hud.engine-waits", "the computer is busy with something else")()
ORDER = Phrase("hud.order", "Most visits first")()
ORDER_WON = Phrase("hud.order-won", "Certain wins first, then most visits")()
ORDER_LOST = Phrase("hud.order-lost", "Longest defence first")()
ORDER_EARLIER = Phrase("hud.order-earlier", "After move {count}, not the board shown:")
ORDER_START = Phrase("hud.order-start", "At the start, not the board shown:")()
SEEN_FROM = Phrase("hud.seen-from", "{colour} {share}, as seen after move {count}")
LOST_IN_ANALYSIS = Phrase("hud.lost-in-analysis", "{loss}, according to the analysis")
# Of a move that the line on the board does not have: it has the better one.
IN_THE_GAME = Phrase("hud.in-the-game", "In the game: {cost}")
IN_THE_OTHER_LINE = Phrase("hud.in-the-other-line", "In the other line: {cost}")
LONGER_SINCE = Phrase(
    "hud.longer-since",
    "since then the engine has searched the position before or after it for longer: the bar and "
    "the graph show what it found",
)()
SEEN_FROM_START = Phrase("hud.seen-from-start", "{colour} {share}, as seen at the start")
ORDER_TIP = Phrase(
    "hud.order-tip",
    "the search visits most often what it holds best; the chance of a move with few visits is "
    "less sure, even if it is higher",
)()
SEARCHED = Phrase("hud.searched", "done: {visits} visit was enough", many="done: {visits} visits")
SEARCHING = Phrase("hud.searching", "thinking: {visits} visit", many="thinking: {visits} visits")
NUMBERS = Phrase(
    "hud.candidate-numbers",
    "1 visit, depth {depth}",
    many="{visits} visits, depth {depth}",
)
NUMBERS_PROVEN = Phrase("hud.candidate-proven", "proven, depth {depth}")
NO_REPLY = Phrase("hud.no-reply", "no reply searched enough")()
SURE_LATER = Phrase("hud.sure-later", "How sure: known after the search")()
SURE_CHECKS = Phrase("hud.sure-checks", "How sure: searching again to compare…")()
ON_HIDDEN_LEVELS = Phrase(
    "hud.on-hidden-levels", "Moves of the engine on hidden levels are not drawn"
)()
FIRST_MISTAKE = Phrase("hud.first-mistake", "To the first mistake")()
SURE_PROVEN = Phrase("hud.sure-proven", "Certain: {colour} wins with best play")
SURE_IN = Phrase(
    "hud.sure-in",
    "Certain: {colour} wins in {count} move of its own",
    many="Certain: {colour} wins in {count} moves of its own",
)
SURE_DRAW = Phrase("hud.sure-draw", "Certain: a draw with best play")()
SOLVED = Phrase("hud.solved", "Solved: {colour}, to move, loses against best play")
SOLVED_BY = Phrase("hud.solved-by", "Solved: {colour}, to move, wins by {moves:either}")
SURE_TIP = Phrase(
    "hud.sure-tip",
    "three more searches from scratch: a difference between two moves smaller than theirs says "
    "nothing",
)()

# A better line that is shown on the board.
LINE_LEFT = Phrase("hud.line-left", "{key} leaves this line")

# The explorer's tab.
EXPLORED = Phrase("hud.explored", "1 game reached this", many="{games} games reached this")
UNREACHED = Phrase("hud.unreached", "no game reached this yet")()
EXPLORED_MOVE = Phrase(
    "hud.explored-move",
    "played in 1 game: the mover won {won}, drew {drawn}, lost {lost}",
    many="played in {games} games: the mover won {won}, drew {drawn}, lost {lost}",
)
BOOK_MOVE = Phrase(
    "hud.book-move",
    "opening book: the mover's chance of winning is {chance}; the search tried it {visits} times",
)
BOOK = Phrase("hud.book", "Opening book: chance for {colour}")
BOOK_CHANCE = Phrase("hud.book-chance", "opening book: {colour} {share}")
SOLVED_SHORT = Phrase("hud.solved-short", "solved: {colour} wins")
SKIPPED = Phrase(
    "hud.skipped",
    "1 file could not be read whole: the command explore names it",
    many="{count} files could not be read whole: the command explore names them",
)
UNEXPLORED = Phrase(
    "hud.unexplored",
    "No game reached this position. Finished games are added automatically; Folder adds records.",
)()

TRIED_COUNT = Phrase("hud.tried-count", "tried: {done} / {count}")
MORE_THREATS = Phrase("hud.more-threats", "and one more", many="and {count} more")
YOU_PLAY = Phrase("hud.you-play", "You play {colour}.")
