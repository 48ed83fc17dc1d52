"""The play-by-mail server's ratings: a mean of the first games, then Elo with K = 32.

Everybody begins at 1600. For 20 games a rating is provisional: the mean of what each game was
worth, which is the other's rating and 400 more for a win, 400 less for a loss; against somebody
who is provisional, too, it is the mean of both ratings and 200 more or less. After that a game
against an established player counts 32 points times what the score was off its expectation, and
one against a provisional player of n games n/20 of that.

Pure arithmetic; what is rated when is in ``server.people.ratings``.
"""

from __future__ import annotations

from dataclasses import dataclass

BEGINNER = 1600.0
PROVISIONAL_GAMES = 20
K = 32.0
SPREAD = 400.0
"""The lead with which one wins ten times for each loss; what a provisional game is worth."""


@dataclass(frozen=True)
class OldRating:
    """A rating, and after how many games."""

    value: float = BEGINNER
    games: int = 0

    @property
    def provisional(self) -> bool:
        return self.games < PROVISIONAL_GAMES


def expected(one: float, other: float) -> float:
    """The share of the points that a rating may expect against another, 0 to 1."""
    return float(1.0 / (1.0 + 10.0 ** ((other - one) / SPREAD)))


def updated(old: OldRating, other: OldRating, score: float) -> OldRating:
    """A rating after a game against ``other``, as both were before it; 1, 1/2 or 0 points."""
    games = old.games + 1
    if old.provisional:
        worth = _worth(old, other, score)
        return OldRating((old.value * old.games + worth) / games, games)
    scale = other.games / PROVISIONAL_GAMES if other.provisional else 1.0
    return OldRating(old.value + K * scale * (score - expected(old.value, other.value)), games)


def _worth(old: OldRating, other: OldRating, score: float) -> float:
    """What a game says of a provisional player's strength."""
    lead = SPREAD * (2.0 * score - 1.0)
    if other.provisional:
        return (old.value + other.value) / 2.0 + lead / 2.0
    return other.value + lead
