"""Messages of training."""

from __future__ import annotations

from boche.engine.message import Phrase

NOT_IN_EXERCISE = Phrase("training.not-in-exercise", "not available in an exercise")()

# Tasks.
FIND = Phrase("training.find", "{colour} to move")
YOUR_MISTAKE = Phrase(
    "training.your-mistake",
    "You played {move}, which cost {points} points of winning chance ({before} to {after}). "
    "Find a move as good as the best.",
)
MISTAKE_OF = Phrase(
    "training.mistake-of",
    "{who} played {move}, which cost {points} points of winning chance ({before} to {after}). "
    "Find a move as good as the best.",
)

# Answers.
BEST = Phrase("training.best", "{move} is the best move known here: winning chance {share}.")
EQUAL = Phrase("training.equal", "{move} is as good as the best: winning chance {share}.")
SURE = Phrase(
    "training.sure", "Repeated searches differ by {points} points, so no closer is asked for."
)
WINS = Phrase("training.wins", "{move} wins at once.")
WEAKER = Phrase(
    "training.weaker",
    "{move} is not as good as the best: it costs {points} points ({before} to {after}).",
)
COSTS = Phrase("training.costs", "{move} costs {points} points ({before} to {after}).")
LOSES = Phrase("training.loses", "{move} loses at once.")
AGAIN = Phrase("training.again", "{move} is the move of the game: it costs {points} points "
               "({before} to {after}).")  # fmt: skip
FOLLOWS = Phrase("training.follows", "The reply is shown on the board.")
SOLUTION = Phrase("training.solution", "The best move is {move}.")
SOLUTION_LINE = Phrase(
    "training.solution-line", "The best move is {move}. What follows is shown: {rest}."
)
SEARCHING = Phrase(
    "training.searching", "The analysis does not know {move}: it is being searched now…"
)
NOT_SEARCHED = Phrase("training.not-searched", "{move} cannot be judged: {reason}")
REFUTING = Phrase("training.refuting", "{move} is not right. Its refutation is being searched now…")
SOLVED = Phrase("training.solved", "Solved.")
WAS_SHOWN = Phrase("training.was-shown", "The solution was shown: not counted as solved.")
RIGHT_SO_FAR = Phrase("training.right-so-far", "{move} is right. Continue.")
NOT_RIGHT = Phrase("training.not-right", "{move} is not right.")

# Hints.
PIECE = Phrase("training.piece", "The move begins at {place}, marked on the board.")
AMONG = Phrase("training.among", "The move is on one of the {count} places marked on the board.")
MOVE = Phrase("training.move", "The move is {move}: Enter plays it.")
PLAIN_MOVE = Phrase("training.plain-move", "The move is {move}.")

# Results.
COMES_BACK = Phrase(
    "training.comes-back", "It comes back tomorrow.", many="It comes back in {count} days."
)
NOT_DUE = Phrase(
    "training.not-due",
    "Practice only: it is due again tomorrow.",
    many="Practice only: it is due again in {count} days.",
)
RATED = Phrase("training.rated", "Your puzzle rating: {value} ({change}).")
PRACTICE = Phrase("training.practice", "Practice only: the rating stays.")
DONE = Phrase("training.done", "{right} of {count} exercise right at the first try",
              many="{right} of {count} exercises right at the first try")  # fmt: skip
SOLVED_OF = Phrase("training.solved-of", "{right} of {count} puzzle solved at the first try",
                   many="{right} of {count} puzzles solved at the first try")  # fmt: skip
STAKE = Phrase(
    "training.stake",
    "A hint halves what you win. A second one shows the move: then it is not solved.",
)()

# Refusals.
NOT_ANALYSED = Phrase(
    "training.not-analysed",
    "this game is not analysed yet: {analyse} analyses it, then {again} again",
)
ANALYSING = Phrase(
    "training.analysing",
    "the analysis is still running: wait until it is done, or press {key} to stop it",
)
NO_MISTAKES = Phrase(
    "training.no-mistakes", "the analysis found no mistake of yours in this game"
)()
GO_ON = Phrase("training.go-on", "that is done: press Enter, or Next, to continue")()
STEP_ON = Phrase("training.step-on", "the exercise is at the end of these moves: press End")()
ONE_BY_ONE = Phrase("training.one-by-one", "in an exercise moves are played one at a time")()
NOBODY = Phrase("training.nobody", "nobody else plays in an exercise")()
NOT_SAVED = Phrase("training.not-saved", "an exercise needs no saving: your results are kept")()
NO_EXERCISE = Phrase(
    "training.no-exercise", "no exercise is on the table: {retry} or {puzzles} begins one"
)
FIND_FIRST = Phrase(
    "training.find-first", "find the move first: {hint} gives a hint, {solution} shows the solution"
)
SEARCHED = Phrase("training.searched", "the move is being searched: {key} takes it back")
