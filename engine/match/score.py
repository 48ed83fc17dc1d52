"""The score of a match, with its error, also as a difference in rating."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Score:
    """Counts of games won by the first player, by the second, drawn, and forfeited by a failure."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    forfeits: int = 0

    @property
    def games(self) -> int:
        return self.won + self.lost + self.drawn

    @property
    def share(self) -> float:
        """The first player's points per game, 0 to 1; 0.5 without games."""
        return (self.won + self.drawn / 2) / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of ``share`` (Wilson, 1927; draws as half a win and half a loss)."""
        if not self.games:
            return 0.0, 1.0
        z, n, p = 1.959964, self.games, self.share
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    @property
    def elo(self) -> float:
        """Elo rating difference, positive if the first player is better; infinite at 0 and 1."""
        return elo_of(self.share)

    def as_data(self) -> dict[str, Any]:
        """Return the score as JSON data; an infinite rating is None."""
        ratings = [elo_of(share) for share in (self.share, *self.interval)]
        finite = [round(rating, 1) if math.isfinite(rating) else None for rating in ratings]
        return {
            "won": self.won,
            "lost": self.lost,
            "drawn": self.drawn,
            "forfeits": self.forfeits,
            "games": self.games,
            "score": self.share,
            "interval": list(self.interval),
            "elo": finite[0],
            "elo_interval": finite[1:],
        }

    def __str__(self) -> str:
        low, high = self.interval
        drawn = f", {self.drawn} drawn" if self.drawn else ""
        failed = f", {self.forfeits} lost by breaking down" if self.forfeits else ""
        finite = math.isfinite(self.elo)
        elo = f"{round(self.elo):+}" if finite else "+∞" if self.elo > 0 else "-∞"
        return (
            f"{self.won} won, {self.lost} lost{drawn}{failed}; "
            f"score {self.share:.1%} (95 % interval {low:.1%} to {high:.1%}), Elo {elo}"
        )


def elo_of(share: float) -> float:
    """Return the rating difference at which the expected score is ``share``."""
    if share <= 0:
        return -math.inf
    return math.inf if share >= 1 else -400 * math.log10(1 / share - 1)
