"""Texts of reviews: accuracy, and the moments of a game, the same wherever they are shown."""

from __future__ import annotations

from boche.engine.message import Phrase
from boche.engine.search.analysis import Mistake

ACCURACY = Phrase(
    "review.accuracy",
    "{who}: accuracy {accuracy} %, average loss {loss} points in one move.",
    many="{who}: accuracy {accuracy} %, average loss {loss} points in {count} moves.",
)
POINTS = "Points are percent of the winning chance."
NO_MOMENTS = Phrase("review.no-moments", "no move of this game lost a noticeable chance")()


def moment_line(moment: Mistake, several: bool) -> str:
    """Return a moment as a line: the move, what it cost, what was better.

    It names the player's colour if those of ``several`` players are listed.
    """
    points = round(100 * moment.before) - round(100 * moment.after)
    who = f" ({moment.colour.capitalize()})" if several else ""
    cost = "a certain win missed" if moment.proven else f"\N{MINUS SIGN}{points} points"
    return f"{moment.ply}. {moment.move}{who}: {cost}, better {moment.line[0]}"
