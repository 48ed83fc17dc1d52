"""The play-by-mail server's ratings: a mean of the first games, then Elo with K = 32.

Everybody begins at 1600. A rating is provisional for 20 games: it is the mean of each game's value,
which is the opponent's rating plus 400 for a win or minus 400 for a loss; against a provisional
opponent it is the mean of both ratings plus or minus 200. After that, a game against an established
player changes the rating by 32 times the difference between score and expectation, and one against
a provisional player of n games by n/20 of that.

Pure arithmetic; ``server.people.ratings`` decides what is rated and when.
"""

from __future__ import annotations

from dataclasses import dataclass

BEGINNER = 1600.0
PROVISIONAL_GAMES = 20
K = 32.0
SPREAD = 400.0
"""Lead at which one wins ten games per loss; offset of a provisional game's value."""


@dataclass(frozen=True)
class OldRating:
    """A rating, and the number of games behind it."""

    value: float = BEGINNER
    games: int = 0

    @property
    def provisional(self) -> bool:
        return self.games < PROVISIONAL_GAMES


def expected(one: float, other: float) -> float:
    """Return the expected score of a rating against another, 0 to 1."""
    return float(1.0 / (1.0 + 10.0 ** ((other - one) / SPREAD)))


def updated(old: OldRating, other: OldRating, score: float) -> OldRating:
    """Return a rating after a game against ``other``, both as before it; score 1, 1/2 or 0."""
    games = old.games + 1
    if old.provisional:
        worth = _game_value(old, other, score)
        return OldRating((old.value * old.games + worth) / games, games)
    scale = other.games / PROVISIONAL_GAMES if other.provisional else 1.0
    return OldRating(old.value + K * scale * (score - expected(old.value, other.value)), games)


def _game_value(old: OldRating, other: OldRating, score: float) -> float:
    """Return the value of a game for a provisional player's rating."""
    lead = SPREAD * (2.0 * score - 1.0)
    if other.provisional:
        return (old.value + other.value) / 2.0 + lead / 2.0
    return other.value + lead
