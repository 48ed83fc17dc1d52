"""Texts of reviews: accuracy, and the moments of a game, the same wherever they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boche.engine.game import Position, line_texts
from boche.engine.languages.current import translate
from boche.engine.message import Message, Phrase
from boche.engine.search.analysis import NOTICEABLE, Mistake

if TYPE_CHECKING:
    from boche.engine.search.result import Candidate, SearchResult

ACCURACY = Phrase(
    "review.accuracy",
    "{who}: accuracy {accuracy}%, average loss {loss} points in one move.",
    many="{who}: accuracy {accuracy}%, average loss {loss} points in {count} moves.",
)
# The same of a player who had lost after the opening, however well the moves were chosen.
LOST_BY_OPENING = Phrase(
    "review.lost-by-opening", "{who}: lost by the opening {move}; after it every move loses."
)
LOST_BY_REPLY = Phrase(
    "review.lost-by-reply", "{who}: lost by the first reply, {move}; after it every move loses."
)
LOST_BY_SWAP = Phrase("review.lost-by-swap", "{who}: lost by the swap; after it every move loses.")
LOST_UNSWAPPED = Phrase(
    "review.lost-unswapped",
    "{who}: lost by not swapping after {move}; from then on every move loses.",
)
LOST_AT_START = Phrase(
    "review.lost-at-start", "{who}: lost from the start; against the best play every move loses."
)
POINTS = Phrase("review.points", "Points are percent of the winning chance.")()
NO_MOMENTS = Phrase("review.no-moments", "no move of this game lost a noticeable chance")()

MOMENT = Phrase("review.moment", "{ply}. {move}: {cost}, better {better}")
MOMENT_OF = Phrase("review.moment-of", "{ply}. {move} ({colour}): {cost}, better {better}")
MOMENT_BEFORE_SWAP = Phrase(
    "review.moment-before-swap",
    "{ply}. {move} (as {colour}, before the swap): {cost}, better {better}",
)
AT_ONCE = Phrase("review.at-once", "loses at once")
MISSED_AT_ONCE = Phrase("review.missed-at-once", "an immediate win missed")
MISSED = Phrase("review.missed", "a certain win missed")
POINTS_LOST = Phrase("review.points-lost", "\N{MINUS SIGN}{points} points")

# Where every move loses: nothing is decided before the winner plays so.
LOST = Phrase("review.lost", "with best play {winner} wins")
LOST_SLOWLY = Phrase(
    "review.lost-slowly", "with best play {winner} wins; this move makes it hardest"
)
LOST_ALIKE = Phrase("review.lost-alike", "with best play {winner} wins; all moves are equally good")
LOST_LONGEST = Phrase(
    "review.lost-longest",
    "with best play {winner} wins in {count} move; this move holds out longest",
    many="with best play {winner} wins in {count} moves; this move holds out longest",
)
LOST_BUT_ONE = Phrase(
    "review.lost-but-one", "with best play {winner} wins; all other moves lose at once"
)
LOST_BUT_FEW = Phrase(
    "review.lost-but-few", "with best play {winner} wins; most other moves lose at once"
)
LOST_LATER = Phrase(
    "review.lost-later", "with best play {winner} wins; some moves lose at once, this one does not"
)
FEW_HOLD = 3
"""Most moves that do not lose at once of which it is said that most others do."""

# A move of which it is known in how many moves it wins or loses.
WINS_IN = Phrase("review.wins-in", "wins in {count}")
LOSES_IN = Phrase("review.loses-in", "loses in {count}")

NO_THREATS = Phrase("review.no-threats", "no threat stands on the board")()

# Why a move is bad, by what stands on the board. A dash leads to how a game ends, which has a colon
# of its own: "light wins: a path links the three sides".
REASON_MISSES = Phrase("reason.misses", "{move} misses a win: {threat}")
REASON_LEAVES = Phrase("reason.leaves", "{move} does not stop the threat: {threat}")
REASON_MISSES_CAPTURE = Phrase("reason.misses-capture", "{move} misses a capture: {threat}")
REASON_LOSES = Phrase("reason.loses", "{move} loses at once – {reason}")
# One of these, or how a game ends, with how the pieces stand that it is about.
REASON_WITH = Phrase("reason.with", "{reason}; {state}")
# The same by lines that searches found, which end the game.
REASON_LINE_WINS = Phrase("reason.line-wins", "{move} wins – {reason}")
REASON_LINE_LOSES = Phrase("reason.line-loses", "{move} loses – {reason}")
# The same where the search is not certain that it comes to that.
REASON_LINE_MAY_WIN = Phrase("reason.line-may-win", "{move} can win – in this line {reason}")
REASON_LINE_MAY_LOSE = Phrase("reason.line-may-lose", "{move} can lose – in this line {reason}")
# Where nothing on the board or on a line shows why.
REASON_ANSWERED = Phrase("reason.answered", "the best reply found to {move} is {reply}")
REASON_BETTER = Phrase("reason.better", "{move} is better: {reason}")
# Why a move is good.
REASON_STOPS = Phrase("reason.stops", "it stops the threat: {threat}")
# What a move does, where that is no win and stops none.
REASON_DOES = Phrase("reason.does", "it {deeds:and}")

# Why a move that loses much is warned of.
WARNING_LEADS = Phrase("warning.leads", "{move} allows {reply}, which leads to this: {threat}")
WARNING_WINS = Phrase("warning.wins", "{colour} wins by force after {move}, beginning with {reply}")
WARNING_WINS_BY = Phrase(
    "warning.wins-by", "{move} loses by force, beginning with {reply} – {reason}"
)
WARNING_THREATENS = Phrase(
    "warning.threatens", "{colour} wins against {move} with {reply}, and after that: {threat}"
)
WARNING_MISSES = Phrase("warning.misses", "{move} would have won by force: {line}")
# What the board shows, with what a search thinks of it.
WARNING_CHANCE = Phrase(
    "warning.chance", "{reason} (your winning chance: {before}% before, {after}% after)"
)
WARNING_ANSWERED = Phrase(
    "warning.answered",
    "the best reply found to {move} is {reply}: your winning chance falls from {before}% to "
    "{after}%",
)
# The same once another reply has been played.
ANSWERED_OTHERWISE = {
    WARNING_LEADS.kind: Phrase(
        "warning.led", "{move} allowed {reply}, which would have led to this: {threat}"
    ),
    WARNING_WINS.kind: Phrase(
        "warning.won", "{colour} could have won by force after {move}, beginning with {reply}"
    ),
    WARNING_WINS_BY.kind: Phrase(
        "warning.won-by", "{move} could have lost by force, beginning with {reply} – {reason}"
    ),
    WARNING_THREATENS.kind: Phrase(
        "warning.threatened",
        "{colour} could have won against {move} with {reply}, and after that: {threat}",
    ),
    WARNING_ANSWERED.kind: Phrase(
        "warning.was-answered",
        "the best reply found to {move} was {reply}: with it your winning chance would have fallen "
        "from {before}% to {after}%",
    ),
}

SWAP = Phrase("review.swap", "swap")


def move_said(text: str) -> str:
    """Return a move as it is shown: one that is a word is a message, others are as written."""
    return SWAP() if text == SWAP.text else text


def moment_line(moment: Mistake, before: Position, several: bool, swapped: bool = False) -> str:
    """Return a moment as a line: the move, what it cost, what was better.

    It names the player's colour if those of ``several`` players are listed, or if the player had
    another one then than at the end of a game whose colours were ``swapped``. ``before`` is the
    position before the move.
    """
    points = round(100 * moment.before) - round(100 * moment.after)
    cost = MISSED() if moment.proven else POINTS_LOST(points=points)
    if before.play(moment.line[0]).winner == before.turn:
        cost = MISSED_AT_ONCE()
    elif moment.lost < NOTICEABLE:
        cost = AT_ONCE()
    line = MOMENT_OF if several else MOMENT
    if swapped and not before.swapped and moment.move != SWAP.text:
        line = MOMENT_BEFORE_SWAP
    move, better = (line_texts(before, [one])[0] for one in (moment.move, moment.line[0]))
    text = line(
        ply=moment.ply,
        move=move_said(move),
        colour=moment.colour.capitalize(),
        cost=cost,
        better=move_said(better),
    )
    return translate(text)


def lost_said(result: SearchResult) -> Message:
    """Return what there is to say of the best move of a position where every move loses."""
    winner = str(result.proven).capitalize()
    holding, hasty = result.holding, result.hasty or 0
    if result.alike:
        return LOST_ALIKE(winner=winner)
    if holding == 1 and hasty:
        return LOST_BUT_ONE(winner=winner)
    if holding is not None and 1 < holding <= FEW_HOLD and hasty > holding:
        return LOST_BUT_FEW(winner=winner)
    if result.wins_in is not None:
        return LOST_LONGEST(winner=winner, count=result.wins_in)
    if hasty:
        return LOST_LATER(winner=winner)
    return (LOST_SLOWLY if result.advice else LOST)(winner=winner)


def length_told(candidate: Candidate) -> str:
    """Return in how many moves a candidate wins or loses; empty if that is not known."""
    if candidate.wins_in is None:
        return ""
    told = WINS_IN if candidate.proven == 1.0 else LOSES_IN
    return translate(told(count=candidate.wins_in))
