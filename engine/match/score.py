"""The score of a match, with its error, also as a difference in rating."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from boche.engine.languages.current import tr
from boche.engine.languages.formats import number
from boche.engine.match.sprt import NO_PAIRS, PairCounts, Sprt, interval


@dataclass(frozen=True)
class Score:
    """Counts of games won by the first player, by the second, drawn, and forfeited by a failure.

    ``pairs`` counts the pairs of games with the same opening and exchanged colours by the first
    player's points: 0, 0.5, 1, 1.5 and 2.
    """

    won: int = 0
    lost: int = 0
    drawn: int = 0
    forfeits: int = 0
    pairs: PairCounts = NO_PAIRS

    @property
    def games(self) -> int:
        return self.won + self.lost + self.drawn

    @property
    def share(self) -> float:
        """The first player's points per game, 0 to 1; 0.5 without games."""
        return (self.won + self.drawn / 2) / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of ``share``.

        It comes from the results of pairs (see ``engine.match.sprt``); without pairs from those of
        games (Wilson, 1927; draws as half a win and half a loss).
        """
        if any(self.pairs):
            return interval(self.pairs)
        if not self.games:
            return 0.0, 1.0
        z, n, p = 1.959964, self.games, self.share
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        low = 0.0 if p == 0.0 else max(0.0, middle - half)  # exactly, where rounding misses it
        return low, 1.0 if p == 1.0 else min(1.0, middle + half)

    @property
    def elo(self) -> float:
        """Elo rating difference, positive if the first player is better; infinite at 0 and 1."""
        return elo_of(self.share)

    def as_data(self) -> dict[str, Any]:
        """Return the score as JSON data; an infinite rating is None."""
        low, high = self.interval
        ratings = [elo_of(share) for share in (self.share, low, high)]
        finite = [round(rating, 1) if math.isfinite(rating) else None for rating in ratings]
        return {
            "won": self.won,
            "lost": self.lost,
            "drawn": self.drawn,
            "forfeits": self.forfeits,
            "games": self.games,
            "pairs": list(self.pairs),
            "score": self.share,
            "interval": [low, high],
            "elo": finite[0],
            "elo_interval": finite[1:],
        }

    def __str__(self) -> str:
        low, high = self.interval
        games = [
            tr("{won} won, {lost} lost", won=self.won, lost=self.lost),
            *([tr("{drawn} drawn", drawn=self.drawn)] if self.drawn else []),
            *([tr("{count} lost by a failure", count=self.forfeits)] if self.forfeits else []),
        ]
        text = tr(
            "{games}; score {share}% (95 % interval {low}% to {high}%), {elo}",
            games=", ".join(games),
            share=number(100 * self.share, 1),
            low=number(100 * low, 1),
            high=number(100 * high, 1),
            elo=self.elo_text,
        )
        if not any(self.pairs):
            return text
        return tr("{score}; pairs {pairs}", score=text, pairs="-".join(map(str, self.pairs)))

    @property
    def elo_text(self) -> str:
        """The rating difference and its 95 % interval in words."""
        elo, low, high = (_signed(elo_of(share)) for share in (self.share, *self.interval))
        return tr("Elo {elo} ({low} to {high})", elo=elo, low=low, high=high)


def _signed(rating: float) -> str:
    if math.isfinite(rating):
        return f"{round(rating):+}"
    return "+∞" if rating > 0 else "-∞"


def elo_of(share: float) -> float:
    """Return the rating difference at which the expected score is ``share``."""
    if share <= 0:
        return -math.inf
    return math.inf if share >= 1 else -400 * math.log10(1 / share - 1)


Game = tuple[float, bool]
"""The first player's points in a game (1, 0.5 or 0), and whether it was forfeited."""


class Tally:
    """The games of a match, counted as they end, in any order.

    ``score`` is that of all games. With ``sprt`` it is that of the pairs in the order of their
    numbers, as far as all are complete, up to the test's decision: so it depends neither on the
    order in which games end nor on interruptions.
    """

    def __init__(self, sprt: Sprt | None = None) -> None:
        self.score = Score()
        self.accepted: str | None = None
        self._sprt = sprt
        self._halves: dict[int, Game] = {}
        self._waiting: dict[int, tuple[Game, Game]] = {}
        self._next = 0

    def add(self, index: int, points: float, forfeit: bool = False) -> None:
        """Count game ``index``, from 0; games 2n and 2n + 1 are a pair."""
        game = (points, forfeit)
        if self._sprt is None:
            self.score = _with_game(self.score, game)
        other = self._halves.pop(index ^ 1, None)
        if other is None:
            self._halves[index] = game
        elif self._sprt is None:
            self.score = _with_pair(self.score, game, other)
        else:
            self._waiting[index // 2] = game, other
            self._judge(self._sprt)

    def _judge(self, sprt: Sprt) -> None:
        while self.accepted is None and self._next in self._waiting:
            one, two = self._waiting.pop(self._next)
            self._next += 1
            self.score = _with_pair(_with_game(_with_game(self.score, one), two), one, two)
            self.accepted = sprt.accepted(self.score.pairs)


def _with_game(score: Score, game: Game) -> Score:
    points, forfeit = game
    return replace(
        score,
        won=score.won + (points == 1),
        lost=score.lost + (points == 0),
        drawn=score.drawn + (points == 0.5),
        forfeits=score.forfeits + forfeit,
    )


def _with_pair(score: Score, one: Game, two: Game) -> Score:
    result = round(2 * (one[0] + two[0]))
    pairs = list(score.pairs)
    pairs[result] += 1
    return replace(score, pairs=(pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]))
