"""Messages of a session: declared endings, and operations that are impossible."""

from __future__ import annotations

from boche.engine.message import Phrase

# Endings as declared by the record.
ON_TIME = Phrase("session.on-time", "{loser} lost on time")
FORFEITED = Phrase("session.forfeited", "{loser} forfeited the game")
DRAWN = Phrase("session.drawn", "a draw, as the record says")
WON = Phrase("session.won", "{winner} won, as the record says")

# The players.
PLAYER = Phrase("session.player", "{colour}")
COMPUTER = Phrase("session.computer", "{colour}, {label}")
ABOUT = Phrase("session.about", "{colour}, about level {number}")
PERSON = Phrase("session.person", "{name}, {about:comma}")
YOU = Phrase("session.you", "{player} (you)")  # where the other player is a computer
START = Phrase("session.start", "Start {program} for {colour}?")
STARTED_BY = Phrase(
    "session.started-by",
    "{colour} was played by another program. This command starts it:\n{command}",
)

# Why a game does not count for the user's rating; the words follow ``does not count: ``.
OPENED, TAKEN_BACK, HELPED, RESEATED = "opened", "undo", "help", "seats"
BRANCHED, COUNTED, EXPLORED, CASUAL = "branches", "counted", "explored", "casual"
UNRATED = {
    OPENED: Phrase("session.unrated-opened", "it was not played in one go from the start"),
    TAKEN_BACK: Phrase("session.unrated-undo", "you took a move back"),
    HELPED: Phrase("session.unrated-help", "the computer helped"),
    RESEATED: Phrase("session.unrated-seats", "the players changed"),
    EXPLORED: Phrase("session.unrated-explored", "the explorer helped"),
    BRANCHED: Phrase("session.unrated-branches", "other moves were tried"),
    COUNTED: Phrase("session.unrated-counted", "it has counted already"),
    CASUAL: Phrase("session.unrated-casual", "it is casual, with hints and taking back free"),
}
COUNTS = Phrase("session.counts", "counts for your rating: {value} ± {margin}")
COUNTS_FIRST = Phrase("session.counts-first", "counts for your rating: the first game that does")
COUNTS_SO_FAR = Phrase(
    "session.counts-so-far", "counts for your rating: {value} ± {margin}, provisional"
)
DOES_NOT_COUNT = Phrase("session.does-not-count", "does not count for your rating: {reason}")
NEW_RATING = Phrase("session.new-rating", "your rating: {value} ± {margin} ({change})")
RATING_SO_FAR = Phrase("session.rating-so-far", "your rating: {value} ± {margin}, provisional")

# Impossible operations.
OVER_ON_THE_WAY = Phrase("session.over-on-the-way", "the game ends before that: {reason}")
NO_EXCHANGE = Phrase("session.no-exchange", "the colours cannot be exchanged now")
NOTHING_TO_UNDO = Phrase("session.nothing-to-undo", "nothing to undo")
NOTHING_TO_REDO = Phrase("session.nothing-to-redo", "nothing to redo")
NOTHING_TO_ANALYSE = Phrase("session.nothing-to-analyse", "no moves to analyse")
NOTHING_TO_PLAY_ON = Phrase("session.nothing-to-play-on", "no more moves to play")
NOT_ITS_TURN = Phrase("session.not-its-turn", "it is not the computer's turn here")()
NO_COMPUTER_PLAYS = Phrase(
    "session.no-computer-plays", "no computer plays; seat one under Players ({key})"
)
NO_COMPUTER = Phrase(
    "session.no-computer",
    "nothing to pause: no computer is playing, and there is no clock; click a player's name to "
    "seat a computer",
)
START_STAYS = Phrase("session.start-stays", "the start of a game cannot be deleted")
UNAIDED_IN_TOURNAMENT = Phrase(
    "session.unaided-in-tournament", "no computer help in a game of a tournament"
)
NO_UNDO_IN_TOURNAMENT = Phrase(
    "session.no-undo-in-tournament", "no move is taken back in a game of a tournament"
)
MAIN_ALREADY = Phrase("session.main-already", "this is already the main line")
NO_TEXT = Phrase("session.no-text", "nothing to paste: there is no text on the clipboard")
AN_ADDRESS = Phrase(
    "session.an-address",
    "nothing to paste: this is the address of a file or a page; save it as a file, and open that",
)
NO_MOVES = Phrase("session.no-moves", "nothing to paste: there are no moves in this text")
NOT_IN_LESSON = Phrase("session.not-in-lesson", "not available in a lesson")()
ANALYSING = Phrase("session.analysing", "an analysis is running: {key} stops it")
ONE_CHAPTER = Phrase("session.one-chapter", "this file has one chapter")()
FIRST_CHAPTER = Phrase("session.first-chapter", "this is the first chapter")()
LAST_CHAPTER = Phrase("session.last-chapter", "this is the last chapter")()
CHAPTER_NAMED = Phrase("session.chapter-named", "chapter {number} is now called {title}")
CHAPTER_DELETED = Phrase("session.chapter-deleted", "chapter {number} is deleted: {title}")
DAMAGED_CHAPTER = Phrase(
    "session.damaged-chapter", "chapter {number} is not renamed, because it is damaged: {problem}"
)
ONLY_CHAPTER = Phrase("session.only-chapter", "the only chapter of a file cannot be deleted")()
NOT_IN_SETUP = Phrase("session.not-in-setup", "not while you set up a position: finish it first")
NO_PIECE_CHOSEN = Phrase("session.no-piece-chosen", "point at a piece to turn it")
NO_POSITION_HERE = Phrase("session.no-position-here", "this text is not a position of {game}")
OTHER_GAMES = Phrase(
    "session.other-games",
    "this is a position of {game}, not of {own}: leave the editor (Esc), then paste it",
)
NO_PAUSE = Phrase("session.no-pause", "the clocks of a tournament's game are not held")()
